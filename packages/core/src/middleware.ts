import type { Era, OutcomeKind } from './events.js';
import type { Principal } from './principal.js';

/** One round of a component's call, as a middleware sees it. Frozen; holds no arguments, no answers and no state. */
export interface ComponentCall {
  readonly kind: 'tool' | 'prompt' | 'resource';
  /** Name of the component; for a resource its `name`, not the URI that was asked for. */
  readonly name: string;
  readonly principal: Principal;
  readonly era: Era;
  /** Id of the flow, as events have it: the same in every round of one call. */
  readonly flow: string;
  /** Counts from 1. A 2025 client's one request may take several rounds; each passes the middleware. */
  readonly round: number;
  readonly signal: AbortSignal;
}

/** A component's finished result, as the wire has it. Frozen. */
export interface CompletedCall {
  readonly kind: 'completed';
  readonly result: Readonly<Record<string, unknown>>;
}

/** What else a round may end in. Only core makes one: hand on the very object that `next()` gave. */
export interface UnfinishedCall {
  readonly kind: Exclude<OutcomeKind, 'completed'>;
}

/** What one round of a call ended in, as a middleware sees and returns it: only a completed one shows its result. */
export type CallOutcome = CompletedCall | UnfinishedCall;

/** Enters what is inside: the next middleware, at last the component. To be called once. What throws inside is an outcome, `failed`. */
export type Next = () => Promise<CallOutcome>;

/**
 * Stands around one round of a component's call. It returns what `next()` gave, or, for a completed call, another `result`. To refuse
 * a call it throws before `next()`: a `ToolError` with its message, anything else as an error of the server. Whatever else it does
 * (return without `next()`, call it twice, return something of its own for a call that is not completed) fails the call.
 */
export type MiddlewareFunction = (call: ComponentCall, next: Next) => Promise<CallOutcome>;

/** The same as a class: made afresh for every round by the container, so its constructor may ask for services. */
export type MiddlewareClass = new (
  // biome-ignore lint/suspicious/noExplicitAny: a class of any constructor
  ...args: any[]
) => {
  /** Stands around one round, as a `MiddlewareFunction` does. */
  handle(call: ComponentCall, next: Next): Promise<CallOutcome>;
};

/** What `use` takes: a function, or a class whose constructor asks for services. */
export type Middleware = MiddlewareFunction | MiddlewareClass;

/** Tells a class with a method `handle` from a plain function. */
export const isMiddlewareClass = (entry: Middleware): entry is MiddlewareClass =>
  typeof (entry.prototype as { handle?: unknown } | undefined)?.handle === 'function';

/** Checks an author's or operator's `use`; says what is wrong with it, for a `ConfigError`. */
export function useProblem(given: unknown): string | undefined {
  if (!Array.isArray(given)) return 'use must be a list of middleware';
  for (const [index, entry] of given.entries()) {
    if (typeof entry !== 'function')
      return `use[${index}] must be a function (call, next), or a class with a method handle(call, next). An undefined one is an import cycle`;
    if (!isMiddlewareClass(entry) && /^class\b/.test(Function.prototype.toString.call(entry)))
      return `use[${index}], class ${entry.name || '(anonymous)'}, has no method handle(call, next)`;
  }
  return undefined;
}
