import { recordHelper } from '../metadata/define.js';
import { BARE } from '../metadata/keys.js';
import { refuseStandard } from './standard.js';

/**
 * A decorator for any method, or for a field that holds a function.
 * @typeParam F The method.
 */
export type HelperDecorator = <
  // biome-ignore lint/suspicious/noExplicitAny: matches a method of any signature
  F extends (...args: any[]) => unknown,
>(
  target: object,
  key: string,
  method?: TypedPropertyDescriptor<F>,
) => void;

/**
 * Marks a method that is no step. Every method needs a mark that is not `#private`, static, an
 * accessor or a hook (`run`, `declined`, `dispose`), since one that lost its `@Elicit` looks the
 * same. Prefer `#private` methods and functions of the module; mark what a subclass overrides or
 * calls, and make it `protected`: to the types, a public one looks like an answer. Records only;
 * a mistake is a `ConfigError` (`invalid_step`) at start. Throws `ConfigError`
 * (`standard_decorators`) when compiled with standard decorators.
 */
export function Helper(): HelperDecorator;
export function Helper(...args: readonly unknown[]): unknown {
  refuseStandard('Helper', args[0], args[1]);
  // `@Helper` without its parentheses is itself called with (prototype, key, descriptor).
  if (args.length > 1)
    return recordHelper(
      args[0] as object,
      args[1] as string,
      args[2] as PropertyDescriptor | undefined,
      BARE,
    );
  return (target: object, key: string | symbol, descriptor?: PropertyDescriptor): void => {
    refuseStandard('Helper', target, key);
    recordHelper(target, key, descriptor, args[0] === undefined ? {} : args[0]);
  };
}
