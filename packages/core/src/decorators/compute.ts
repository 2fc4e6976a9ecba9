import type { z } from 'zod';
import type { Jsonify } from '../asks/answers.js';
import type { Again } from '../asks/question.js';
import type { InOrder } from './component-type.js';
import { stepDecorator } from './step.js';

/** What `@Compute` takes. */
export interface ComputeOptions<S extends z.ZodType = z.ZodType> {
  /** Says that whoever holds the state may read the value, as a codec that only authenticates lets them; default false. */
  readable?: boolean;
  /** Raise it when a value made by an older deployment must not be used; a positive integer, default 1. */
  version?: number;
  /**
   * Re-parses the sealed value on every round; a value it refuses is computed again. It reads JSON and gives JSON, of the
   * type that the method returns: `z.iso.date()` and no `z.coerce.date()`.
   */
  schema?: S;
}

/** `unknown` when what the schema gives has the type of the answer, or overlaps with it. */
type Agrees<O, R> = 0 extends 1 & O
  ? unknown
  : [O] extends [R]
    ? unknown
    : [R] extends [O]
      ? unknown
      : { 'the schema gives another type than the method returns, as JSON': O };

// biome-ignore lint/suspicious/noExplicitAny: a step's parameters are checked by the component decorator
type Computing<S extends z.ZodType> = <F extends (args: any, answers: any, ctx: any) => unknown>(
  target: object,
  key: string,
  method: TypedPropertyDescriptor<F> &
    InOrder<F> &
    Agrees<z.output<S>, Jsonify<Exclude<Awaited<ReturnType<F>>, Again>>>,
) => void;

/**
 * Makes a method a value worth keeping: computed once, sealed, and handed to the other steps and to `run` as JSON.
 * Returns the value, or `again(carry)` for another round. It runs at least once, so it must have no effects on the world
 * unless they take `ctx.step.idempotencyKey`.
 */
// biome-ignore lint/suspicious/noExplicitAny: without a schema, a value of any type
export function Compute<S extends z.ZodType = z.ZodType<any>>(
  options?: ComputeOptions<S>,
): Computing<S>;
export function Compute(...args: unknown[]): unknown {
  return stepDecorator('Compute', 'compute', args);
}
