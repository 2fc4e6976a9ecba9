import { refuseNull } from '../options.js';
import type { Again } from './question.js';

/** Marks our values across duplicate copies of this package: a compute's own `{ again: true, … }` is just JSON. */
const AGAIN = Symbol.for('countersign.again');

/**
 * Ends a `@Compute` for this round: it is entered again in the next one, where `ctx.step.carried` is `carry` (JSON, sealed
 * with the state). `afterMs` milliseconds pass before it runs again; default 0. Each such round counts against `state.maxRounds`
 * (8), and the official client follows at most ten rounds of any kind: chunk work so that it is done in fewer.
 * @throws RangeError when `afterMs` is negative or no number.
 */
export function again(carry?: unknown, options: { readonly afterMs?: number } = {}): Again {
  refuseNull('again()', options);
  const { afterMs } = options;
  if (afterMs !== undefined && !(Number.isFinite(afterMs) && afterMs >= 0))
    throw new RangeError('again(): afterMs must be milliseconds from 0');
  return Object.freeze(
    Object.defineProperty(
      { again: true as const, carry, ...(afterMs === undefined ? {} : { afterMs }) },
      AGAIN,
      { value: true },
    ),
  );
}

/** Tells what `again()` returned from JSON that looks like it. */
export const isAgain = (value: unknown): value is Again =>
  typeof value === 'object' && value !== null && AGAIN in value;
