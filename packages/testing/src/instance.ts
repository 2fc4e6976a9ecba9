import type {
  Clock,
  CountersignServer,
  Ledger,
  LegacyBridge,
  RandomBytes,
  ServerEvent,
  ServerOptions,
  StateCodec,
} from '@countersign/core';
import { rebuild, serverOptions } from '@countersign/core/internal';
import { bearerFor, believedBearers, type PlayedCaller } from './caller.js';
import { type Failure, failures } from './failures.js';
import { later } from './fake-clock.js';
import { type EffectSeen, happening } from './happened.js';
import type { Members } from './members.js';
import type { Discovery } from './sdk.js';
import type { Transcript } from './transcript.js';

/** What all requests of one `play()` share. */
export interface Session {
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** The server's own would remember flows of other plays, which have the same ids: their randomness is seeded alike. */
  readonly ledger: Ledger;
  readonly discoveries: WeakMap<CountersignServer, Discovery>;
  /** Hears of every round that was written down. */
  readonly played: (transcript: Transcript) => void;
}

/** The circumstances a request is sent in. */
export interface Circumstances {
  readonly server: CountersignServer;
  /** `undefined` sends no token. */
  readonly caller: PlayedCaller | undefined;
  readonly capabilities: Members;
  /** Seals in place of the server's own. */
  readonly codec: StateCodec | readonly StateCodec[] | undefined;
  /** Milliseconds by which this branch of the test is ahead of the session's clock. */
  readonly ahead: number;
}

/** A server made afresh from what the test gave as a recipe. */
export interface Instance {
  readonly url: URL;
  /** What it reported so far. */
  readonly events: readonly ServerEvent[];
  /** What failed there so far. */
  readonly failures: readonly Failure[];
  /** Which named effects happened there so far. */
  readonly effects: readonly EffectSeen[];
  /** Answers one request, as if it came from that caller through a proxy. */
  fetch(request: Request, caller: PlayedCaller | undefined): Promise<Response>;
  /** Aborts what still runs. */
  close(): Promise<void>;
}

const silent = () => undefined;
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

/** Begins a round: what it gives tells what an instance reported since, or from its beginning. */
export const since = (
  { events, failures, effects }: Pick<Instance, 'events' | 'failures' | 'effects'>,
  before = { events: events.length, failures: failures.length, effects: effects.length },
) => {
  return () => ({
    events: events.slice(before.events),
    failures: failures.slice(before.failures),
    effects: effects.slice(before.effects),
  });
};

/** Milliseconds since the epoch, by this branch of the test. */
export const clockOf = ({ clock }: Session, { ahead }: Circumstances): Clock => later(clock, ahead);

/** Makes a fresh instance of the server. `legacy` stands between it and its legacy bridge, if it has one. */
export function freshInstance(
  session: Session,
  circumstances: Circumstances,
  {
    legacy = (bridge) => bridge,
    heard = silent,
  }: { readonly legacy?: (bridge: LegacyBridge) => LegacyBridge; readonly heard?: () => void } = {},
): Instance {
  const { server, codec } = circumstances;
  const events: ServerEvent[] = [];
  const failed = failures();
  const happened = happening();
  const options = serverOptions(server);
  const { auth, state, onEvent, logger = SILENT, http } = options;
  const sealedBy = codec ?? state?.codec;
  const overrides: Partial<ServerOptions> = {
    clock: clockOf(session, circumstances),
    random: session.random,
    ledger: session.ledger,
    // What a component throws is told by the play; a logger that the test chose still gets it.
    logger: failed.heardBy(logger),
    onEvent: (event) => {
      events.push(event);
      failed.reported(event);
      happened.reported(event);
      onEvent?.(event);
      heard();
    },
    ...(auth !== undefined && { auth: { ...auth, verifier: believedBearers(auth) } }),
    // Every instance shares the one codec object, so a key that dies with the process is as good as any here.
    ...(sealedBy !== undefined && { state: { ...state, codec: sealedBy, ephemeral: true } }),
    ...(options.legacy !== undefined && { legacy: legacy(options.legacy) }),
  };
  const fresh = rebuild(server, overrides, happened.watch);
  return {
    url: new URL(`http://127.0.0.1${http?.path ?? '/mcp'}`),
    events,
    failures: failed.all,
    effects: happened.all,
    fetch: (request, caller) => {
      request.headers.set('host', http?.allowedHosts?.[0] ?? '127.0.0.1');
      if (auth !== undefined && caller !== undefined)
        request.headers.set('authorization', `Bearer ${bearerFor(caller)}`);
      // A server without a gate of its own gets the token as an embedder that validated it would pass it.
      const authInfo = auth === undefined ? caller?.token : undefined;
      return happened.outside(() => fresh.fetch(request, authInfo && { authInfo }));
    },
    close: () => fresh.close({ graceMs: 0 }),
  };
}
