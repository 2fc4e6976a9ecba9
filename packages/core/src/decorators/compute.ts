import type { z } from 'zod';
import { type StepDecorator, stepDecorator } from './step.js';

/** What `@Compute` takes. */
export interface ComputeOptions {
  /** Says that whoever holds the state may read the value, as a codec that only authenticates lets them; default false. */
  readable?: boolean;
  /** Raise it when a value made by an older deployment must not be used; a positive integer, default 1. */
  version?: number;
  /** Re-parses the sealed value on every round; a value it refuses is computed again. */
  schema?: z.ZodType;
}

/**
 * Makes a method a value worth keeping: computed once, sealed, and handed to the other steps and to `run` as JSON.
 * Returns the value, or `again(carry)` for another round. It runs at least once, so it must have no effects on the world
 * unless they take `ctx.step.idempotencyKey`.
 */
export function Compute(options?: ComputeOptions): StepDecorator<unknown>;
export function Compute(...args: unknown[]): unknown {
  return stepDecorator('Compute', 'compute', args);
}
