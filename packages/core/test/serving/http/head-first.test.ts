import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CountersignServer,
  principalClaims,
  type ServerOptions,
  type TokenInfo,
} from '../../../src/index.js';
import { rawRequest, testServer } from '../../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

async function served(options: Partial<ServerOptions> = {}) {
  let checks = 0;
  const verifier = {
    async verifyAccessToken(token: string): Promise<TokenInfo | undefined> {
      checks++;
      const extra = principalClaims({ iss: 'i', sub: token });
      return { token, clientId: 'c', scopes: [], expiresAt: Date.now() / 1000 + 60, extra };
    },
  };
  const { server } = testServer({ auth: { verifier }, ...options });
  servers.push(server);
  const { url } = await server.listen();
  return { url, checks: () => checks };
}

/** Sends a head that promises a body, and reads until the server closes; the body follows only where one is given. */
async function exchange(
  url: URL,
  head: Record<string, string>,
  { path = url.pathname, body = '' } = {},
) {
  const socket = connect(Number(url.port), url.hostname);
  const headers = {
    host: url.host,
    'content-type': 'application/json',
    'content-length': '2',
    ...head,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const received = await text(socket);
  return { status: Number(received.split(' ')[1]), received: received.toLowerCase() };
}

describe('a request whose body is withheld', () => {
  const bearer = { authorization: 'Bearer bob' };

  it('is answered by its head: 401 without a token, 403 for a foreign Host or Origin, 404 elsewhere', async () => {
    const { url } = await served();
    for (const [status, head, path] of [
      [401, {}, undefined],
      [403, { ...bearer, host: 'evil.example' }, undefined],
      [403, { ...bearer, origin: 'https://evil.example' }, undefined],
      [404, bearer, '/elsewhere'],
      [415, { ...bearer, 'content-type': 'text/plain' }, undefined],
      [413, { ...bearer, 'content-length': '99999999' }, undefined],
    ] as const) {
      const refused = await exchange(url, head, path === undefined ? {} : { path });
      expect(refused.status).toBe(status);
      expect(refused.received).toContain('connection: close');
    }
  });

  it('is read once its head is admitted, and its token is checked once', async () => {
    const { url, checks } = await served();
    const complete = await exchange(url, { ...bearer, connection: 'close' }, { body: '{}' });
    expect(complete.status).toBe(400);
    expect(complete.received).toContain('not a valid json-rpc message');
    expect(checks()).toBe(1);
  });
});

describe('a refusal', () => {
  it('reaches clients that send the body with the head, and keeps the connection of one that has sent all', async () => {
    const { url } = await served();
    const big = { params: { name: 'echo', arguments: { text: 'x'.repeat(500_000) } } };
    for (let n = 0; n < 20; n++) expect((await fetch(rawRequest(url, big))).status).toBe(401);
    const kept = await fetch(url, { headers: { accept: 'text/event-stream' } });
    expect(kept.status).toBe(401);
    expect(kept.headers.get('connection')).not.toBe('close');
  });
});
