import { describe, expect, it } from 'vitest';
import { createServer, type ServerOptions, Tool } from '../../../src/index.js';
import { rebuild } from '../../../src/internal.js';
import { About, Deploy, Echo, EVERYTHING, Releases } from '../../support/releases.js';
import { linesLogger, rawRequest, testServer } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const base: ServerOptions = { name: 's', version: '1', components: [About] };
const codeOf = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};
const withAny = (more: Record<string, unknown>) => () =>
  createServer({ ...base, ...more } as ServerOptions);

describe('createServer', () => {
  it('refuses odd options at start, by name', () => {
    expect(codeOf(withAny({}))).toBe('none');
    const odd: Record<string, unknown>[] = [
      { name: '' },
      { version: undefined },
      { component: [] },
      { components: About },
      { state: { codec: testCodec(), ttl: 5 } },
      { state: { codec: testCodec(), ttlSeconds: 0 } },
      { state: { codec: testCodec(), ttlSeconds: Number.NaN } },
      { state: { codec: testCodec(), maxRounds: 1.5 } },
      { state: { codec: testCodec(), skewSeconds: -1 } },
      { state: { codec: testCodec(), audience: '' } },
      { http: { path: 'mcp' } },
      { http: { hosts: [] } },
      { auth: {} },
      { state: { codec: testCodec(), principal: { issuer: 'i', subject: 's', client: 'c' } } },
      ...[
        'https://tools.example',
        'tools.example/',
        'tools.example:80',
        'Tools.example',
        '*.example',
        '::1',
        '',
        7,
      ].flatMap((entry) => [
        { http: { allowedHosts: [entry] } },
        { http: { allowedOrigins: ['localhost', entry] } },
      ]),
      { http: { allowedHosts: 'tools.example' } },
      { http: { allowedHosts: ['vscode-webview://*'] } },
      { http: { allowedOrigins: ['https://*'] } },
      { auth: { verifier: { verifyAccessToken() {} }, resource: 'not a url' } },
      { providers: [], container: {} },
      ...[0, -1, 1.5, Number.NaN, '10'].map((pageSize) => ({ pageSize })),
      ...['public', { 'tools/call': {} }, { 'tools/list': 5 }, { 'tools/list': { ttl: 5 } }].map(
        (cacheHints) => ({ cacheHints }),
      ),
      ...[{ ttlMs: -1 }, { ttlMs: 0.5 }, { cacheScope: 'shared' }].map((hint) => ({
        cacheHints: { 'resources/read': hint },
      })),
      ...['redis', {}, { publish() {} }, { subscribe() {} }].map((bus) => ({ bus })),
      ...[7, { most: 1 }, { max: 0 }, { maxPerPrincipal: -1 }].map((subscriptions) => ({
        subscriptions,
      })),
    ];
    for (const more of odd)
      expect(codeOf(withAny(more)), JSON.stringify(more)).toBe('invalid_option');
    for (const entries of [
      [],
      ['localhost', '127.0.0.1', '[::1]', 'tools.example', 'xn--bcher-kva.example'],
    ])
      expect(
        codeOf(
          withAny({
            http: { allowedHosts: entries, allowedOrigins: [...entries, 'vscode-webview://*'] },
          }),
        ),
      ).toBe('none');
    expect(withAny({ http: { allowedOrigins: ['https://tools.example'] } })).toThrow(
      /http\.allowedOrigins.*host name alone/,
    );
    expect(withAny({ component: [] })).toThrow(/unknown option component; known are name, version/);
  });

  it('asks for a codec as soon as a component can ask', () => {
    const providers = [{ token: Releases, useValue: new Releases() }];
    expect(codeOf(withAny({ components: [Deploy], providers }))).toBe('state_codec');
    expect(
      codeOf(withAny({ components: [Deploy], providers, state: { codec: testCodec() } })),
    ).toBe('none');
    for (const codec of [[], {}, [testCodec(), testCodec()]])
      expect(codeOf(withAny({ state: { codec } }))).toBe('state_codec');
  });

  it('lets a readable codec show computes only where the step says so', async () => {
    const { Compute, Tool } = await import('../../../src/index.js');
    @Tool({ name: 'private', description: 'Has a compute.' })
    class Private {
      @Compute() value() {
        return 1;
      }
      run() {
        return '';
      }
    }
    const seals = (...readable: boolean[]) => ({
      codec: readable.map((value, at) => testCodec({ readable: value, tag: `t${at}` })),
    });
    expect(codeOf(withAny({ components: [Private], state: seals(false) }))).toBe('none');
    expect(codeOf(withAny({ components: [Private], state: seals(false, true) }))).toBe('none');
    expect(codeOf(withAny({ components: [Private], state: seals(true) }))).toBe('state_codec');
    expect(withAny({ components: [Private], state: seals(true) })).toThrow(/Private\.value/);
  });

  it('serves no further than loopback with a key that dies with the process, unless told so', async () => {
    const { lines, logger } = linesLogger();
    const ephemeral = (more: object = {}) =>
      createServer({ ...base, logger, state: { codec: testCodec({ ephemeral: true }), ...more } });
    const request = () => rawRequest('http://x/mcp', { method: 'resources/list' });
    const refusing = ephemeral();
    await expect(refusing.fetch(request())).rejects.toMatchObject({ code: 'unsafe_serving' });
    await expect(refusing.listen({ host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'unsafe_serving',
    });
    expect(lines.all).toEqual([]);
    await refusing.listen();
    expect(lines.all).toMatchObject([{ level: 'warn' }]);
    await refusing.close();
    const told = ephemeral({ ephemeral: true });
    expect((await told.fetch(request())).status).toBe(200);
    expect(lines.all).toHaveLength(1);
    await told.close();
  });

  it('warns once where beyond loopback all callers are the same one', async () => {
    const { lines, logger } = linesLogger();
    const served = async (host: string, more: object) => {
      const server = createServer({ ...base, logger, ...more });
      await server.listen({ host });
      await server.listen({ host });
      await server.close();
    };
    await served('127.0.0.1', {});
    await served('0.0.0.0', { auth: { verifier: { verifyAccessToken: async () => undefined } } });
    expect(lines.all).toEqual([]);
    await served('0.0.0.0', {});
    expect(lines.all).toMatchObject([
      { level: 'warn', message: expect.stringContaining('anonymous principal') },
    ]);
  });

  it('refuses to listen for a component with scopes that nothing grants, naming class and cure', async () => {
    @Tool({ name: 'admin', description: 'For admins.', scopes: ['admin'] })
    class Admin {
      run() {
        return '';
      }
    }
    const { lines, logger } = linesLogger();
    const scoped = { ...base, components: [About, Admin], logger };
    const guarded = createServer({
      ...scoped,
      auth: { verifier: { verifyAccessToken: async () => undefined } },
    });
    await guarded.listen();
    await guarded.close();
    const server = createServer(scoped);
    await server.fetch(rawRequest('http://x/mcp', { method: 'tools/list' }));
    expect(lines.all).toEqual([]);
    for (let again = 0; again < 2; again++)
      await expect(server.listen()).rejects.toMatchObject({
        code: 'unsafe_serving',
        message: expect.stringMatching(/^Admin has scopes and createServer has no auth.*pass auth/),
      });
    await server.close();
  });

  it('needs no codec for components that only answer', async () => {
    const server = createServer({
      name: 's',
      version: '1',
      components: [Echo, About],
      onEvent: () => undefined,
    });
    expect(
      (
        await server.fetch(
          rawRequest('http://x/mcp', { params: { name: 'echo', arguments: { text: 'x' } } }),
        )
      ).status,
    ).toBe(200);
    await server.close();
  });
});

describe('rebuild', () => {
  it('makes the same server afresh, with parts replaced', async () => {
    const { server } = testServer();
    const events: string[] = [];
    const again = rebuild(server, {
      onEvent: ({ type }) => events.push(type),
      state: { codec: testCodec(), ttlSeconds: 5 },
    });
    const asked = await again.fetch(
      rawRequest('http://x/mcp', { params: { name: 'deploy', arguments: { env: 'staging' } } }),
    );
    expect(asked.status).toBe(200);
    expect(events).toEqual(['round.asked']);
    expect(EVERYTHING).toContain(Deploy);
    await Promise.all([server.close(), again.close()]);
  });

  it('refuses a server of another make', () => {
    expect(codeOf(() => rebuild({} as never, {}))).toBe('invalid_option');
  });
});
