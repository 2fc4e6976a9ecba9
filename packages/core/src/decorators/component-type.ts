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
  [P in keyof T]: T[P] extends (args: infer A, ...rest: any[]) => infer R
    ? P extends 'run'
      ? Unless<In, A, P>
      : [Extract<Awaited<R>, Ask<unknown> | Nothing | Again>] extends [never]
        ? never
        : Unless<In, A, P>
    : never;
}[keyof T];

type Unless<In, A, P> = [In] extends [A] ? never : P;

/** `unknown` when every step and `run` take the input, else a member no class has, named like the error it makes. */
// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
export type Accepts<C extends abstract new (...args: any[]) => unknown, In> = [
  WrongArgs<InstanceType<C>, In>,
] extends [never]
  ? unknown
  : { 'does not accept the input as its first parameter': WrongArgs<InstanceType<C>, In> };
