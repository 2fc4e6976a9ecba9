import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { CountersignServer } from '../../../src/index.js';
import { accept, answered, FORMS, MODERN, soon, testServer } from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const LEGACY = '2025-11-25';
const KEY = 'io.modelcontextprotocol/';
const META = {
  [`${KEY}protocolVersion`]: MODERN,
  [`${KEY}clientInfo`]: { name: 'raw', version: '0' },
  [`${KEY}clientCapabilities`]: FORMS,
};
const without = (name: string) =>
  Object.fromEntries(Object.entries(META).filter(([key]) => key !== `${KEY}${name}`));
const modern = (method: string, more: Record<string, string> = {}) => ({
  'mcp-protocol-version': MODERN,
  'mcp-method': method,
  ...more,
});
const echo = (_meta?: object) => ({
  name: 'echo',
  arguments: { text: 'hi' },
  ...(_meta && { _meta }),
});

function served() {
  const made = testServer();
  servers.push(made.server);
  const send = async (
    method: string,
    params: object,
    headers: Record<string, string> = {},
    body?: unknown,
  ) =>
    answered(
      await made.server.fetch(
        new Request('http://127.0.0.1/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
          body: JSON.stringify(body ?? { jsonrpc: '2.0', id: 1, method, params }),
        }),
      ),
    );
  return { ...made, send };
}

describe('over HTTP, each request says which era it belongs to', () => {
  it('a whole modern request and a 2025 one are served, each by its own rules', async () => {
    const { send } = served();
    const now = await send('tools/call', echo(META), modern('tools/call', { 'mcp-name': 'echo' }));
    expect(now.body.result).toMatchObject({ resultType: 'complete', content: [{ text: 'hi' }] });
    const then = await send('tools/call', echo(), { 'mcp-protocol-version': LEGACY });
    expect(then.body.result.content).toMatchObject([{ text: 'hi' }]);
    expect(then.body.result).not.toHaveProperty('resultType');
  });

  it.each<[string, object]>([
    ['without metadata', {}],
    ['without a version', without('protocolVersion')],
    ['with a version that is no text', { ...META, [`${KEY}protocolVersion`]: 7 }],
    ['without capabilities', without('clientCapabilities')],
    ['with capabilities that are no object', { ...META, [`${KEY}clientCapabilities`]: 'all' }],
    ['with capabilities that are null', { ...META, [`${KEY}clientCapabilities`]: null }],
  ])('a modern header on a request %s is -32602 with HTTP 400', async (_, meta) => {
    const { send } = served();
    const headers = modern('tools/call', { 'mcp-name': 'echo' });
    expect((await send('tools/call', echo(META), headers)).status).toBe(200);
    const refused = await send('tools/call', echo(meta), headers);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: -32602 } } });
  });

  it('a probe is answered: server/discover with metadata by what there is, without by -32602, never by a 500', async () => {
    const { send } = served();
    const found = await send('server/discover', { _meta: META }, modern('server/discover'));
    expect(found.body.result.supportedVersions).toContain(MODERN);
    const bare = await send('server/discover', {}, modern('server/discover'));
    expect(bare).toMatchObject({ status: 400, body: { error: { code: -32602 } } });
    const plain = await send('server/discover', {});
    expect([plain.status < 500, plain.body.error.code]).toEqual([true, -32601]);
  });

  it('a version in the metadata that is not spoken there is -32022 with the supported ones', async () => {
    const { send } = served();
    for (const version of [LEGACY, '2024-11-05', '2099-01-01']) {
      const _meta = { ...META, [`${KEY}protocolVersion`]: version };
      const headers = {
        ...modern('tools/call', { 'mcp-name': 'echo' }),
        'mcp-protocol-version': version,
      };
      expect(await send('tools/call', echo(_meta), headers), version).toMatchObject({
        status: 400,
        body: { error: { code: -32022, data: { supported: [MODERN], requested: version } } },
      });
    }
  });

  it('a header that says otherwise than the body is -32020', async () => {
    const { send } = served();
    const right = modern('tools/call', { 'mcp-name': 'echo' });
    expect((await send('tools/call', echo(META), right)).status).toBe(200);
    for (const wrong of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'sum' },
      { 'mcp-protocol-version': LEGACY },
    ])
      expect(
        await send('tools/call', echo(META), { ...right, ...wrong }),
        JSON.stringify(wrong),
      ).toMatchObject({
        status: 400,
        body: { error: { code: -32020 } },
      });
  });

  it('a modern request takes no notice of a session header', async () => {
    const { send } = served();
    const stale = modern('tools/call', { 'mcp-name': 'echo', 'mcp-session-id': 'stale' });
    expect((await send('tools/call', echo(META), stale)).body.result.content[0].text).toBe('hi');
  });

  it('an initialize in modern dress is refused, and nothing is a server error', async () => {
    const { send } = served();
    const params = {
      protocolVersion: MODERN,
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
      _meta: META,
    };
    const refused = await send('initialize', params, modern('initialize'));
    expect(refused.status).toBeLessThan(500);
    expect(refused.body.error.code).toBe(-32601);
  });

  it('a batch is no modern request', async () => {
    const { send } = served();
    const one = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: echo(META) };
    const refused = await send('', {}, modern('tools/call', { 'mcp-name': 'echo' }), [
      one,
      { ...one, id: 2 },
    ]);
    expect(refused.status).toBe(400);
    expect(refused.body.error.code).toBe(-32600);
  });
});

describe('on stdio, the first message says which era the connection belongs to', () => {
  function connected() {
    const made = testServer();
    servers.push(made.server);
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    let text = '';
    stdout.on('data', (chunk) => {
      text += chunk;
    });
    void made.server.stdio({ stdin, stdout, exit: false });
    return async (id: number, method: string, params: object) => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return soon(() => {
        const lines = text.split('\n').slice(0, -1);
        const found = lines.map((line) => JSON.parse(line)).find((message) => message.id === id);
        return found ?? Promise.reject(new Error('no answer yet'));
      });
    };
  }

  it('a 2025 handshake stays 2025: state and answers in a modern request after it are ignored', async () => {
    const send = connected();
    const first = connected();
    const { requestState } = (
      await first(1, 'tools/call', { name: 'sum', arguments: {}, _meta: META })
    ).result;
    const answer = { requestState, inputResponses: { pick: accept({ n: 1 }) } };
    expect(
      (await first(2, 'tools/call', { name: 'sum', arguments: {}, _meta: META, ...answer })).result
        .structuredContent,
    ).toEqual({
      total: 2,
    });

    const initialize = {
      protocolVersion: LEGACY,
      capabilities: FORMS,
      clientInfo: { name: 'old', version: '0' },
    };
    expect((await send(1, 'initialize', initialize)).result.protocolVersion).toBe(LEGACY);
    const after = await send(2, 'tools/call', {
      name: 'sum',
      arguments: {},
      _meta: META,
      ...answer,
    });
    expect(after.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('@countersign/shim-legacy') }],
    });
  });
});
