import type { Ask, Nothing } from '../asks/question.js';
import { type AutomaticOptions, type StepDecorator, stepDecorator } from './step.js';

/**
 * Makes a method a question for the client's roots: it returns `ask.roots`, `ask.all` of them, or `ask.nothing`.
 * @deprecated by SEP-2577 (roots); in force until the protocol drops it, and supported in full.
 */
// biome-ignore lint/suspicious/noExplicitAny: an ask of any answer
export function Roots(options?: AutomaticOptions): StepDecorator<Ask<any, 'roots'> | Nothing>;
export function Roots(...args: unknown[]): unknown {
  return stepDecorator('Roots', 'roots', args);
}
