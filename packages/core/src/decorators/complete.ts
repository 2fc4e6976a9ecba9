import { recordCompletion } from '../metadata/define.js';
import { refuseStandard } from './standard.js';

/** What a method marked `@Complete` may return: values in order of relevance, or those with what is known of the rest. */
export type Suggestions =
  | readonly string[]
  | {
      /** At most the first 100 are sent. */
      readonly values: readonly string[];
      /** How many there are in all, if that is known; default the number of values. */
      readonly total?: number;
      /** Whether there are more than `values`; default whether `total` says so. */
      readonly hasMore?: boolean;
    };

/** A decorator for methods that take (value, given, context), each of them optional, and return suggestions. */
export type CompleteDecorator = <
  // biome-ignore lint/suspicious/noExplicitAny: the third parameter is a CompletionContext, and `given` may name its members
  F extends (value: string, given: any, ctx: any) => Suggestions | Promise<Suggestions>,
>(
  target: object,
  key: string,
  method: TypedPropertyDescriptor<F>,
) => void;

/**
 * Makes a method of a prompt or a resource template suggest values for one argument while a person types it: `value` is what stands
 * there, `given` the other arguments known so far (both untrusted), `ctx` a `CompletionContext`. It runs on a fresh instance, so what
 * its constructor asks for is injected. Write the method `protected`: to the types, a public one looks like an answer. Records only;
 * an argument that does not exist is a `ConfigError` at start. Throws `ConfigError` (`standard_decorators`) when compiled with
 * standard decorators.
 */
export function Complete(argument: string): CompleteDecorator;
export function Complete(...args: readonly unknown[]): unknown {
  const [argument] = args;
  refuseStandard('Complete', argument, args[1]);
  // `@Complete` without its parentheses is itself called with (prototype, key, descriptor).
  if (args.length > 1)
    return recordCompletion(
      argument as object,
      args[1] as string,
      args[2] as PropertyDescriptor,
      undefined,
    );
  return (target: object, key: string | symbol, descriptor?: PropertyDescriptor): void => {
    refuseStandard('Complete', target, key);
    recordCompletion(target, key, descriptor, argument);
  };
}
