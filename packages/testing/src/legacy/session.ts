import type { PlayedCaller } from '../caller.js';
import type { Instance } from '../instance.js';
import type { Members } from '../members.js';
import {
  type ComponentRequest,
  connectLegacy,
  type LegacyClient,
  type LegacyParts,
} from '../sdk.js';
import type { PlayedRound } from '../verdict.js';
import { type Watched, type WireReply, watch, whole } from '../wire.js';

/** Where a message goes, and whose token goes with it. */
export interface Route {
  readonly instance: Instance;
  readonly caller: PlayedCaller | undefined;
}

export type Ended = Pick<PlayedRound, 'reply' | 'complaint'>;

/** A session of the official client of 2025, and the one call that is made in it. */
export interface LiveSession {
  /** JSON-RPC id of the call; throws before it was made. */
  readonly id: string | number;
  /** Sends the call. Resolves when it is answered; rejects with what the server's `fetch` throws. */
  call(request: ComponentRequest): Promise<Ended>;
  /** Sends one message, by any route. Returns the answer of an HTTP that does not take it. */
  post(message: Members, route?: Route): Promise<WireReply | undefined>;
  close(): Promise<void>;
}

type Connected = { readonly session: LiveSession } | { readonly refused: Ended };

/** Initialises a session, in which `asked` hears every question; or returns the answer of a server that opens none. */
export async function openSession(
  home: Route,
  { capabilities, asked }: Pick<LegacyParts, 'capabilities' | 'asked'>,
): Promise<Connected> {
  let route = home;
  let called: { readonly method: string; id?: string | number; watched?: Watched } | undefined;
  let untaken: WireReply | undefined;
  let thrown: { readonly error: unknown } | undefined;

  const answered = async (request: Request): Promise<Response> => {
    try {
      return await route.instance.fetch(request, route.caller);
    } catch (error) {
      thrown = { error };
      throw error;
    }
  };
  const fetch = async (request: Request, body: unknown): Promise<Response> => {
    const { id, method } = (body ?? {}) as {
      readonly id?: string | number;
      readonly method?: string;
    };
    const response = await answered(request);
    if (
      called !== undefined &&
      called.id === undefined &&
      method === called.method &&
      id !== undefined
    ) {
      called.id = id;
      called.watched = watch(response);
      return called.watched.response;
    }
    if (response.ok || request.method !== 'POST') return response;
    const read = await whole(response);
    untaken = read.reply();
    return read.response;
  };
  /** What an attempt came to, told by the wire; or what the attempt itself threw. */
  const judged = (
    reply: WireReply | undefined,
    failed: { readonly error: unknown } | undefined,
  ): Ended => {
    if (thrown !== undefined) throw thrown.error;
    if (reply === undefined)
      throw failed?.error ?? new TypeError('the official client sent no request');
    if (failed === undefined || reply.result === undefined) return { reply };
    const { result: _, ...rest } = reply;
    return {
      reply: rest,
      complaint: failed.error instanceof Error ? failed.error.message : String(failed.error),
    };
  };

  let client: LegacyClient;
  try {
    client = await connectLegacy({ url: home.instance.url, capabilities, fetch, asked });
  } catch (error) {
    return { refused: judged(untaken, { error }) };
  }
  const session: LiveSession = {
    get id() {
      if (called?.id === undefined) throw new TypeError('the call was not made yet');
      return called.id;
    },
    call: async (request) => {
      called = { method: request.method };
      const failed = await client.request(request).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      return judged(called.watched?.reply() ?? untaken, failed);
    },
    post: async (message, by = home) => {
      route = by;
      untaken = undefined;
      try {
        await client.send(message as never);
        return undefined;
      } catch (error) {
        return judged(untaken, { error }).reply;
      } finally {
        route = home;
      }
    },
    close: () => client.close(),
  };
  return { session };
}
