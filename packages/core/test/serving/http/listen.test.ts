import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createServer, systemClock } from '../../../src/index.js';
import { listenHttp } from '../../../src/serving/http/listen.js';
import { soon } from '../../support/serving.js';

/** A listener whose requests wait for the test. */
async function listening() {
  const waiting: ((response: Response) => void)[] = [];
  let left = 0;
  const serve = ({ signal }: Request) => {
    signal.addEventListener('abort', () => left++);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  };
  const bound = await listenHttp(
    { path: '/mcp', clock: systemClock, serve, failed: () => undefined },
    {},
  );
  return { ...bound, waiting, left: () => left };
}
/** Longer than a test may take. */
const GRACE = { graceMs: 60_000 };

describe('a listener that closes', () => {
  it('does not wait for clients that left before there was an answer for them, and reads none of it', async () => {
    const { url, close, waiting, left } = await listening();
    const post = (signal?: AbortSignal) =>
      fetch(url, { method: 'POST', body: '{}', ...(signal && { signal }) });
    const leaving = new AbortController();
    const leave = [post(leaving.signal), post(leaving.signal)];
    await soon(() => expect(waiting).toHaveLength(2));
    leaving.abort();
    for (const response of leave) await expect(response).rejects.toThrow('aborted');
    await soon(() => expect(left()).toBe(2));
    const stays = post();
    await soon(() => expect(waiting).toHaveLength(3));
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: () => {
        cancelled = true;
      },
    });
    waiting[0]?.(Response.json({ for: 'nobody' }));
    waiting[1]?.(new Response(endless));
    waiting[2]?.(Response.json({ for: 'whoever is there' }));
    expect(await (await stays).json()).toEqual({ for: 'whoever is there' });
    await close(GRACE);
    expect(cancelled).toBe(true);
  });

  it('does not wait for a connection that never carried a request', async () => {
    const { url, close, waiting } = await listening();
    const unused = connect(Number(url.port), url.hostname).on('error', () => undefined);
    await once(unused, 'connect');
    const ended = once(unused.resume(), 'close');
    // Connected after it and served: so the server has taken in both.
    const used = fetch(url, { method: 'POST', body: '{}' });
    await soon(() => expect(waiting).toHaveLength(1));
    const closed = close(GRACE);
    waiting[0]?.(Response.json({ in: 'time' }));
    expect(await (await used).json()).toEqual({ in: 'time' });
    await Promise.all([ended, closed]);
  });
});

describe('a listener', () => {
  it.each([
    ['JSON', () => Response.json({ a: 1 }, { headers: { connection: 'keep-alive' } })],
    [
      'a stream',
      () =>
        new Response('data: 1\n\n', {
          headers: { 'content-type': 'text/event-stream', connection: 'keep-alive' },
        }),
    ],
  ])(
    'ends the connection of a client that asked for its end, and of no other, after %s',
    async (_, answer) => {
      const { url, close, waiting } = await listening();
      const sent = async (connection: string) => {
        const socket = connect(Number(url.port), url.hostname);
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        const ended = once(socket, 'close');
        const before = waiting.length;
        socket.write(`GET /mcp HTTP/1.1\r\nhost: ${url.host}\r\nconnection: ${connection}\r\n\r\n`);
        await soon(() => expect(waiting).toHaveLength(before + 1));
        waiting.at(-1)?.(answer());
        await soon(() => expect(text).toContain('\r\n\r\n'));
        return { socket, ended, head: () => text.toLowerCase() };
      };
      const stays = await sent('keep-alive');
      expect(stays.head()).toContain('connection: keep-alive');
      const leaves = await sent('close');
      await leaves.ended;
      expect(leaves.head()).toContain('connection: close');
      expect(stays.socket.closed).toBe(false);
      stays.socket.destroy();
      await close(GRACE);
    },
  );

  it('takes a target that is a whole URL, and checks the host in it, not that of the header', async () => {
    const server = createServer({ name: 'absolute', version: '1.0.0', components: [] });
    const { url } = await server.listen();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });
    const statusOf = async (target: string, host: string) => {
      const socket = connect(Number(url.port), url.hostname);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      const head = `host: ${host}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\nconnection: close`;
      socket.write(
        `POST ${target} HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      await once(socket, 'close');
      return Number(text.split(' ')[1]);
    };
    expect(await statusOf('/mcp', url.host)).toBe(200);
    expect(await statusOf(url.href, url.host)).toBe(200);
    expect(await statusOf(url.href, 'evil.example')).toBe(200);
    expect(await statusOf('/mcp', 'evil.example')).toBe(403);
    expect(await statusOf('http://evil.example/mcp', url.host)).toBe(403);
    expect(await statusOf('http://[::/mcp', url.host)).toBe(400);
    expect(await statusOf(`${url.origin}/other`, url.host)).toBe(404);
    await server.close();
  });
});
