import type { z } from 'zod';
import { componentDecorator } from './component.js';
import type { Accepts, Returns, Runs } from './component-type.js';
import type { ComponentOptions, InputOf } from './options.js';

/** What `@Prompt` takes. */
export interface PromptOptions<I extends z.ZodObject | undefined = z.ZodObject | undefined>
  extends ComponentOptions {
  /** Tells people what it is for. */
  description?: string;
  /** The arguments: a zod object whose members read strings, which is all that the wire carries. */
  input?: I;
}

/**
 * Makes a class a prompt. `run` returns a string (one message of the user's) or messages. Records only; a mistake is a
 * `ConfigError` at start. Throws `ConfigError` (`standard_decorators`) when compiled with standard decorators.
 */
export function Prompt<I extends z.ZodObject | undefined = undefined>(
  options: PromptOptions<I>,
): <C extends Runs<unknown>>(target: C & Accepts<C, InputOf<I>> & Returns<C>) => void;
export function Prompt(options: unknown, context?: unknown): unknown {
  return componentDecorator('Prompt', 'prompt', options, context);
}
