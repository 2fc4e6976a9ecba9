import type { WireAsk } from '../../asks/question.js';
import type { JsonObject } from '../../json.js';
import type { Exhausted, Stuck, Unsupported } from '../../rounds/outcome.js';

/** A JSON-RPC error, as it leaves. Nothing in it is internal. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

/** A flow that goes on: its state, sealed, and where it stands within its bounds (R9). */
interface Interim {
  readonly state: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** `input_required` results of the flow so far that settled no answer, this one included. */
  readonly idle: number;
  /** Further members of a hand-written interim result, such as `_meta`. */
  readonly extra?: JsonObject;
}

/**
 * What one request for a component ends in, once its journal is sealed. The dispatcher makes it; `results` maps it to the
 * wire, and the legacy bridge to questions on a live connection.
 */
export type Outcome =
  | { readonly kind: 'completed'; readonly result: Readonly<Record<string, unknown>> }
  | ({
      readonly kind: 'asking';
      readonly asks: ReadonlyMap<string, WireAsk>;
      /** Wire keys of the questions whose refusal ends the flow. */
      readonly required: ReadonlySet<string>;
      /** Wire keys of the questions that settle without an answer. */
      readonly optional: ReadonlySet<string>;
      /**
       * Whether an answer, untrusted, refuses a required question: then no other answer is of use.
       */
      readonly endsBy: (key: string, answer: unknown) => boolean;
    } & Interim)
  | ({
      readonly kind: 'again';
      readonly afterMs: number | undefined;
      /** The compute that is not done; absent for a handler without steps. */
      readonly step?: string;
    } & Interim)
  | {
      readonly kind: 'refused';
      readonly step: string;
      readonly action: 'decline' | 'cancel';
      /** The author's own answer to a refusal (`declined`), in place of ours. */
      readonly result?: Readonly<Record<string, unknown>>;
    }
  | Unsupported
  | (Exhausted & {
      /** How many rounds there were (`rounds`). */
      readonly rounds?: number;
    })
  | Stuck
  | {
      readonly kind: 'failed';
      readonly where: 'step' | 'run' | 'serving';
      /** For the caller: from `ToolError`, or a fixed text of ours. Absent: the generic text. */
      readonly message?: string;
    }
  /** No round took place: what was received is wrong. `fields` never hold values. */
  | {
      readonly kind: 'invalid';
      readonly problems: readonly { readonly field: string; readonly message: string }[];
    }
  /** No round took place: the same JSON-RPC error for tools, prompts and resources. */
  | { readonly kind: 'rejected'; readonly error: WireError };
