import type { z } from 'zod';
import { componentDecorator } from './component.js';
import type { Accepts, InputRequiredLike, Returns, Runs } from './component-type.js';
import type { ComponentOptions, Input, InputOf, RawSchema } from './options.js';

/** Hints about a tool's effects (spec: server/tools, Tool annotations). Clients must not trust them. */
export interface ToolHints {
  /** A name for people; `title` of the tool goes before it. */
  title?: string;
  /** It changes nothing; default false. */
  readOnlyHint?: boolean;
  /** It may overwrite or delete, and not only add; default true. */
  destructiveHint?: boolean;
  /** The same call again changes nothing more; default false. */
  idempotentHint?: boolean;
  /** It deals with a world outside, such as the web; default true. */
  openWorldHint?: boolean;
}

/** What `@Tool` takes. */
export interface ToolOptions<I extends Input = Input, O extends Output = Output>
  extends ComponentOptions {
  /** 1 to 128 of `A-Z a-z 0-9 _ . -`. */
  name: string;
  /** Tells the model what the tool does; not empty. */
  description: string;
  /**
   * The arguments: a zod object or raw JSON Schema. Without it `run` gets an empty object. A string, integer or boolean that says
   * `x-mcp-header` (`.meta({ 'x-mcp-header': 'Region' })`) is mirrored by HTTP clients into `Mcp-Param-Region`, for proxies to route
   * by; a request whose header is missing or says something else is answered by 400 (`-32020`).
   */
  input?: I;
  /** What `run` returns, a zod schema or raw JSON Schema: it becomes `structuredContent`, checked, with its JSON as text. */
  output?: O;
  /** Hints for people and their clients, which enforce nothing; sent as they are. */
  annotations?: ToolHints;
  /**
   * Runs at most once a flow; default false. Needs `state.codec` and, other than on stdio, `createServer({ ledger })`. The first
   * request never runs it: it ends in a question, or in a round with only state. A repeat of the request that ran it gets the same
   * result; other answers on the same flow are refused. Computes are not covered. Not for hand-written handlers.
   */
  once?: boolean;
}

/** What `output` may be; nothing means that `run` returns text, content blocks or a whole result. */
export type Output = z.ZodType | RawSchema | undefined;

type ToolReturn<O> = O extends z.ZodType ? z.input<O> | InputRequiredLike : unknown;

/**
 * Makes a class a tool. `run(input, answers, ctx)` is its body; its questions are methods marked `@Elicit`, `@Sample`
 * or `@Roots`. Records only; a mistake is a `ConfigError` at start. Throws `ConfigError` (`standard_decorators`) when
 * compiled with standard decorators.
 */
export function Tool<I extends Input = undefined, O extends Output = undefined>(
  options: ToolOptions<I, O>,
): <C extends Runs<ToolReturn<O>>>(target: C & Accepts<C, InputOf<I>> & Returns<C>) => void;
export function Tool(options: unknown, context?: unknown): unknown {
  return componentDecorator('Tool', 'tool', options, context);
}
