import type { Ask, Jsonify, Root, Sampled } from '@countersign/core';
import type { GivenAnswers, GivenRoots, GivenSample } from './answers.js';
import type { AskView } from './asks.js';
import type { Members } from './members.js';

/** A flow whose component is known by its name alone. */
export interface Unknown {
  readonly [unknown]: true;
}
declare const unknown: unique symbol;

/** What a method asks, without what else it may return. */
type Asked<F> = F extends (...args: never[]) => infer R ? Extract<Awaited<R>, Ask<unknown>> : never;

/** Names of the methods that ask. */
type AskStep<T> = {
  [P in keyof T]: [Asked<T[P]>] extends [never] ? never : P;
}[Exclude<keyof T, 'run' | 'declined' | 'dispose'>] &
  string;

type First<F> = F extends (...args: infer P) => unknown
  ? P extends readonly [infer A, ...unknown[]]
    ? (args: A) => void
    : (args: object) => void
  : never;

/** What `run` and the questions take: all of it at once. */
type Taken<T> = { [P in (AskStep<T> | 'run') & keyof T]: First<T[P]> }[(AskStep<T> | 'run') &
  keyof T] extends (args: infer A) => void
  ? A
  : Members;

/**
 * The arguments of a component: what its `run` receives, as JSON. The class does not tell what its
 * schema fills in: a field that has a default is written out here, or the component called by name.
 */
export type ArgumentsOf<T> = Jsonify<Taken<T>>;

/** A component's arguments as the last parameters of a call: none are needed where none are required. */
export type WithArguments<T> =
  object extends ArgumentsOf<T>
    ? readonly [args?: ArgumentsOf<T>]
    : readonly [args: ArgumentsOf<T>];

type Refused = 'decline' | 'cancel';

/** A member of an `ask.all`, or a single question, by what it is answered with. */
type GivenFor<A> = A extends Sampled
  ? GivenSample
  : A extends readonly Root[]
    ? GivenRoots
    : A extends true
      ? boolean | { readonly confirm: string } | Refused
      : A extends string
        ? A | false | { readonly confirm: string } | Refused
        : Jsonify<A> | Refused;

/** Whether each member is an answer of its own, as those of an `ask.all` are: no form has such fields. */
type HasMembers<A> = A extends readonly unknown[] | string | true | Sampled
  ? false
  : [A[keyof A]] extends [object | true | undefined]
    ? [Extract<A[keyof A], readonly unknown[]>] extends [never]
      ? true
      : Extract<A[keyof A], readonly unknown[]> extends readonly Root[]
        ? true
        : false
    : false;

type Given<A> =
  HasMembers<A> extends true
    ? { readonly [M in keyof A]?: GivenFor<NonNullable<A[M]>> }
    : GivenFor<A>;

type AnswerOf<F> = Asked<F> extends Ask<infer A> ? NonNullable<A> : never;

/** Answers to a component's questions, as far as its class tells them; the wire key of a member stays free. */
export type AnswersTo<T> = T extends Unknown
  ? GivenAnswers
  : { readonly [P in AskStep<T>]?: Given<AnswerOf<T[P & keyof T]>> } & {
      readonly [key: `${string}.${string}`]: unknown;
    };

type KindOf<F> = Asked<F> extends Ask<unknown, infer K> ? K : never;

/** The open questions of a component; reading one that is not open throws. */
export type AsksOf<T> = T extends Unknown
  ? Readonly<Record<string, AskView>>
  : { readonly [P in AskStep<T>]: Extract<AskView, { readonly kind: KindOf<T[P & keyof T]> }> } & {
      readonly [key: `${string}.${string}`]: AskView;
    };

/** The wire key of a question. */
export type KeyOf<T> = T extends Unknown ? string : AskStep<T> | `${AskStep<T>}.${string}`;
