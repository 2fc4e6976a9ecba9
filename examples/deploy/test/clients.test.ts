import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { aeadCodec } from '@countersign/codec-aead';
import { legacyShim } from '@countersign/shim-legacy';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { releaseService } from '../src/service.js';

// What docs/clients.md says of the official client.

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const quiet = () => undefined;
async function served() {
  const server = releaseService({
    state: { codec: aeadCodec(), maxRounds: 20 },
    legacy: legacyShim(),
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  open.push({ close: () => server.close({ graceMs: 0 }) });
  return (await server.listen()).url;
}

/** A client of somebody who confirms everything, and what it sends. */
async function connected(to: URL | 'stdio', options: ClientOptions) {
  const sent: string[] = [];
  const client = new Client({ name: 'test', version: '1' }, options);
  if (options.capabilities?.elicitation)
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept',
      content: { confirm: 'yes' },
    }));
  const tapped: typeof fetch = (url, init) => {
    const { method = '', result } = JSON.parse(String(init?.body ?? '{}'));
    sent.push(`${init?.method} ${result === undefined ? method : 'the answer'}`.trim());
    return fetch(url, init);
  };
  const script = fileURLToPath(new URL('../dist/stdio.js', import.meta.url));
  await client.connect(
    to === 'stdio'
      ? new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' })
      : new StreamableHTTPClientTransport(to, { fetch: tapped as never }),
  );
  open.push(client);
  const deploy = async () =>
    (await client.callTool({ name: 'deploy', arguments: { env: 'staging' } })).content[0];
  return { client, sent, deploy };
}

const asks = { capabilities: { elicitation: { form: {} } } };
const deployed = { type: 'text', text: 'Deployed 42 to staging.' };

/** The mode, the revision it comes to, and what is sent for one call that asks: rows of the document's table. */
const MODES: readonly [
  mode: NonNullable<ClientOptions['versionNegotiation']>['mode'],
  revision: string,
  ...requests: string[],
][] = [
  ['auto', '2026-07-28', 'POST server/discover', 'POST tools/call', 'POST tools/call'],
  [
    { pin: '2026-07-28' },
    '2026-07-28',
    'POST server/discover',
    'POST tools/call',
    'POST tools/call',
  ],
  [
    'legacy',
    '2025-11-25',
    'POST initialize',
    'POST notifications/initialized',
    'GET',
    'POST tools/call',
    'POST the answer',
  ],
  [
    undefined,
    '2025-11-25',
    'POST initialize',
    'POST notifications/initialized',
    'GET',
    'POST tools/call',
    'POST the answer',
  ],
];

describe('the official client', () => {
  it.each(MODES)('of mode %j speaks %s and is asked', async (mode, revision, ...requests) => {
    const { client, sent, deploy } = await connected(await served(), {
      ...asks,
      ...(mode && { versionNegotiation: { mode } }),
    });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(await deploy()).toEqual(deployed);
    expect(sent).toEqual(requests);
  });

  it.each(MODES)('of mode %j speaks %s and is asked over stdio', async (mode, revision) => {
    const { client, deploy } = await connected('stdio', {
      ...asks,
      ...(mode && { versionNegotiation: { mode } }),
    });
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(await deploy()).toEqual(deployed);
  });

  it('that declares no elicitation is told so, by an error or by the tool', async () => {
    const url = await served();
    const modern = await connected(url, { versionNegotiation: { mode: 'auto' } });
    await expect(modern.deploy()).rejects.toMatchObject({ code: -32021 });
    const old = await connected(url, {});
    expect(await old.deploy()).toMatchObject({ text: expect.stringContaining('elicitation') });
  });

  it('sends the tenth round and no eleventh, unless told otherwise', async () => {
    const url = await served();
    const call = {
      name: 'artifact-size',
      arguments: { sizes: Array.from({ length: 12_000 }, () => 1) },
    };
    const usual = await connected(url, { versionNegotiation: { mode: 'auto' } });
    await expect(usual.client.callTool(call)).rejects.toMatchObject({
      code: 'INPUT_REQUIRED_ROUNDS_EXCEEDED',
    });
    expect(usual.sent.filter((request) => request.endsWith('tools/call'))).toHaveLength(11);
    const patient = await connected(url, {
      versionNegotiation: { mode: 'auto' },
      inputRequired: { maxRounds: 20 },
    });
    expect((await patient.client.callTool(call)).structuredContent).toEqual({
      total: 12_000,
      rounds: 12,
    });
  });

  it('is told of in docs/clients.md as it is here', () => {
    const text = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8');
    for (const [chosen, revision, ...requests] of MODES) {
      const mode = chosen ?? 'none';
      const shown = typeof mode === 'object' ? `{ pin: '${mode.pin}' }` : `'${mode}'`;
      const row = text
        .split('\n')
        .find((line) => line.startsWith(mode === 'none' ? '| none |' : `| \`${shown}\` |`));
      expect(row).toContain(revision);
      for (const request of requests) expect(row).toContain(request);
    }
  });
});
