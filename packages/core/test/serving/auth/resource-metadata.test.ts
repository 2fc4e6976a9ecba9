import { request as httpRequest } from 'node:http';
import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type AuthOptions,
  ConfigError,
  type CountersignServer,
  createServer,
  principalClaims,
  type ServerOptions,
} from '../../../src/index.js';
import { Echo } from '../../support/releases.js';
import { rawRequest, testServer, tool } from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const RESOURCE = 'https://mcp.example/releases/mcp';
const INSERTED = '/.well-known/oauth-protected-resource/releases/mcp';
const ROOT = '/.well-known/oauth-protected-resource';
const metadata = { authorizationServers: ['https://login.example'] };
const verifier = {
  verifyAccessToken: async (token: string) => ({
    token,
    clientId: 'app',
    scopes: ['mcp'],
    expiresAt: 4_000_000_000,
    resource: new URL(RESOURCE),
    extra: principalClaims({ iss: 'https://login.example', sub: token }),
  }),
};
const auth: AuthOptions = { verifier, resource: RESOURCE, metadata };

async function served(options: Partial<ServerOptions> = {}) {
  const { server } = testServer({ auth, ...options });
  servers.push(server);
  const { url } = await server.listen();
  return { server, url, at: (path: string) => new URL(path, url) };
}

