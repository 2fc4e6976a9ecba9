import type { Era } from '../../events.js';
import type { Icon } from '../../icon.js';
import type { JsonObject } from '../../json.js';
import type { Viewer } from '../../viewer.js';
import type { TokenInfo } from '../auth/auth.js';
import type { Notify } from '../calls/call-context.js';
import type { ComponentMethod, LegConnection, WireAnswer } from '../legacy-bridge.js';
import type { Mirrored } from '../protocol/param-headers.js';
import type { CacheHints } from './cache-hints.js';
import type { Catalog, ListMethod } from './catalog.js';
import type { Feed } from './feed.js';

/** A request, as the SDK hands it over. Everything in it is untrusted but `token`. */
export interface Received {
  /** As received, without the retry fields and the envelope. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly era: Era;
  readonly transport: 'http' | 'stdio';
  /** JSON-RPC id of the request. */
  readonly id: string | number;
  /** Validated by the gate, or by the embedder who passed it to `fetch`. */
  readonly token: TokenInfo | undefined;
  readonly signal: AbortSignal;
  readonly capabilities: JsonObject;
  readonly client: { readonly name?: string; readonly version?: string };
  readonly notify: Notify;
}

/** One request for a component. */
export interface ReceivedCall extends Received {
  readonly method: ComponentMethod;
  /** `undefined` when the request carried none (`null` counts as none). */
  readonly state: string | undefined;
  /** A null-prototype map of the answers received; `undefined` when the request carried none. */
  readonly responses: Readonly<Record<string, unknown>> | undefined;
  /** Puts a question to a 2025 client, on the stream of this call. */
  readonly send: LegConnection['send'];
}

/** Who sends a request, before he has a name. */
export type Sender = Pick<ReceivedCall, 'token' | 'transport' | 'era'>;

/** What a server shows: its identity, its lists, what changes, and the one way into its components. */
export interface Surface {
  readonly info: {
    readonly name: string;
    readonly version: string;
    readonly title?: string;
    readonly description?: string;
    readonly websiteUrl?: string;
    readonly icons?: Icon[];
  };
  /** `info` as every result of a 2026 client carries it: without images that are written out (`data:`), which travel once. */
  readonly brief: Surface['info'];
  readonly instructions: string | undefined;
  /** Which kinds of components there are; what is not there is no capability. */
  readonly kinds: Catalog['kinds'];
  readonly cacheHints: CacheHints;
  /** Answers a list request. The page is the same object for everybody, until the list changes, unless components decide who sees them. */
  list(method: ListMethod, cursor: unknown, sender: Sender): WireAnswer;
  /** The schema of a tool's structured content, if it has one. */
  outputSchema(tool: unknown): JsonObject | undefined;
  /** As whom components judge a caller; `undefined` for one who cannot be named. */
  viewer(sender: Sender): Viewer | undefined;
  readonly feed: Feed;
  /** Never rejects, whatever a component does. */
  call(call: ReceivedCall): Promise<WireAnswer>;
  /** Answers `completion/complete`; absent when nothing completes anything. Never rejects. */
  readonly complete: ((request: Received) => Promise<WireAnswer>) | undefined;
  readonly mirrored: Mirrored;
  /** Reports what the SDK found wrong with a message or a connection. */
  report(error: Error): void;
}
