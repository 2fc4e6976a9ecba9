import { PassThrough } from 'node:stream';
import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  ask,
  Complete,
  type CountersignServer,
  Elicit,
  form,
  Prompt,
  principalClaims,
  Resource,
  type ServerOptions,
  Tool,
} from '../../../src/index.js';
import type { BridgeCore } from '../../../src/internal.js';
import {
  accept,
  answered,
  call,
  client,
  MODERN,
  type Raw,
  rawRequest,
  soon,
  testServer,
  tool,
} from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const wiped: string[] = [];

@Tool({ name: 'wipe', description: 'Wipes once confirmed.', scopes: ['disk', 'wipe'] })
class Wipe {
  @Elicit() sure() {
    return ask.form('Sure?', form(z.object({ sure: z.boolean() })));
  }
  run(_: object, { sure }: Answers<Wipe>) {
    wiped.push(String(sure.sure));
    return 'Wiped.';
  }
}

@Prompt({
  name: 'plan',
  description: 'For planners.',
  input: z.object({ year: z.string().optional() }),
  scopes: ['plan'],
})
class Plan {
  @Complete('year')
  protected years() {
    return ['2026'];
  }
  run() {
    return 'The plan.';
  }
}

@Resource({ uri: 'vault://{name}', name: 'vault', scopes: ['vault'] })
class Vault {
  @Complete('name')
  protected names() {
    return ['one'];
  }
  run() {
    return 'gold';
  }
}

@Tool({ name: 'free', description: 'For everybody.' })
class Free {
  run() {
    return 'free';
  }
}

/** Tokens are `sub:scope+scope`. */
const verifier = {
  async verifyAccessToken(token: string) {
    const [sub = '', scopes = ''] = token.split(':');
    const extra = principalClaims({ iss: 'https://issuer.example', sub });
    return {
      token,
      clientId: 'app',
      scopes: scopes.split('+').filter(Boolean),
      expiresAt: 4_000_000_000,
      extra,
    };
  },
};
const METADATA = 'https://mcp.example/.well-known/oauth-protected-resource/mcp';

