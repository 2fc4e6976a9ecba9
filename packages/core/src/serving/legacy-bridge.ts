import type { WireAsk } from '../asks/question.js';
import type { Clock, RandomBytes } from '../clock.js';
import type { JsonObject } from '../json.js';
import type { Principal } from '../principal.js';
import type { Viewer } from '../viewer.js';
import type { TokenInfo } from './auth/auth.js';
import type { Notify } from './calls/call-context.js';
import type { Outcome, WireError } from './results/outcome.js';

export type ComponentMethod = 'tools/call' | 'prompts/get' | 'resources/read';

/** A result, or the JSON-RPC error that stands for it. */
export type WireAnswer =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: WireError };

/** One 2025 request for a component, as the shim sees it. */
export interface LegacyCall {
  readonly method: ComponentMethod;
  readonly params: Readonly<Record<string, unknown>>;
  /** `undefined`: a token that names nobody. */
  readonly principal: Principal | undefined;
  readonly scopes: readonly string[] | undefined;
  /** As whom components with `visible` judge the caller; absent, they are unknown to him. */
  readonly viewer?: Viewer | undefined;
  readonly signal: AbortSignal;
  /** Declared at `initialize`; `{}` when nothing was. */
  readonly capabilities: JsonObject;
  readonly client: { readonly name?: string; readonly version?: string };
  /** Sends a notification on the call's own stream. */
  readonly notify: Notify;
}

/** What an open call is about. */
export type BegunCall = Pick<LegacyCall, 'method' | 'params'>;

/** Why a live question brought no answer. None of these is the user's decision. */
export interface LegFailure {
  /** Wire key of the question; absent where none was put. */
  readonly step?: string;
  readonly kind:
    | 'timed_out'
    | 'refused_by_client'
    | 'disconnected'
    | 'cannot_carry'
    | 'unsupported';
  /** The option that rules the question out (`cannot_carry`). */
  readonly setting?: string;
  /** The client's own JSON-RPC error code (`refused_by_client`). */
  readonly code?: number;
  /** What the question needs, and the client's software has no method for (`unsupported`). */
  readonly needs?: JsonObject;
}

/** What became of one question on a live connection, and how long it took; for events and logs. */
export interface LegReport {
  /** Wire key of the question. */
  readonly step: string;
  /** `withdrawn`: the call ended, or had no more use for the answer, while the question was open. */
  readonly end: 'answered' | 'timed_out' | 'refused_by_client' | 'disconnected' | 'withdrawn';
  /** Milliseconds that the question was open. */
  readonly ms: number;
  /** The client's own JSON-RPC error code (`refused_by_client`). */
  readonly code?: number;
}

/** All that the shim's loop knows of core. Answers and state come from the loop itself, never from the client's params. */
export interface LegacyHost {
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Runs one round; the state it seals lives as long as its flow and opens nowhere but here. */
  round(
    call: LegacyCall,
    carried?: { readonly responses: unknown; readonly state: string },
  ): Promise<Outcome>;
  /** Words an outcome as tools, prompts and resources each say it. */
  answer(call: LegacyCall, outcome: Outcome): WireAnswer;
  /** Words a question that brought no answer. */
  fail(call: LegacyCall, failure: LegFailure): WireAnswer;
  /** Hears what became of each question, for events and logs. */
  ended(call: LegacyCall, report: LegReport): void;
}

/** What a question on a live connection came back with. */
export type LegReply =
  /** Untrusted, as received. */
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** The client's software answered by a JSON-RPC error. */
  | { readonly kind: 'refused'; readonly code: number }
  /** The connection ended, or `signal` aborted. */
  | { readonly kind: 'lost' };

/** All that the loop knows of the connection. */
export interface LegConnection {
  readonly canAsk: true | { readonly no: string };
  /** JSON-RPC id of the call; unique among the calls in flight on one connection only. */
  readonly id: string | number;
  /** Aborts once nothing can reach the caller any more. Absent where the call's own signal tells. */
  readonly gone?: AbortSignal;
  /**
   * Puts a question on the stream of this very call. Never rejects, and sets no time limit: whoever asks aborts `signal`, and the
   * client is told then. `progressed` is called when the client reports progress.
   */
  send(
    ask: WireAsk,
    options: { readonly signal: AbortSignal; readonly progressed: () => void },
  ): Promise<LegReply>;
}

/** Drives one 2025 request to its end: asks on the connection, and re-enters with the answers. */
export type LegacyRun = (call: LegacyCall, connection: LegConnection) => Promise<WireAnswer>;

/** What core offers to a bridge. */
export interface BridgeCore {
  readonly host: LegacyHost;
  /**
   * Makes an SDK `Server` (opaque here, one per session) whose component calls go to `run`. Where questions can be carried, so can
   * notifications: that server is also told of changes, until it is closed.
   */
  sdkServer(canAsk: LegConnection['canAsk'], run: LegacyRun): unknown;
}

/** What `legacyShim()` returns and `createServer({ legacy })` takes. Implemented by `@countersign/shim-legacy`. */
export interface LegacyBridge {
  /** Called once, by `createServer`. */
  attach(core: BridgeCore): AttachedBridge;
}

/** What `server.describe()` tells of a bridge. */
export interface BridgeLimits {
  /** `input_required` results of one call that settled no answer. */
  readonly maxRounds: number;
  /** Whether clients over HTTP can be asked; those on stdio always can. */
  readonly asksOverHttp: boolean;
}

/** What core knows of a 2025 HTTP request. */
export interface BridgeFetchOptions {
  readonly body: unknown;
  readonly authInfo?: TokenInfo;
  readonly principal: Principal | undefined;
  /**
   * Judges whether the token of this request may answer open questions of these calls. A `Response` is the answer to the whole
   * request, of which nothing is taken in then: a scope lost since the call began must not end in its effect.
   */
  readonly mayAnswer: (calls: readonly BegunCall[]) => Response | undefined;
}

export interface AttachedBridge {
  /** Absent: the bridge does not say. */
  readonly limits?: BridgeLimits;
  /** Serves one 2025 HTTP request: a POST with its parsed body, GET or DELETE. */
  fetch(request: Request, options: BridgeFetchOptions): Promise<Response>;
  /** Serves the calls of a 2025 client on stdio, where core owns the connection. */
  readonly run: LegacyRun;
  stats(): { readonly sessions: number; readonly openAsks: number };
  /** Ends what would never end by itself (a client's listening streams), so that calls in flight can finish before `close`. */
  drain(): void;
  close(): Promise<void>;
}
