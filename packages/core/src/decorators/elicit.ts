import type { Ask, Nothing } from '../asks/question.js';
import { type AskStepOptions, type StepDecorator, stepDecorator } from './step.js';

/**
 * Makes a method a question to a person: it returns `ask.confirm`, `ask.form`, `ask.url`, `ask.all`
 * of them, or `ask.nothing`. It runs again
 * on every round, on a fresh instance, so keep it pure and cheap.
 */
export function Elicit(options?: AskStepOptions): StepDecorator<AnyAsk | Nothing>;
export function Elicit(...args: unknown[]): unknown {
  return stepDecorator('Elicit', 'elicit', args);
}

// biome-ignore lint/suspicious/noExplicitAny: an ask of any answer
type AnyAsk = Ask<any, 'form' | 'url'>;
