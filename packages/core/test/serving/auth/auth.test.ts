import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallContext,
  type CountersignServer,
  type Principal,
  type PrincipalRequest,
  principalClaims,
  type ServerOptions,
  type TokenInfo,
  Tool,
} from '../../../src/index.js';
import { principalOf } from '../../../src/serving/auth/auth.js';
import { EVERYTHING } from '../../support/releases.js';
import { accept, call, client, testServer, tool } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const seen: Principal[] = [];

@Tool({ name: 'whoami', description: 'Says who calls.' })
class WhoAmI {
  run(_: object, _answers: object, ctx: CallContext) {
    seen.push(ctx.principal);
    return ctx.principal.subject;
  }
}

/** Tokens are `sub`; one is not valid, and one cannot be checked. */
const verifier = {
  async verifyAccessToken(token: string): Promise<TokenInfo | undefined> {
    if (token === 'invalid') return undefined;
    if (token === 'null') return null as never;
    if (token === 'odd') return 'bob' as never;
    if (token === 'bad') throw new Error('SECRET: the key server is down');
    const sub = token;
    const extra = sub === 'nobody' ? {} : principalClaims({ iss: 'https://issuer.example', sub });
    return { token, clientId: 'app', scopes: [], expiresAt: Date.now() / 1000 + 60, extra };
  },
};

