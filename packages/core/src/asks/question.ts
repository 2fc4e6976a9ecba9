import type { Digest } from '../digest.js';
import type { AskKind } from '../events.js';
import type { Json, JsonObject } from '../json.js';
import type { JsonSchemaCompiler, Reading } from '../schema/reader.js';

export type { JsonSchemaCompiler, Reading };

declare const answered: unique symbol;

/**
 * A question, as an `@Elicit`, `@Sample` or `@Roots` method returns it. `A` is the answer it
 * settles to. Opaque: made by the functions of `ask`.
 */
export interface Ask<A, K extends AskKind = AskKind> {
  readonly [answered]?: A;
  readonly kind: K;
}

declare const nothing: unique symbol;

/**
 * `ask.nothing`: what a question method returns when there is nothing to ask. Its answer is
 * `undefined`.
 */
export interface Nothing {
  readonly [nothing]: true;
}

/** What `again()` returns: the compute is not done, and continues from `carry` in another round. */
export interface Again {
  readonly again: true;
  readonly carry: unknown;
  readonly afterMs?: number;
}

/** One question as the wire carries it (spec: basic/patterns/mrtr, `inputRequests`). */
export interface WireAsk {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: JsonObject;
  /** How long a 2025 client's live question waits; the 2026 wire does not carry it. */
  readonly timeoutMs?: number;
}

/** One question behind an `Ask`: what the engine needs of it. Not part of the public surface. */
export interface Question {
  readonly kind: AskKind;
  readonly optional: boolean;
  readonly wire: WireAsk;
  /** The client capabilities the question needs, in the shape of `requiredCapabilities`. */
  readonly needs: JsonObject;
  /** Of kind, message, schema, params and optional, as the method returned them (R2). */
  readonly digest: Digest;
  /** Reads accepted content; the journal keeps the raw content and re-reads it every round (R3). */
  read(content: Json, compile: JsonSchemaCompiler): Reading | Promise<Reading>;
  /**
   * The requested schema of a form that is put again after content that did not fit: what fitted is its default. Absent
   * where nothing may be filled in: a confirmation is given anew.
   */
  refill?(content: Json, misfits: readonly string[]): JsonObject;
  /**
   * Of a confirmation: whether accepted content says no, which ends the flow as a decline does. The
   * content of any other question is data. A question that has this takes no answer that was given
   * before it was put.
   */
  readonly saysNo?: (content: Json) => boolean;
}

/** Marks our asks across duplicate copies of this package, where a class or a module-local symbol would not. */
const QUESTIONS = Symbol.for('countersign.ask.questions');

/** The questions behind an ask: one, several by member name, or none. */
export type Questions =
  | { readonly one: Question }
  | {
      readonly all: ReadonlyMap<string, Question>;
      /** Most of them that are open at a time (`ask.each`); absent: all are. */
      readonly batch?: number;
    }
  | { readonly none: true };

/** Returns the questions behind an ask or `ask.nothing`; `undefined` when the value is neither. */
export function questionsOf(value: unknown): Questions | undefined {
  return typeof value === 'object' && value !== null
    ? (value as { [QUESTIONS]?: Questions })[QUESTIONS]
    : undefined;
}

/** Wraps questions into the opaque value that authors return. */
export function askOf<A, K extends AskKind>(kind: K, questions: Questions): Ask<A, K> {
  return Object.freeze(Object.defineProperty({ kind }, QUESTIONS, { value: questions }));
}

/** `ask.nothing`. */
export const NOTHING = Object.freeze(
  Object.defineProperty({}, QUESTIONS, { value: { none: true } satisfies Questions }),
) as Nothing;
