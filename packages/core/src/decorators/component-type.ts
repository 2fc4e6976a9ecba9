import type { Again, Ask, Nothing } from '../asks/question.js';

/** An `inputRequired({...})` of a hand-written handler. Structural: any copy of the official SDK makes one. */
export interface InputRequiredLike {
  readonly resultType: 'input_required';
}

/** A class that may be a component whose `run` returns `R`. `run`'s first parameter is checked by `Accepts`, which is stricter. */
export type Runs<R> = new (...args: AnyArguments) => { run(...args: AnyArguments): R | Promise<R> };

// biome-ignore lint/suspicious/noExplicitAny: the author's own annotations type these
type AnyArguments = any[];

/**
 * Names of the members whose first parameter does not accept the input: `run`, and each step
 * that can be told from a helper method by what it returns. Stricter than assignability, which compares the parameters
 * of methods both ways and would let a method ask for more than the input has.
 */
type WrongArgs<T, In> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches a method of any signature
  [P in keyof T]-?: T[P] extends (args: infer A, ...rest: any[]) => infer R
    ? P extends 'run'
      ? Unless<In, A, P>
      : [Extract<Awaited<R>, Ask<unknown> | Nothing | Again>] extends [never]
        ? never
        : Unless<In, A, P>
    : never;
}[keyof T];

type Unless<In, A, P> = [In] extends [A] ? never : P;

/** What only a `CallContext` has, and no answer: it is JSON. */
type OfContext = { readonly signal: AbortSignal } | { fail(message: string): never };

/** Whether a method takes the context where the answers are: as its second parameter. */
// biome-ignore lint/suspicious/noExplicitAny: matches a method of any signature
type ContextSecond<F> = F extends (first: any, second: infer B, ...rest: any[]) => unknown
  ? 0 extends 1 & B
    ? false
    : [B] extends [never]
      ? false
      : [B] extends [OfContext]
        ? true
        : false
  : false;

/** A member that nothing has, named like the error it makes. */
interface ContextIsThird<P> {
  'takes the context as its third parameter, after the answers': P;
}

/** `unknown` for a step that takes its parameters in their order: input, answers, context. */
export type InOrder<F> = ContextSecond<F> extends true ? ContextIsThird<F> : unknown;

/** The same of the methods that have no decorator. */
type BodyInOrder<T> = {
  [P in keyof T & ('run' | 'declined')]-?: ContextSecond<T[P]> extends true ? P : never;
}[keyof T & ('run' | 'declined')];

/** `unknown` when every step and `run` take the input, and the body the context in its place. */
// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
export type Accepts<C extends abstract new (...args: any[]) => unknown, In> = [
  WrongArgs<InstanceType<C>, In>,
] extends [never]
  ? [BodyInOrder<InstanceType<C>>] extends [never]
    ? unknown
    : ContextIsThird<BodyInOrder<InstanceType<C>>>
  : { 'does not accept the input as its first parameter': WrongArgs<InstanceType<C>, In> };

/** What a function gives back that says `return;`, or ends without it. */
type Unreturned = ReturnType<() => void> | undefined;

/** `never` for what may be anything, or is never anything; else its part that is nothing. */
type NoValue<R> = 0 extends 1 & R ? never : unknown extends R ? never : Extract<R, Unreturned>;

/** Names of `run` and `declined` where they return nothing, be it in one branch only. */
type Silent<T> = {
  // biome-ignore lint/suspicious/noExplicitAny: matches a method of any signature
  [P in keyof T & ('run' | 'declined')]: T[P] extends (...args: any[]) => infer R
    ? [NoValue<Awaited<R>>] extends [never]
      ? never
      : P
    : never;
}[keyof T & ('run' | 'declined')];

/** `unknown` when `run` and `declined` always return something, else a member named like the error it makes. */
// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
export type Returns<C extends abstract new (...args: any[]) => unknown> = [
  Silent<InstanceType<C>>,
] extends [never]
  ? unknown
  : { 'returns nothing: return what was done, as text or data': Silent<InstanceType<C>> };