async function served(options: Partial<ServerOptions> = {}) {
  const made = testServer({
    components: [...EVERYTHING, WhoAmI],
    auth: {
      verifier,
      resourceMetadataUrl: 'https://mcp.example/.well-known/oauth-protected-resource',
    },
    ...options,
  });
  servers.push(made.server);
  const { url } = await made.server.listen();
  return { ...made, url };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('bearer authentication', () => {
  it('answers 401 with a challenge to no token and to one that is not valid', async () => {
    const { url } = await served();
    expect((await tool(url, 'whoami', {}, {}, bearer('bob'))).body.result.content[0].text).toBe(
      'bob',
    );
    const none = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toMatch(
      /^Bearer .*resource_metadata="https:\/\/mcp\.example/,
    );
    for (const token of ['invalid', 'null']) {
      const invalid = await fetch(url, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      });
      expect(invalid.status).toBe(401);
      expect(invalid.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    }
  });

  it('answers 500 when a token could not be checked, and says why to the logger only', async () => {
    const { url, lines } = await served();
    const failed = await call(url, { params: { name: 'whoami' }, ...bearer('bad') });
    expect(failed.status).toBe(500);
    expect(JSON.stringify(failed.body)).not.toContain('SECRET');
    expect(lines.text()).toContain('the key server is down');
  });

  it('says what is wrong with a verifier that returns no AuthInfo', async () => {
    const { url, lines } = await served();
    expect((await call(url, { params: { name: 'whoami' }, ...bearer('odd') })).status).toBe(500);
    expect(lines.all).toMatchObject([
      { level: 'error', fields: { err: expect.objectContaining({ name: 'TypeError' }) } },
    ]);
    expect(lines.text()).not.toContain('bob');
  });

  it('reaches the official client in both eras', async () => {
    const { url } = await served();
    for (const era of ['2026', '2025'] as const) {
      const official = await client(url, era, { token: 'carol' });
      expect((await official.callTool({ name: 'whoami', arguments: {} })).content).toEqual([
        { type: 'text', text: 'carol' },
      ]);
      await official.close();
    }
  });

  it('refuses a call whose token names nobody, and never takes it for anonymous', async () => {
    const { url, releases, lines } = await served();
    const refused = await tool(url, 'deploy', { env: 'staging' }, {}, bearer('nobody'));
    expect(refused.body.result).toMatchObject({
      isError: true,
      content: [{ text: 'The caller could not be identified.' }],
    });
    const prompt = await call(url, {
      method: 'prompts/get',
      params: { name: 'review', arguments: { file: 'x' } },
      ...bearer('nobody'),
    });
    expect(prompt.body.error.code).toBe(-32603);
    expect(lines.text()).toContain('principalClaims');
    expect(releases.deployed).toEqual([]);
  });

  it('says whether it was the token or state.principal that named nobody, and logs what the latter throws', async () => {
    const token = await served();
    await tool(token.url, 'whoami', {}, {}, bearer('nobody'));
    expect(token.lines.text()).toContain('the validated token names no');
    const principal = ({ authInfo }: PrincipalRequest) => {
      if (authInfo?.token === 'dave') throw new Error('the directory is down');
      return authInfo?.token === 'bob' ? { issuer: 'i', subject: 'bob', client: 'c' } : undefined;
    };
    const { url, lines } = await served({ state: { codec: testCodec(), principal } });
    expect((await tool(url, 'whoami', {}, {}, bearer('bob'))).body.result.content[0].text).toBe(
      'bob',
    );
    expect((await tool(url, 'whoami', {}, {}, bearer('alice'))).body.result.isError).toBe(true);
    expect(lines.all).toMatchObject([
      { level: 'warn', message: expect.stringContaining('state.principal named no') },
    ]);
    expect((await tool(url, 'whoami', {}, {}, bearer('dave'))).body.result.isError).toBe(true);
    expect(lines.text()).toContain('state.principal threw {"err":"Error: the directory is down"}');
    expect(lines.text()).not.toContain('AuthInfo');
  });

  it('binds state to who calls', async () => {
    const { url, events, releases } = await served();
    const anonymous = await served({ auth: undefined as never });
    const asked = await tool(url, 'deploy', { env: 'staging' }, {}, bearer('bob'));
    const more = {
      requestState: asked.body.result.requestState,
      inputResponses: { confirm: accept({ confirm: true }) },
    };
    events.length = 0;
    expect(
      (await tool(url, 'deploy', { env: 'staging' }, more, bearer('alice'))).body.error.data,
    ).toEqual({
      reason: 'invalid_request_state',
    });
    expect(events).toMatchObject([{ type: 'state.refused', code: 'principal' }]);
    expect((await tool(anonymous.url, 'deploy', { env: 'staging' }, more)).body.error.data).toEqual(
      { reason: 'invalid_request_state' },
    );
    expect(anonymous.events).toMatchObject([{ type: 'state.refused', code: 'principal' }]);
    expect(
      (await tool(url, 'deploy', { env: 'staging' }, more, bearer('bob'))).body.result.content[0]
        .text,
    ).toBe('Deployed 42 to staging.');
    expect(releases.deployed).toHaveLength(1);
  });

  it('believes the authInfo an embedder passes to fetch', async () => {
    const { server } = await served();
    const { rawRequest, answered } = await import('../../support/serving.js');
    const request = rawRequest('http://x/mcp', { params: { name: 'whoami' } });
    const response = await server.fetch(request, {
      authInfo: {
        token: 't',
        clientId: 'c',
        scopes: [],
        extra: principalClaims({ iss: 'i', sub: 'dave' }),
      },
    });
    expect((await answered(response)).body.result.content[0].text).toBe('dave');
  });
});

describe('principalOf', () => {
  const token = (extra: Record<string, unknown>, clientId = 'app') => ({
    transport: 'http' as const,
    authInfo: { token: 't', clientId, scopes: [], extra },
  });

  it('takes issuer, subject and client from the token, all of them filled', () => {
    expect(principalOf(token({ iss: 'i', sub: 's' }), undefined)).toEqual({
      issuer: 'i',
      subject: 's',
      client: 'app',
    });
    for (const extra of [
      {},
      { iss: 'i' },
      { sub: 's' },
      { iss: '', sub: 's' },
      { iss: 'i', sub: '' },
      { iss: 'i', sub: 7 },
      Object.create({ iss: 'i', sub: 's' }),
    ]) {
      expect(principalOf(token(extra), undefined)).toBeUndefined();
    }
    expect(principalOf(token({ iss: 'i', sub: 's' }, ''), undefined)).toBeUndefined();
  });

  it('gives stdio and anonymous HTTP names of their own, that no token can take', () => {
    const stdio = principalOf({ transport: 'stdio' }, undefined);
    const anonymous = principalOf({ transport: 'http' }, undefined);
    expect(stdio).not.toEqual(anonymous);
    for (const { issuer, subject, client: clientId } of [stdio, anonymous] as Principal[]) {
      expect(
        principalOf(token({ iss: issuer, sub: subject }, clientId), undefined),
      ).toBeUndefined();
    }
  });

  it('lets a resolver override, and refuses when it throws or names nobody', () => {
    const named = { issuer: 'i', subject: 's', client: 'c' };
    expect(principalOf({ transport: 'http' }, () => named)).toEqual(named);
    expect(principalOf({ transport: 'http' }, () => undefined)).toBeUndefined();
    expect(principalOf({ transport: 'http' }, () => ({ ...named, subject: '' }))).toBeUndefined();
    expect(
      principalOf({ transport: 'http' }, () => {
        throw new Error('down');
      }),
    ).toBeUndefined();
  });

  it('refuses to build claims that name nobody', () => {
    expect(principalClaims({ iss: 'i', sub: 's' })).toEqual({ iss: 'i', sub: 's' });
    expect(() => principalClaims({ iss: '', sub: 's' })).toThrow(TypeError);
  });
});
