import type { TokenInfo } from '../auth/auth.js';
import { bearerGate } from '../auth/bearer.js';
import { metadataPages } from '../auth/resource-metadata.js';
import type { Settings } from '../options/settings.js';
import { type Refusal, readIncoming } from '../protocol/incoming.js';
import {
  hostHeaderValidationResponse,
  isJsonContentType,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '../sdk.js';
import { type BodyRead, readBody } from './body.js';

/** A request that passed the front: who sent it, and its body, parsed once. */
export interface Admitted {
  readonly request: Request;
  readonly token: TokenInfo | undefined;
  /** `undefined` on methods without a body. */
  readonly body: unknown;
  /** Whether the body was parsed here, so that it is JSON whatever else is wrong with it. */
  readonly parsedHere: boolean;
}

/** What an embedder of `fetch` may hand on with a request. */
export interface FetchOptions {
  /** Of a token that the embedder validated already: `auth.verifier` is then not asked. Its scopes are checked all the same. */
  readonly authInfo?: TokenInfo;
  /** The body, when the embedder read it already; no size limit applies to it. */
  readonly parsedBody?: unknown;
}

/** Reads the body of a request that is admitted by its head. Untrusted; never more than `limit` bytes of it. */
export type BodyReader = (limit: number) => Promise<BodyRead>;

/** How a request reached the front: a listener bound to loopback also checks `Host` (DNS rebinding). */
export type Entrance = 'loopback' | 'open';

const rpcError = (
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
) =>
  Response.json(
    { jsonrpc: '2.0', error: { code, message }, id: null },
    { status, ...(headers !== undefined && { headers }) },
  );

/** An answer for requests that never reach a component. */
export const serverError = (status: number, message: string): Response =>
  rpcError(status, -32_603, message);

/**
 * Makes the checks before the protocol's own, cheapest and least trusting first: path, `Origin` on every bind, `Host` on
 * loopback binds, the token, then the body, of which nothing is read before: who may not call cannot make the server wait for it.
 * Refusals are JSON-RPC shaped, those of a token as OAuth has them. The resource metadata is for whoever asks.
 */
export function httpFront(
  settings: Settings,
): (
  request: Request,
  options: FetchOptions,
  entrance: Entrance,
  read?: BodyReader,
) => Promise<Admitted | Response> {
  const { path, maxBodyBytes } = settings;
  const { auth, http, legacy } = settings.options;
  const pages = metadataPages(settings);
  const origins = [...(http?.allowedOrigins ?? localhostAllowedOrigins())];
  const hosts = http?.allowedHosts === undefined ? undefined : [...http.allowedHosts];
  const gate =
    auth === undefined
      ? undefined
      : bearerGate(auth, (error) =>
          settings.logger.error(
            { err: error },
            'auth.verifier failed; return undefined for a token that is not valid',
          ),
        );

  return async (request, options, entrance, reader = (limit) => readBody(request, limit)) => {
    const asked = pathOf(request.url);
    const page = pages(asked);
    if (page === undefined && bare(asked) !== bare(path))
      return rpcError(404, -32_600, `Not found. ${streamableHttp(path)}`);
    const allowed = hosts ?? (entrance === 'loopback' ? localhostAllowedHostnames() : undefined);
    const foreign =
      originValidationResponse(request, origins) ??
      (allowed && hostHeaderValidationResponse(request, allowed));
    if (foreign !== undefined) return foreign;
    if (page !== undefined) return page(request);

    let token = options.authInfo;
    if (token === undefined && gate !== undefined) {
      const verdict = await gate(request);
      if (verdict instanceof Response) return verdict;
      token = verdict;
    }
    // A client of the HTTP+SSE transport begins so. Where there are sessions, a client of one listens so too.
    if (request.method === 'GET' && legacy === undefined)
      return rpcError(405, -32_000, `Method not allowed. ${streamableHttp(path)}`, {
        allow: 'POST',
      });
    if (request.method !== 'POST') return { request, token, body: undefined, parsedHere: false };
    if (!isJsonContentType(request.headers.get('content-type')))
      return rpcError(415, -32_600, 'Content-Type must be application/json');
    const body =
      options.parsedBody === undefined
        ? await parsedBody(reader, maxBodyBytes)
        : { value: options.parsedBody, text: undefined };
    if (body instanceof Response) return body;
    const read = readIncoming(body.value, body.text);
    return 'refusal' in read
      ? refused(read.refusal)
      : { request, token, body: read.message, parsedHere: options.parsedBody === undefined };
  };
}

/** An error that answers no request in particular has no place in a result: it is a bad request. */
const refused = (refusal: Refusal | readonly Refusal[]): Response =>
  Response.json(refusal, { status: 'id' in refusal && refusal.id === null ? 400 : 200 });

/** For clients of the HTTP+SSE transport of 2024-11-05, which GET a stream and wait on it for the address to post to. */
export const streamableHttp = (path: string): string =>
  `This server speaks Streamable HTTP: POST to ${path}. HTTP+SSE is not served.`;

/** A path without the slash at its end, which people and proxies add. */
const bare = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** The path of an absolute URL, without parsing the rest of it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

async function parsedBody(
  reader: BodyReader,
  limit: number,
): Promise<{ value: unknown; text: string } | Response> {
  let text: string;
  try {
    const read = await reader(limit);
    if (read.tooLarge)
      return rpcError(413, -32_600, `Request body is larger than ${limit} bytes`, {
        connection: 'close',
      });
    text = read.text;
  } catch {
    return rpcError(400, -32_700, 'Parse error: the request body could not be read');
  }
  try {
    return { value: JSON.parse(text), text };
  } catch {
    return rpcError(400, -32_700, 'Parse error: the request body is not valid JSON');
  }
}
