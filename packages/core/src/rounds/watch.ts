import type { StepKind } from '../blueprint/blueprint.js';
import type { CallContext } from './context.js';
import type { RoundDeps } from './deps.js';

/** A method of the author's that is about to be entered. */
export interface Entered {
  readonly className: string;
  readonly member: string;
  readonly kind: StepKind | 'run' | 'declined';
  /** As the method gets it. */
  readonly context: CallContext;
  /** Whether every question of the call was settled before. */
  readonly settled: boolean;
}

/** Stands around each method of the author's, for a test. Returns what `enter` returns. */
export type Watch = <R>(at: Entered, enter: () => R) => R;

/**
 * Enters a method. Nothing but a test watches, so `at` is there only with `deps.watch`. The closure
 * is made here, apart from the rounds: what it would hold there would stay in memory with it.
 */
export function entering(
  { instance, watch }: RoundDeps,
  at: Entered | undefined,
  method: (...args: unknown[]) => unknown,
  args: unknown[],
): unknown {
  if (watch === undefined || at === undefined) return method.apply(instance, args);
  return watch(at, () => method.apply(instance, args));
}
