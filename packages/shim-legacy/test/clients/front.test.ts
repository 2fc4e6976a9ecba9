import { Tool } from '@countersign/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { describe, expect, it } from 'vitest';
import { connected, OFFICIAL } from '../support/official.js';
import { RawSession } from '../support/raw-session.js';
import { served } from '../support/served.js';

const GENERATIONS = Object.keys(OFFICIAL) as (keyof typeof OFFICIAL)[];
const SPEAKS = 'This server speaks Streamable HTTP: POST to /mcp. HTTP+SSE is not served.';

@Tool({ name: 'wipe', description: 'Wipes.', scopes: ['disk', 'wipe'] })
class Wipe {
  run() {
    return 'Wiped.';
  }
}

describe.each(GENERATIONS)('the official client (%s)', (generation) => {
  it('may write the URL with a slash at its end', async () => {
    const { url } = await served();
    const to = new URL(`${url}/`);
    const client = await connected(generation, to, { elicit: () => ({ action: 'accept' }) });
    expect((await client.callTool({ name: 'visit' })).content[0].text).toBe('visited');
  });

  it('is told which scopes its token lacks', async () => {
    const { url } = await served({}, { auth: true, components: [Wipe] });
    const token = (scope: string) => ({ headers: { authorization: `Bearer bob/${scope}` } });
    const client = await connected(generation, url, { request: token('disk') });
    const said = await client.callTool({ name: 'wipe' }).catch((error: Error) => error);
    expect(said).toBeInstanceOf(Error);
    expect(`${said} ${said.requiredScope}`).toContain('wipe');
    // What a host shows that looks at the body alone.
    const session = await RawSession.open(url, { token: 'bob/disk' });
    const refused = await session.call(1, 'wipe');
    expect(refused.status).toBe(403);
    expect(await refused.next(() => true)).toEqual({
      error: 'insufficient_scope',
      error_description: 'The access token lacks the scope wipe',
    });
  });
});

describe('a client of the HTTP+SSE transport', () => {
  it.each(['/mcp', '/sse', '/'])(
    'is told at once what is spoken here, and where: %s',
    async (at) => {
      const { url } = await served();
      const to = new URL(at, url);
      const begun = await fetch(to, { headers: { accept: 'text/event-stream' } });
      expect(begun.status).toBe(at === '/mcp' ? 405 : 404);
      expect(((await begun.json()) as { error: { message: string } }).error.message).toContain(
        SPEAKS,
      );
      const client = new Client({ name: 'old', version: '1' });
      await expect(client.connect(new SSEClientTransport(to))).rejects.toThrow(/40[45]/);
    },
  );

  it('is told so without a shim, and with one that keeps no sessions', async () => {
    for (const shim of ['none', { sessions: false }, { jsonResponse: true }] as const) {
      const { url } = await served(shim);
      const begun = await fetch(url, { headers: { accept: 'text/event-stream' } });
      expect([begun.status, begun.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await begun.text()).toContain(SPEAKS);
    }
  });
});
