import { expect, it } from 'vitest';
import { visit } from './support/served.js';

const ARGUMENTS = { region: 'west' };

it('a client repeats a mirrored argument in a header, and is refused without it', async () => {
  const { client, url } = await visit('2026-07-28');
  const name = 'test_mirrored_argument';
  const call = (header: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
        ...header,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name,
          arguments: ARGUMENTS,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
  const told = await call({ 'mcp-param-region': 'west' });
  expect(told.status).toBe(200);
  expect(await told.text()).toContain('Looked up everything in west.');
  for (const header of [{}, { 'mcp-param-region': 'east' }]) {
    const refused = await call(header as Record<string, string>);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: -32020 } });
  }
  await client.listTools();
  expect(await client.callTool({ name, arguments: ARGUMENTS })).not.toHaveProperty('isError');
});
