import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../clock.js';
import { serverError } from './http.js';
import { toWebRequest } from './sdk.js';

export interface ListenOptions {
  /** TCP port; default 0, any free one. */
  readonly port?: number;
  /** Address to bind; default 127.0.0.1. */
  readonly host?: string;
}

export interface CloseOptions {
  /** Milliseconds that requests in flight may take to finish before they are aborted; default 5000. */
  readonly graceMs?: number;
}

export interface Listening {
  /** Of the endpoint, path included. */
  readonly url: URL;
  /** Stops accepting, lets requests in flight finish, and aborts them after the grace. */
  close(options?: CloseOptions): Promise<void>;
}

/** How long requests in flight may take to finish when nothing else is said. */
export const GRACE_MS = 5000;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host) || /^127(\.\d{1,3}){3}$/.test(host);

interface ListenParts {
  readonly path: string;
  readonly maxBodyBytes: number;
  readonly clock: Clock;
  readonly serve: (request: Request) => Promise<Response>;
  /** Hears of what goes wrong with the listening socket itself, which would otherwise end the process. */
  readonly failed: (error: Error) => void;
}

/** Binds a node:http server. Rejects when the address cannot be bound. */
export async function listenHttp(
  { path, maxBodyBytes, clock, serve, failed }: ListenParts,
  { port = 0, host = '127.0.0.1' }: ListenOptions,
): Promise<Listening> {
  const inFlight = new Map<Promise<void>, AbortController>();
  const server = createHttpServer((incoming, outgoing) => {
    const abort = new AbortController();
    const exchange = answer(incoming, outgoing, abort.signal, () => abort.abort(), {
      maxBodyBytes,
      serve,
      closing: () => !server.listening,
    });
    inFlight.set(exchange, abort);
    exchange.finally(() => inFlight.delete(exchange));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', failed);
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;

  const close = async ({ graceMs = GRACE_MS }: CloseOptions = {}) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const enough = new AbortController();
    const late = clock.sleep(graceMs, enough.signal).then(
      () => {
        for (const abort of inFlight.values()) abort.abort();
        server.closeAllConnections();
      },
      () => undefined,
    );
    await Promise.all(inFlight.keys()).then(() => server.closeIdleConnections());
    await closed;
    enough.abort();
    await late;
  };
  return { url: new URL(`http://${name}:${bound.port}${path}`), close };
}

interface Exchange {
  readonly maxBodyBytes: number;
  readonly serve: (request: Request) => Promise<Response>;
  readonly closing: () => boolean;
}

/**
 * One exchange. The package's own adapter holds headers back until the first byte, and notices a closed connection only at
 * its next write; a question on a live stream needs both at once.
 */
async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  signal: AbortSignal,
  abort: () => void,
  exchange: Exchange,
): Promise<void> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  outgoing.once('close', () => {
    if (outgoing.writableFinished) return;
    abort();
    reader?.cancel().catch(() => undefined);
  });
  outgoing.on('error', abort);
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true });
  try {
    const response = await responseTo(incoming, signal, exchange);
    if (exchange.closing()) outgoing.setHeader('connection', 'close');
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    reader = response.body?.getReader();
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) break;
      if (!outgoing.write(chunk.value)) await drained(outgoing);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

async function responseTo(incoming: IncomingMessage, signal: AbortSignal, { maxBodyBytes, serve }: Exchange): Promise<Response> {
  let request: Request;
  try {
    request = await toWebRequest(kept(incoming), undefined, { signal, maxRequestBodySize: maxBodyBytes });
  } catch (error) {
    const tooLarge = error instanceof Error && error.name === 'RequestBodyTooLargeError';
    const [status, code, message] = tooLarge
      ? [413, -32_600, `Request body is larger than ${maxBodyBytes} bytes`]
      : [400, -32_700, 'Parse error: the request could not be read'];
    return Response.json(
      { jsonrpc: '2.0', error: { code, message }, id: null },
      { status: Number(status), headers: { connection: 'close' } },
    );
  }
  try {
    return await serve(request);
  } catch {
    return serverError(500, 'Internal server error');
  }
}

/** The request, read in a way that leaves the socket open when reading stops early: a 413 must still get through. */
const kept = (incoming: IncomingMessage) => ({
  ...(incoming.method !== undefined && { method: incoming.method }),
  ...(incoming.url !== undefined && { url: incoming.url }),
  headers: incoming.headers,
  [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }),
});

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.once('drain', done);
    outgoing.once('close', done);
  });
