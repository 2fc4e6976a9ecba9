import { recordStep } from '../metadata/define.js';
import { BARE, type StepRecord } from '../metadata/keys.js';
import type { InOrder } from './component-type.js';
import { refuseStandard } from './standard.js';

/** A decorator for public methods that take (input, answers, context), each of them optional, and return `R`. */
// biome-ignore lint/suspicious/noExplicitAny: a step's parameters are checked by the component decorator, which knows the input
export type StepDecorator<R> = <F extends (args: any, answers: any, ctx: any) => R | Promise<R>>(
  target: object,
  key: string,
  method: TypedPropertyDescriptor<F> & InOrder<F>,
) => void;

/**
 * What a person or client is asked: shared by `@Elicit`, `@Sample` and `@Roots`. The last two take no `attempts`: a client's software
 * is asked once, since nobody could correct it.
 */
export interface AskStepOptions {
  /**
   * Misfitting answers until the call ends; a positive integer, default 3. It ends an honest client's loop and is no rate limit:
   * an older state has all attempts again, so guesses at a secret are counted on the server, by principal.
   */
  attempts?: number;
  /**
   * Also takes an accepted answer from a request that carries no state, if the step read no other answer; default false.
   * Such an answer was given before the question was put, so a step that returns `ask.confirm` may not have it.
   */
  presupplied?: boolean;
  /** Milliseconds a 2025 client's live question waits; default the shim's `roundTimeoutMs`. The 2026 wire has no such wait. */
  timeoutMs?: number;
}

/** What a client's software is asked. */
export type AutomaticOptions = Omit<AskStepOptions, 'attempts'>;

/** Makes the run-time half of a step decorator. Typed by its callers; accepts whatever a compiler passes. */
export function stepDecorator(
  decorator: string,
  kind: StepRecord['kind'],
  args: readonly unknown[],
) {
  const [options] = args;
  refuseStandard(decorator, options, args[1]);
  // `@Elicit` without its parentheses is itself called with (prototype, key, descriptor), and what it returns would
  // replace the method: recorded as such, so that the compiler can say so.
  if (args.length > 1)
    return recordStep(options as object, args[1] as string, args[2] as PropertyDescriptor, {
      kind,
      options: BARE,
    });
  return (target: object, key: string | symbol, descriptor?: PropertyDescriptor): void => {
    refuseStandard(decorator, target, key);
    recordStep(target, key, descriptor, { kind, options: options === undefined ? {} : options });
  };
}
