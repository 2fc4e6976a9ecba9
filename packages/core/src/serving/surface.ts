import type { Era } from '../events.js';
import type { Icon } from '../icon.js';
import type { JsonObject } from '../json.js';
import type { TokenInfo } from './auth.js';
import type { Notify } from './call-context.js';
import type { ComponentMethod, LegConnection, WireAnswer } from './legacy-bridge.js';
import type { Mirrored } from './param-headers.js';

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

/** What a server shows: the identity and lists, made once, and the one way into its components. */
export interface Surface {
  readonly info: {
    readonly name: string;
    readonly version: string;
    readonly title?: string;
    readonly description?: string;
    readonly websiteUrl?: string;
    readonly icons?: Icon[];
  };
  readonly instructions: string | undefined;
  readonly tools: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  /** Never rejects, whatever a component does. */
  call(call: ReceivedCall): Promise<WireAnswer>;
  /** Answers `completion/complete`; absent when nothing completes anything. Never rejects. */
  readonly complete: ((request: Received) => Promise<WireAnswer>) | undefined;
  readonly mirrored: Mirrored;
  /** Reports what the SDK found wrong with a message or a connection. */
  report(error: Error): void;
}
