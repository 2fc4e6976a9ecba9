import type { Clock, CountersignServer, Ledger, RandomBytes, ServerEvent, ServerOptions, StateCodec } from '@countersign/core';
import { rebuild } from '@countersign/core/internal';
import { gateFor, type PlayedCaller } from './caller.js';
import { later } from './fake-clock.js';
import { type ComponentRequest, type Discovery, sendByOfficialClient } from './sdk.js';
import { tap, type WireReply } from './wire.js';

/** What all rounds of one `play()` share. */
export interface Session {
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** The server's own would remember flows of other plays, which have the same ids: their randomness is seeded alike. */
  readonly ledger: Ledger;
  readonly codec: StateCodec | readonly StateCodec[] | undefined;
  readonly discoveries: WeakMap<CountersignServer, Discovery>;
}

/** One request and the circumstances it is sent in. */
export interface RoundParts {
  readonly server: CountersignServer;
  /** `undefined` sends no token. */
  readonly caller: PlayedCaller | undefined;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Milliseconds by which this branch of the test is ahead of the session's clock. */
  readonly ahead: number;
  readonly request: ComponentRequest;
}

/** What one round came to. */
export interface PlayedRound {
  readonly reply: WireReply;
  readonly events: readonly ServerEvent[];
  /** Milliseconds since the epoch, by the server, when the request arrived. */
  readonly at: number;
  /** Why the official client did not take an answer that is no error. */
  readonly complaint?: string;
}

const silent = () => undefined;
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

/** Sends one request to a fresh instance of the server, and closes the instance. Rejects with what its `fetch` throws. */
export async function playRound(session: Session, parts: RoundParts): Promise<PlayedRound> {
  const events: ServerEvent[] = [];
  const clock = later(session.clock, parts.ahead);
  const at = clock.now();
  const { fresh, options } = freshServer(session, parts, clock, events);
  const wire = tap((request) => fresh.fetch(dressed(request, options, parts.caller), believed(options, parts.caller)));
  let refused: { readonly error: unknown } | undefined;
  try {
    await sendByOfficialClient(
      {
        url: new URL(`http://127.0.0.1${options.http?.path ?? '/mcp'}`),
        fetch: wire.fetch,
        capabilities: parts.capabilities,
        discovery: session.discoveries.get(parts.server),
        discovered: (discovery) => session.discoveries.set(parts.server, discovery),
      },
      parts.request,
    );
  } catch (error) {
    refused = { error };
  } finally {
    await fresh.close({ graceMs: 0 });
  }
  const reply = wire.newest();
  if (reply === undefined) throw refused?.error ?? new TypeError('the official client sent no request');
  if (refused === undefined || reply.result === undefined) return { reply, events, at };
  const { result: _, ...without } = reply;
  return { reply: without, events, at, complaint: refused.error instanceof Error ? refused.error.message : String(refused.error) };
}

function freshServer({ random, codec, ledger }: Session, { server, caller }: RoundParts, clock: Clock, events: ServerEvent[]) {
  let given: ServerOptions | undefined;
  const fresh = rebuild(server, (options) => {
    given = options;
    const { auth, state, onEvent, logger = SILENT } = options;
    const sealedBy = codec ?? state?.codec;
    return {
      clock,
      random,
      ledger,
      // What a component throws is in the transcript; a logger that the test chose still gets it.
      logger,
      onEvent: (event) => {
        events.push(event);
        onEvent?.(event);
      },
      ...(auth !== undefined && caller !== undefined && { auth: gateFor(auth, caller) }),
      // Every instance shares the one codec object, so a key that dies with the process is as good as any here.
      ...(sealedBy !== undefined && { state: { ...state, codec: sealedBy, ephemeral: true } }),
    };
  });
  return { fresh, options: given as unknown as ServerOptions };
}

/** With the headers that a proxy and a signed-in user would give it. */
function dressed(request: Request, { auth, http }: ServerOptions, caller: PlayedCaller | undefined): Request {
  request.headers.set('host', http?.allowedHosts?.[0] ?? '127.0.0.1');
  if (auth !== undefined && caller !== undefined) request.headers.set('authorization', 'Bearer play');
  return request;
}

/** A server without a gate of its own gets the token as an embedder that validated it would pass it. */
const believed = ({ auth }: ServerOptions, caller: PlayedCaller | undefined) =>
  auth === undefined && caller !== undefined ? { authInfo: caller.token } : {};
