import type { Ask, Nothing } from '../asks/question.js';
import { type AutomaticOptions, type StepDecorator, stepDecorator } from './step.js';

/**
 * Makes a method a question to the client's model: it returns `ask.sample`, `ask.all` of them, or `ask.nothing`.
 * @deprecated by SEP-2577 (sampling); in force until the protocol drops it, and supported in full.
 */
// biome-ignore lint/suspicious/noExplicitAny: an ask of any answer
export function Sample(options?: AutomaticOptions): StepDecorator<Ask<any, 'sample'> | Nothing>;
export function Sample(...args: unknown[]): unknown {
  return stepDecorator('Sample', 'sample', args);
}
