import type { z } from 'zod';
import { componentDecorator } from './component.js';
import type { Accepts, InputRequiredLike, Runs } from './component-type.js';
import type { ComponentOptions, Input, InputOf } from './options.js';

/** Hints about a tool's effects (spec: server/tools, Tool annotations). Clients must not trust them. */
export interface ToolHints {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** What `@Tool` takes. */
export interface ToolOptions<I extends Input = Input, O extends z.ZodType | undefined = z.ZodType | undefined> extends ComponentOptions {
  /** 1 to 128 of `A-Z a-z 0-9 _ . -`. */
  name: string;
  /** Tells the model what the tool does; not empty. */
  description: string;
  /** The arguments: a zod object or raw JSON Schema. Without it `run` gets an empty object. */
  input?: I;
  /** What `run` returns: it becomes `structuredContent`, checked, with its JSON as text. */
  output?: O;
  annotations?: ToolHints;
}

type ToolReturn<O> = O extends z.ZodType ? z.input<O> | InputRequiredLike : unknown;

/**
 * Makes a class a tool. `run(input, answers, ctx)` is its body; its questions are methods marked `@Elicit`, `@Sample`
 * or `@Roots`. Records only; a mistake is a `ConfigError` at start. Throws `ConfigError` (`standard_decorators`) when
 * compiled with standard decorators.
 */
export function Tool<I extends Input = undefined, O extends z.ZodType | undefined = undefined>(
  options: ToolOptions<I, O>,
): <C extends Runs<ToolReturn<O>>>(target: C & Accepts<C, InputOf<I>>) => void;
export function Tool(options: unknown, context?: unknown): unknown {
  return componentDecorator('Tool', 'tool', options, context);
}
