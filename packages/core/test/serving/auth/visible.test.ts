import { describe, expect, it } from 'vitest';
import { createServer, principalClaims, Tool, type Viewer } from '../../../src/index.js';
import { call, client, linesLogger, tool } from '../../support/serving.js';

const seen: Viewer[] = [];
let verdict: (viewer: Viewer) => unknown = () => true;

@Tool({
  name: 'maybe',
  description: 'Is there for some.',
  visible: (viewer) => {
    seen.push(viewer);
    return verdict(viewer) as boolean;
  },
})
class Maybe {
  run() {
    return 'here';
  }
}

const verifier = {
  verifyAccessToken: async (token: string) => ({
    token,
    clientId: 'app',
    scopes: ['board'],
    expiresAt: 4_000_000_000,
    extra:
      token === 'nobody'
        ? { role: 'admin' }
        : { ...principalClaims({ iss: 'https://issuer.example', sub: token }), role: 'admin' },
  }),
};

async function listening(
  options: { auth?: boolean } = {},
  use: (to: { url: URL; errors(): string[] }) => Promise<void> = async () => {},
) {
  const { lines, logger } = linesLogger();
  const server = createServer({
    name: 's',
    version: '1',
    components: [Maybe],
    logger,
    ...(options.auth && { auth: { verifier } }),
  });
  const { url } = await server.listen();
  seen.length = 0;
  const errors = () =>
    lines.all.filter(({ level }) => level === 'error').map(({ message }) => message);
  try {
    await use({ url, errors });
  } finally {
    await server.close({ graceMs: 0 });
  }
}

const listed = async (url: URL) =>
  (await call(url, { method: 'tools/list' })).body.result.tools.map(
    ({ name }: { name: string }) => name,
  );

describe('visible', () => {
  it('is told who looks: principal, scopes, claims, transport and era, and not the token', () =>
    listening({ auth: true }, async ({ url }) => {
      verdict = () => true;
      for (const era of ['2026', '2025'] as const) {
        const alice = await client(url, era, { token: 'alice' });
        seen.length = 0;
        await alice.listTools();
        expect(seen).toEqual([
          {
            principal: { issuer: 'https://issuer.example', subject: 'alice', client: 'app' },
            scopes: ['board'],
            claims: { iss: 'https://issuer.example', sub: 'alice', role: 'admin' },
            transport: 'http',
            era,
          },
        ]);
        await alice.close();
      }
    }));

  it('is asked anew on every list and every call', () =>
    listening({}, async ({ url }) => {
      for (const shown of [true, false, true]) {
        verdict = () => shown;
        expect(await listed(url)).toEqual(shown ? ['maybe'] : []);
        const { body } = await tool(url, 'maybe', {});
        expect(body).toMatchObject(
          shown ? { result: { content: [{ text: 'here' }] } } : { error: { code: -32_602 } },
        );
      }
    }));

  it.each([
    [
      'throws',
      () => {
        throw new Error('no rights service');
      },
    ],
    ['returns a promise', async () => true],
    ['returns a promise that rejects', () => Promise.reject(new Error('no rights service'))],
    ['returns nothing', () => undefined],
    ['returns something that only looks true', () => 1],
  ])('hides the component, and says so to the logger, when it %s', (_, broken) =>
    listening({}, async ({ url, errors }) => {
      verdict = () => true;
      expect(await listed(url)).toEqual(['maybe']);
      expect(errors()).toEqual([]);
      verdict = broken;
      expect(await listed(url)).toEqual([]);
      expect((await tool(url, 'maybe', {})).body.error).toMatchObject({
        code: -32_602,
        message: 'Unknown tool: maybe',
      });
      expect(errors()).toHaveLength(2);
      expect(errors()[0]).toMatch(/^Maybe: visible /);
    }),
  );

  it('hides the component from a token that names nobody, without being asked', () =>
    listening({ auth: true }, async ({ url }) => {
      verdict = () => true;
      for (const [token, there] of [
        ['alice', ['maybe']],
        ['nobody', []],
      ] as const) {
        const caller = await client(url, '2026', { token });
        seen.length = 0;
        expect((await caller.listTools()).tools.map(({ name }) => name)).toEqual(there);
        expect(seen).toHaveLength(there.length);
        await caller.close();
      }
    }));
});
