import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Clock, keepingAlive } from '../../clock.js';
import { toWebRequest } from '../sdk.js';
import type { DrainSignal } from './drain.js';
import { type BodyReader, serverError } from './http.js';

/** Where `listen` listens, and what ends it. */
export interface ListenOptions {
  /** TCP port; default 0, any free one. */
  readonly port?: number;
  /** Address to bind; default 127.0.0.1. */
  readonly host?: string;
  /**
   * Signals on which the server closes in order and the process exits with 0: no new connections, calls in flight finish for
   * `graceMs`, an `again(…, { afterMs })` that waits is answered at once. A second signal ends the process at once, with 128 plus its
   * number. Default: none. One `listen` of a server may have it, since it is the server that closes.
   */
  readonly drainOn?: readonly DrainSignal[];
  /** Milliseconds that calls in flight may take to finish after a signal of `drainOn`; default 5000. */
  readonly graceMs?: number;
  /** Called when the server has closed after a signal of `drainOn`, and waited for before the process exits: flush spans, end a pool. */
  readonly beforeExit?: () => unknown;
}

/** How `close` waits. */
export interface CloseOptions {
  /** Milliseconds that requests in flight may take to finish before they are aborted; default 5000. */
  readonly graceMs?: number;
}

/** A server that listens. */
export interface Listening {
  /** Of the endpoint, path included. */
  readonly url: URL;
  /** Stops accepting, lets requests in flight finish, and aborts them after the grace. */
  close(options?: CloseOptions): Promise<void>;
}

/** How long requests in flight may take to finish when nothing else is said. */
export const GRACE_MS = 5000;

interface ListenParts {
  readonly path: string;
  readonly clock: Clock;
  /** Answers a request of which only the head was read. */
  readonly serve: (request: Request, reader: BodyReader) => Promise<Response>;
  /** Hears of what goes wrong with the listening socket itself, which would otherwise end the process. */
  readonly failed: (error: Error) => void;
}

/** A listener, and how much it has to do. */
export interface Bound extends Listening {
  /** Exchanges whose answer is not complete, streams included; and open sockets. */
  stats(): { readonly requests: number; readonly connections: number };
}

/** Binds a node:http server. Rejects when the address cannot be bound. */
export async function listenHttp(
  { path, clock, serve, failed }: ListenParts,
  { port = 0, host = '127.0.0.1' }: Pick<ListenOptions, 'port' | 'host'>,
): Promise<Bound> {
  const inFlight = new Map<Promise<void>, AbortController>();
  /** Opened ahead of a request, as pools and load balancers do. To node:http they are not idle before their first one. */
  const unused = new Set<Socket>();
  let connections = 0;
  const server = createHttpServer((incoming, outgoing) => {
    unused.delete(incoming.socket);
    const abort = new AbortController();
    const exchange = answer(incoming, outgoing, abort.signal, () => abort.abort(), {
      serve,
      closing: () => !server.listening,
    });
    inFlight.set(exchange, abort);
    exchange.finally(() => inFlight.delete(exchange));
  });
  server.on('connection', (socket) => {
    unused.add(socket);
    connections++;
    socket.once('close', () => {
      unused.delete(socket);
      connections--;
    });
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

  const ended = async (graceMs: number) => {
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
    // What a client has sent already is read within this turn.
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    await closed;
    enough.abort();
    await late;
  };
  const close = ({ graceMs = GRACE_MS }: CloseOptions = {}) => keepingAlive(ended(graceMs));
  return {
    url: new URL(`http://${name}:${bound.port}${path}`),
    close,
    stats: () => ({ requests: inFlight.size, connections }),
  };
}

interface Exchange extends Pick<ListenParts, 'serve'> {
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
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), {
    once: true,
  });
  try {
    const response = await responseTo(incoming, signal, exchange);
    // A body that nobody will read, and that has not arrived yet, is not waited for.
    if (exchange.closing() || !incoming.complete) outgoing.setHeader('connection', 'close');
    outgoing.writeHead(response.status, headersOf(response));
    outgoing.flushHeaders();
    reader = response.body?.getReader();
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) break;
      if (!outgoing.write(chunk.value)) await drained(outgoing);
      if (outgoing.destroyed) return void reader?.cancel().catch(() => undefined);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

/**
 * Whether the connection stays is between node:http and the client, which may have asked for its end (RFC 9112 §9.6): the
 * streams' own `keep-alive` would overrule both. A `close` is meant.
 */
function headersOf({ headers }: Response): Record<string, string> {
  const { connection, ...others } = Object.fromEntries(headers);
  return connection === 'close' ? { ...others, connection } : others;
}

async function responseTo(
  incoming: IncomingMessage,
  signal: AbortSignal,
  { serve }: Exchange,
): Promise<Response> {
  let request: Request;
  try {
    request = await toWebRequest(headOf(incoming), undefined, {
      signal,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    });
  } catch {
    return Response.json(
      {
        jsonrpc: '2.0',
        error: { code: -32_700, message: 'Parse error: the request could not be read' },
        id: null,
      },
      { status: 400, headers: { connection: 'close' } },
    );
  }
  try {
    return await serve(request, bodyOf(incoming));
  } catch {
    return serverError(500, 'Internal server error');
  }
}

/** The request without its body, which is read only once the head is admitted, and then once. */
const headOf = ({ method, url, headers }: IncomingMessage) => ({
  ...(method !== undefined && { method }),
  ...(url === undefined ? { headers } : inOriginForm(url, headers)),
  async *[Symbol.asyncIterator]() {},
});

/**
 * A target that is a whole URL must be taken, and its host, not that of the header, is the one that was meant (RFC 9112 §3.2.2):
 * so it is also the one that the host check must see.
 */
function inOriginForm(
  url: string,
  headers: IncomingHttpHeaders,
): { readonly url: string; readonly headers: IncomingHttpHeaders } {
  if (!/^https?:\/\//i.test(url)) return { url, headers };
  const { host, pathname, search } = new URL(url);
  return { url: `${pathname}${search}`, headers: { ...headers, host } };
}

/** Reads in a way that leaves the socket open when reading stops early: a 413 must still get through. */
const bodyOf =
  (incoming: IncomingMessage): BodyReader =>
  async (limit) => {
    if (Number(incoming.headers['content-length']) > limit) return { tooLarge: true };
    const decoder = new TextDecoder();
    let text = '';
    let received = 0;
    for await (const chunk of incoming.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Uint8Array>) {
      received += chunk.byteLength;
      if (received > limit) return { tooLarge: true };
      text += decoder.decode(chunk, { stream: true });
    }
    return { tooLarge: false, text: text + decoder.decode() };
  };

/** Resolves once more can be written, or nothing can any more. */
const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    // Closed before the first byte: neither event is still to come.
    if (outgoing.destroyed) return resolve();
    const done = () => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.once('drain', done);
    outgoing.once('close', done);
  });
