import type { Again, Ask, Nothing } from './question.js';

/** What a value is after it travelled as JSON: a Date is a string, a method is gone. */
export type Jsonify<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends { toJSON(): infer J }
    ? Jsonify<J>
    : // biome-ignore lint/suspicious/noExplicitAny: matches a function of any signature
      T extends (...args: any[]) => unknown
      ? never
      : // biome-ignore lint/suspicious/noExplicitAny: matches a collection of anything
        T extends Map<any, any> | Set<any> | bigint | symbol
        ? never
        : T extends readonly unknown[]
          ? { [I in keyof T]: Jsonify<T[I]> }
          : T extends object
            ? {
                // biome-ignore lint/suspicious/noExplicitAny: matches a function of any signature
                [P in keyof T as T[P] extends (...args: any[]) => unknown ? never : P]: Jsonify<
                  T[P]
                >;
              }
            : T;

type AnsweredAsk<Q> = [Q] extends [never] ? never : Q extends Ask<infer A> ? A : never;
type Answered<R> =
  | Jsonify<Exclude<R, Ask<unknown> | Nothing | Again>>
  | AnsweredAsk<Extract<R, Ask<unknown>>>
  | ([Extract<R, Nothing>] extends [never] ? never : undefined);
type StepValue<R> = undefined extends R ? Answered<Exclude<R, undefined>> | undefined : Answered<R>;

/** What a component's `declined(refusal, input, ctx)` is told of the refusal that ended the call. */
export interface Declined<T> {
  /** Name of the method that asked. */
  readonly step: string;
  /** The wire key: the step, or `step.member` for one of an `ask.all`. */
  readonly key: string;
  /** `decline`: the person said no; `cancel`: they dismissed the question. */
  readonly action: 'decline' | 'cancel';
  /** What was settled before. */
  readonly answers: Partial<Answers<T>>;
}

type Reserved = 'run' | 'declined' | 'dispose';

/**
 * The settled answers of a component's steps, by step name: `Answers<Deploy>` in `run`, `Answers<Deploy, 'build'>` in a
 * step. Reading one is the dependency. A step that may ask nothing, or asks optionally, gives `T | undefined`.
 */
export type Answers<T, K extends Exclude<keyof T, Reserved> = Exclude<keyof T, Reserved>> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches a step of any signature
  readonly [P in K]: T[P] extends (...args: any[]) => infer R ? StepValue<Awaited<R>> : never;
};