describe('protected resource metadata', () => {
  it('is served where clients look for it, to everybody', async () => {
    const { at } = await served();
    for (const path of [INSERTED, ROOT]) {
      const response = await fetch(at(path));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toEqual({
        resource: RESOURCE,
        authorization_servers: ['https://login.example'],
        bearer_methods_supported: ['header'],
        resource_name: 'releases',
      });
    }
    for (const path of [
      `${INSERTED}/more`,
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
    ])
      expect((await fetch(at(path))).status).toBe(404);
  });

  it('is found by the official client, at the resource and from a challenge', async () => {
    const { url } = await served({ auth: { ...auth, resource: 'http://localhost:1/mcp' } });
    expect(await discoverOAuthProtectedResourceMetadata(url)).toMatchObject({
      resource: 'http://localhost:1/mcp',
    });
    const { url: other, at } = await served();
    const challenge = extractWWWAuthenticateParams(
      await fetch(rawRequest(other, { method: 'tools/list' })),
    );
    expect(challenge.resourceMetadataUrl?.href).toBe(`https://mcp.example${INSERTED}`);
    const found = await discoverOAuthProtectedResourceMetadata(other, {
      resourceMetadataUrl: at(INSERTED),
    });
    expect(found.authorization_servers).toEqual(['https://login.example']);
  });

  it('says what the options say', async () => {
    const { at } = await served({
      title: 'Releases',
      auth: {
        ...auth,
        requiredScopes: ['mcp'],
        metadata: { ...metadata, resourceDocumentation: 'https://mcp.example/docs?page=1' },
      },
    });
    expect(await (await fetch(at(ROOT))).json()).toMatchObject({
      scopes_supported: ['mcp'],
      resource_name: 'Releases',
      resource_documentation: 'https://mcp.example/docs?page=1',
    });
    const own = await served({
      auth: {
        ...auth,
        requiredScopes: ['mcp'],
        metadata: { ...metadata, scopesSupported: ['mcp', 'more'], resourceName: 'Mine' },
      },
    });
    expect(await (await fetch(own.at(ROOT))).json()).toMatchObject({
      scopes_supported: ['mcp', 'more'],
      resource_name: 'Mine',
    });
  });

  it('has one path for a resource that is a whole origin, which is spelled as given', async () => {
    const { at } = await served({ auth: { ...auth, resource: 'https://mcp.example' } });
    expect(await (await fetch(at(ROOT))).json()).toMatchObject({ resource: 'https://mcp.example' });
    expect((await fetch(at(`${ROOT}/mcp`))).status).toBe(404);
  });

  it('is read by GET and HEAD, and its preflight is answered', async () => {
    const { at } = await served();
    const head = await fetch(at(INSERTED), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/json',
      '',
    ]);
    const preflight = await fetch(at(INSERTED), {
      method: 'OPTIONS',
      headers: {
        'access-control-request-headers': 'mcp-protocol-version',
        'access-control-request-method': 'GET',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('mcp-protocol-version');
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const refused = await fetch(at(INSERTED), { method });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });

  it('may be read by pages of the origins that the server lets in, and only through its own name', async () => {
    const { at, url } = await served();
    const page = (origin: string) => fetch(at(INSERTED), { headers: { origin } });
    const local = await page('http://localhost:6274');
    expect([local.status, local.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect((await page('https://evil.example')).status).toBe(403);
    const status = (host: string) =>
      new Promise((resolve, reject) => {
        const { hostname, port } = url;
        httpRequest({ hostname, port, path: INSERTED, headers: { host } }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end();
      });
    expect(await status('localhost')).toBe(200);
    expect(await status('evil.example')).toBe(403);
  });

  it('is served by fetch too', async () => {
    const { server } = await served();
    const response = await server.fetch(new Request(`https://mcp.example${INSERTED}`));
    expect(await response.json()).toMatchObject({ resource: RESOURCE });
  });

  it('is nowhere unless it is configured', async () => {
    for (const options of [{ auth: { verifier } }, { auth: { verifier, resource: RESOURCE } }]) {
      const { at, url } = await served(options);
      expect((await fetch(at(ROOT))).status).toBe(404);
      const challenge = extractWWWAuthenticateParams(
        await fetch(rawRequest(url, { method: 'tools/list' })),
      );
      expect(challenge).toMatchObject({ error: 'invalid_token' });
      expect(challenge.resourceMetadataUrl).toBeUndefined();
    }
  });

  it('leaves the endpoint as it is', async () => {
    const { url } = await served({ http: { path: '/api' } });
    expect(url.pathname).toBe('/api');
    const headers = { authorization: 'Bearer bob' };
    expect(
      (await tool(url, 'echo', { text: 'x' }, {}, { headers })).body.result.content[0].text,
    ).toBe('x');
  });

  it('is named by another URL where the options name one', async () => {
    const elsewhere = 'https://mcp.example/.well-known/oauth-protected-resource';
    const { url, at } = await served({ auth: { ...auth, resourceMetadataUrl: elsewhere } });
    const challenge = extractWWWAuthenticateParams(
      await fetch(rawRequest(url, { method: 'tools/list' })),
    );
    expect(challenge.resourceMetadataUrl?.href).toBe(elsewhere);
    expect((await fetch(at(INSERTED))).status).toBe(200);
  });

  it('is refused at start where clients could not use it', () => {
    const made = (options: Partial<AuthOptions>) => () => {
      try {
        createServer({
          name: 's',
          version: '1',
          components: [Echo],
          auth: { ...auth, ...options },
        });
        return 'made';
      } catch (error) {
        return error instanceof ConfigError ? `${error.code} ${error.message}` : 'another error';
      }
    };
    for (const fine of [
      {},
      { resource: 'http://127.0.0.1:3000/mcp' },
      {
        resource: 'http://[::1]:3000/mcp',
        metadata: { authorizationServers: ['http://localhost:9000/tenant'] },
      },
      { resourceMetadataUrl: 'http://localhost:3000/meta?x=1' },
      { metadata: { ...metadata, scopesSupported: [] } },
    ])
      expect([fine, made(fine)()]).toEqual([fine, 'made']);
    for (const [names, options] of [
      ['auth.resource', { resource: undefined as never }],
      ['auth.resource', { resource: 'http://mcp.example/mcp' }],
      ['auth.resource', { resource: 'urn:mcp' }],
      ['auth.resource', { resource: 'https://mcp.example/mcp#part' }],
      ['auth.resource', { resource: 'https://mcp.example/mcp?x=1' }],
      ['auth.resource', { resource: 'https://bob:secret@mcp.example/mcp' }],
      ['https://mcp.example/mcp', { resource: 'https://MCP.example:443/mcp' }],
      ['auth.metadata must', { metadata: 'https://login.example' as never }],
      ['authorizationServers', { metadata: {} as never }],
      ['authorizationServers', { metadata: { authorizationServers: [] } }],
      ['authorizationServers', { metadata: { authorizationServers: ['login.example'] } }],
      ['authorizationServers', { metadata: { authorizationServers: ['http://login.example'] } }],
      [
        'authorizationServers',
        { metadata: { authorizationServers: ['https://login.example?tenant=1'] } },
      ],
      ['scopesSupported', { metadata: { ...metadata, scopesSupported: ['two words'] } }],
      ['scopesSupported', { metadata: { ...metadata, scopesSupported: ['offline_access'] } }],
      ['requiredScopes', { requiredScopes: ['offline_access'] }],
      ['requiredScopes', { requiredScopes: 'mcp' as never }],
      ['resourceName', { metadata: { ...metadata, resourceName: '' } }],
      ['resourceDocumentation', { metadata: { ...metadata, resourceDocumentation: '/docs' } }],
      ['auth.metadata.resourceNmae', { metadata: { ...metadata, resourceNmae: 'x' } as never }],
      ['auth.resourceMetadataUrl', { resourceMetadataUrl: 'http://mcp.example/meta' }],
      ['auth.resourceMetadataUrl', { resourceMetadataUrl: '/meta' }],
    ] as const) {
      expect([options, made(options)()]).toEqual([
        options,
        expect.stringContaining('invalid_option'),
      ]);
      expect(made(options)()).toContain(names);
      expect(made(options)()).not.toContain('secret');
    }
  });
});