async function served(options: Partial<ServerOptions> = {}) {
  const made = testServer({
    components: [Wipe, Plan, Vault, Free],
    auth: { verifier, resourceMetadataUrl: METADATA },
    ...options,
  });
  servers.push(made.server);
  const { url } = await made.server.listen();
  return { ...made, url };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const ALL = bearer('bob:disk+wipe');

/** One request, and what its challenge says to the official client. */
async function challenged(url: URL, raw: Raw) {
  const response = await fetch(rawRequest(url, raw));
  const { resourceMetadataUrl, ...params } = extractWWWAuthenticateParams(response);
  return {
    status: response.status,
    ...params,
    metadata: resourceMetadataUrl?.href,
    body: await response.json(),
  };
}

describe('a component with scopes', () => {
  it('answers a token without them by 403 and a challenge that names all it needs', async () => {
    const { url, events } = await served();
    const wipe = { params: { name: 'wipe', arguments: {} } };
    expect((await call(url, { ...wipe, ...ALL })).body.result.resultType).toBe('input_required');
    events.length = 0;
    for (const token of ['bob', 'bob:disk', 'bob:Disk+wipe', 'bob:disk wipe']) {
      expect(await challenged(url, { ...wipe, ...bearer(token) })).toMatchObject({
        status: 403,
        error: 'insufficient_scope',
        errorDescription: expect.stringContaining('scope'),
        scope: 'disk wipe',
        metadata: METADATA,
        body: { error: 'insufficient_scope' },
      });
    }
    expect(events).toHaveLength(4);
    expect(events[0]).toMatchObject({
      type: 'scope.refused',
      component: 'wipe',
      era: '2026',
      scopes: ['disk', 'wipe'],
    });
    expect((await tool(url, 'free', {}, {}, bearer('bob'))).body.result.content[0].text).toBe(
      'free',
    );
  });

  it('does so for prompts and resources, of a template too', async () => {
    const { url } = await served();
    for (const [scope, raw] of [
      ['plan', { method: 'prompts/get', params: { name: 'plan' } }],
      ['vault', { method: 'resources/read', params: { uri: 'vault://one' } }],
    ] as const) {
      expect((await call(url, { ...raw, ...bearer(`bob:${scope}`) })).body.result).toBeDefined();
      expect(await challenged(url, { ...raw, ...bearer('bob') })).toMatchObject({
        status: 403,
        error: 'insufficient_scope',
        scope,
      });
    }
  });

  it('does so for the values of their arguments', async () => {
    const { url } = await served();
    for (const [scope, ref, name] of [
      ['plan', { type: 'ref/prompt', name: 'plan' }, 'year'],
      ['vault', { type: 'ref/resource', uri: 'vault://{name}' }, 'name'],
    ] as const) {
      const raw = { method: 'completion/complete', params: { ref, argument: { name, value: '' } } };
      expect(
        (await call(url, { ...raw, ...bearer(`bob:${scope}`) })).body.result.completion.values,
      ).toHaveLength(1);
      expect(await challenged(url, { ...raw, ...bearer('bob') })).toMatchObject({
        status: 403,
        error: 'insufficient_scope',
        scope,
      });
    }
  });

  it('is as unknown as any other to whom it does not exist', async () => {
    @Tool({
      name: 'hidden',
      description: 'For bob.',
      scopes: ['hidden'],
      visible: ({ principal }) => principal.subject === 'bob',
    })
    class Hidden {
      run() {
        return 'seen';
      }
    }
    const { url, server, events } = await served({ components: [Hidden, Free] });
    expect(await challenged(url, { params: { name: 'hidden' }, ...bearer('bob') })).toMatchObject({
      status: 403,
      scope: 'hidden',
    });
    events.length = 0;
    const unknown = async (token: string) =>
      (await tool(url, 'hidden', {}, {}, bearer(token))).body.error.code;
    expect(await unknown('alice')).toBe(-32602);
    server.components.disable('hidden');
    expect(await unknown('bob')).toBe(-32602);
    expect(events.filter(({ type }) => type === 'scope.refused')).toEqual([]);
  });

  it('asks the token of each round for them, and never the state', async () => {
    const { url } = await served();
    const asked = await tool(url, 'wipe', {}, {}, ALL);
    const more = {
      requestState: asked.body.result.requestState,
      inputResponses: { sure: accept({ sure: true }) },
    };
    const answer = { params: { name: 'wipe', arguments: {}, ...more } };
    wiped.length = 0;
    expect(await challenged(url, { ...answer, ...bearer('bob') })).toMatchObject({
      status: 403,
      scope: 'disk wipe',
    });
    expect(wiped).toEqual([]);
    expect((await call(url, { ...answer, ...ALL })).body.result.content[0].text).toBe('Wiped.');
    expect(wiped).toEqual(['true']);
  });

  it('asks for them before it looks at arguments, answers or state', async () => {
    const { url, events } = await served();
    let deep: unknown = {};
    for (let n = 0; n < 70; n++) deep = [deep];
    const bad = {
      params: {
        name: 'wipe',
        arguments: { deep },
        inputResponses: { sure: deep },
        requestState: 'forged',
      },
    };
    expect((await call(url, { ...bad, ...ALL })).body.error.code).toBe(-32602);
    events.length = 0;
    expect((await challenged(url, { ...bad, ...bearer('bob') })).status).toBe(403);
    expect(events).toMatchObject([{ type: 'scope.refused' }]);
  });

  it('names them together with those that every token must have', async () => {
    const { url, server } = await served({
      auth: { verifier, requiredScopes: ['mcp'], resourceMetadataUrl: METADATA },
    });
    expect(
      (await tool(url, 'wipe', {}, {}, bearer('bob:mcp+disk+wipe'))).body.result.resultType,
    ).toBe('input_required');
    const wipe = { params: { name: 'wipe', arguments: {} } };
    for (const token of ['bob', 'bob:mcp', 'bob:disk+wipe'])
      expect(await challenged(url, { ...wipe, ...bearer(token) })).toMatchObject({
        status: 403,
        scope: 'mcp disk wipe',
      });
    expect((await tool(url, 'free', {}, {}, bearer('bob:mcp'))).body.result.content[0].text).toBe(
      'free',
    );
    expect(await challenged(url, { params: { name: 'free' }, ...bearer('bob') })).toMatchObject({
      status: 403,
      scope: 'mcp',
    });
    const embedded = async (token: string) =>
      server.fetch(rawRequest('http://127.0.0.1/mcp', { params: { name: 'free' } }), {
        authInfo: await verifier.verifyAccessToken(token),
      });
    expect([(await embedded('bob:mcp')).status, (await embedded('bob')).status]).toEqual([
      200, 403,
    ]);
    expect(await challenged(url, { params: { name: 'free' } })).toMatchObject({
      status: 401,
      error: 'invalid_token',
      scope: 'mcp',
      metadata: METADATA,
    });
  });

  it('tells the official client of both eras what to ask for', async () => {
    const { url } = await served();
    for (const era of ['2026', '2025'] as const) {
      const allowed = await client(url, era, { token: 'bob:plan' });
      expect((await allowed.getPrompt({ name: 'plan' })).messages).toHaveLength(1);
      await allowed.close();
      const lacking = await client(url, era, { token: 'bob' });
      await expect(lacking.getPrompt({ name: 'plan' })).rejects.toMatchObject({
        requiredScope: 'plan',
        resourceMetadataUrl: new URL(METADATA),
      });
      await lacking.close();
    }
  });

  it('is told of by the era of the call', async () => {
    const { url, events } = await served();
    const old = (body: unknown, token: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
      });
    const plan = { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'plan' } };
    expect((await old(plan, 'bob:plan')).status).toBe(200);
    events.length = 0;
    expect((await old(plan, 'bob')).status).toBe(403);
    expect(events).toMatchObject([{ type: 'scope.refused', component: 'plan', era: '2025' }]);
  });

  it('is not reached through a batch either', async () => {
    const { url, events } = await served();
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'free' } },
      { jsonrpc: '2.0', id: 2, method: 'prompts/get', params: { name: 'plan' } },
      { jsonrpc: '2.0', id: 3, method: 'resources/read', params: { uri: 'vault://one' } },
    ];
    const sent = (token: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(batch),
      });
    expect((await sent('bob:plan+vault')).status).toBe(200);
    events.length = 0;
    const refused = await sent('bob:plan');
    expect(refused.status).toBe(403);
    expect(extractWWWAuthenticateParams(refused).scope).toBe('plan vault');
    expect(events).toMatchObject([{ type: 'scope.refused', component: 'vault', era: '2025' }]);
  });

  it('is 401 to a request without any token, where the server itself asks for none', async () => {
    const { server } = testServer({ components: [Wipe, Plan, Vault, Free] });
    servers.push(server);
    const plan = { method: 'prompts/get', params: { name: 'plan' } };
    const authInfo = (await verifier.verifyAccessToken('bob:plan')) as never;
    const embedded = (options: object) =>
      server.fetch(rawRequest('http://127.0.0.1/mcp', plan), options);
    expect((await answered(await embedded({ authInfo }))).body.result).toBeDefined();
    expect((await embedded({})).status).toBe(401);
    expect((await embedded({ authInfo: await verifier.verifyAccessToken('bob') })).status).toBe(
      403,
    );
  });

  it('needs none on stdio, where nothing grants any', async () => {
    const { server } = await served();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    let out = '';
    stdout.on('data', (chunk) => {
      out += chunk;
    });
    const ended = server.stdio({ stdin, stdout, exit: false });
    const meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const plan = {
      jsonrpc: '2.0',
      id: 1,
      method: 'prompts/get',
      params: { name: 'plan', _meta: meta },
    };
    stdin.write(`${JSON.stringify(plan)}\n`);
    await soon(() => expect(out).toContain('The plan.'));
    stdin.end();
    await ended;
  });

  it('is closed to a bridge that brings a call without them', async () => {
    let core: BridgeCore | undefined;
    const legacy = {
      attach: (given: BridgeCore) => {
        core = given;
        return {
          fetch: async () => new Response(),
          run: async () => ({ result: {} }),
          stats: () => ({ sessions: 0, openAsks: 0 }),
          drain: () => undefined,
          close: async () => undefined,
        };
      },
    };
    await served({ legacy });
    const round = (scopes: readonly string[]) =>
      core?.host.round({
        method: 'prompts/get',
        params: { name: 'plan' },
        principal: { issuer: 'i', subject: 's', client: 'c' },
        scopes,
        signal: new AbortController().signal,
        capabilities: {},
        client: {},
        notify: () => undefined,
      });
    expect(await round(['plan'])).toMatchObject({ kind: 'completed' });
    expect(await round([])).toMatchObject({ kind: 'rejected' });
  });
});
