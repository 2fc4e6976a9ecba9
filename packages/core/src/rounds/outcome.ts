import { mergeNeeds } from '../asks/capabilities.js';
import type { WireAsk } from '../asks/question.js';
import type { JsonObject } from '../json.js';
import type { Journal } from './journal.js';

/** A required question that the client did not declare it can take (R7). */
export interface Unsupported {
  readonly kind: 'unsupported';
  /** All that the round lacks, in the shape of `requiredCapabilities`. */
  readonly lacking: JsonObject;
  /** The same by the wire key of the question that needs it. */
  readonly lacks: ReadonlyMap<string, JsonObject>;
}

/** Ends a round by what it lacks, by wire key. */
export const unsupported = (lacks: ReadonlyMap<string, JsonObject>): Unsupported => ({
  kind: 'unsupported',
  lacking: mergeNeeds(...lacks.values()),
  lacks,
});

/** A bound of the flow or of one question was reached (R2, R5, R9). */
export interface Exhausted {
  readonly kind: 'exhausted';
  readonly limit: 'rounds' | 'deadline' | 'attempts' | 'changes';
  /** Wire key of the question, or the compute, that the flow was waiting for. */
  readonly step?: string;
  readonly field?: string;
}

/** Steps wait for each other, and nothing can be asked or computed (R12). */
export interface Stuck {
  readonly kind: 'stuck';
  readonly steps: readonly string[];
}

/** The gate of a component that runs once a flow held the round back. Whoever gave the gate has the answer. */
export interface Withheld {
  readonly kind: 'withheld';
}

/** What one round ends in, before anything is sealed. The dispatcher seals `journal` and maps the rest to the wire. */
export type RoundOutcome =
  | { readonly kind: 'completed'; readonly value: unknown }
  | {
      readonly kind: 'asking';
      readonly asks: ReadonlyMap<string, WireAsk>;
      /**
       * Whether an answer refuses a question that the flow cannot do without. What a hand-written
       * handler needs, only it knows.
       */
      readonly endsBy?: (key: string, answer: unknown) => boolean;
      readonly journal: Journal;
      readonly extra?: JsonObject;
    }
  | {
      readonly kind: 'again';
      readonly afterMs: number | undefined;
      readonly steps: readonly string[];
      readonly journal: Journal;
      readonly extra?: JsonObject;
    }
  | {
      readonly kind: 'refused';
      readonly step: string;
      readonly action: 'decline' | 'cancel';
      /** What the author's `declined` hook returned, if there is one. */
      readonly result?: { readonly value: unknown };
    }
  | Unsupported
  | Exhausted
  | Stuck
  | Withheld
  | {
      readonly kind: 'failed';
      readonly where: 'step' | 'run';
      readonly step?: string;
      readonly error: unknown;
    };
