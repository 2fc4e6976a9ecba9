import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { decodeJwt } from 'jose';
import type { Wire } from './wire.js';

/** A replica as the balancer knows it. */
export interface Upstream {
  readonly name: string;
  readonly url: URL;
}

export interface Balancer {
  readonly url: URL;
  close(): Promise<void>;
}

/** Balances requests over replicas, one after the other, knowing nothing of any call: no affinity, no sessions. */
export async function roundRobin(
  upstreams: readonly [Upstream, ...Upstream[]],
  wire: Wire,
): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { name, url } = upstreams[turn++ % upstreams.length] ?? upstreams[0];
    const { method = 'GET', headers } = incoming;
    const sent = collected(incoming, (text) => wire.cross('-->', bearerOf(incoming), text));
    const forwarded = httpRequest(url, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const streamed = answer.headers['content-type']?.startsWith('text/event-stream');
      // Clients of 2025 also ask for a stream to listen on; without sessions there is none, and the refusal is no message.
      if (streamed || method === 'POST')
        (streamed ? streamedBy : collected)(answer, (text) =>
          wire.cross('<--', name, text, answer.statusCode),
        );
      pipeline(answer, outgoing).catch(() => outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    pipeline(sent, forwarded).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens in on a body that passes by, if it is any. */
function collected(stream: IncomingMessage, done: (text: string) => void): IncomingMessage {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.once('end', () => {
    if (chunks.length > 0) done(Buffer.concat(chunks).toString());
  });
  return stream;
}

/** Listens in on events that pass by (each a line of data): a question of 2025 waits on its stream until it is answered. */
function streamedBy(stream: IncomingMessage, each: (text: string) => void): void {
  const decoder = new TextDecoder();
  let line = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (line + decoder.decode(chunk, { stream: true })).split('\n');
    line = lines.pop() ?? '';
    for (const whole of lines) if (whole.startsWith('data: {')) each(whole.slice('data: '.length));
  });
}

/** Who sends it, for the log only: the replicas check the token, the balancer does not. */
function bearerOf({ headers: { authorization = '' } }: IncomingMessage): string {
  try {
    return decodeJwt(authorization.replace(/^Bearer /, '')).sub ?? 'nobody';
  } catch {
    return 'nobody';
  }
}
