import { MAX_ROUNDS_IN_ALL } from '../../limits.js';
import type { Exhausted } from '../../rounds/outcome.js';
import type { Logger } from '../logger.js';

/**
 * Tells the operator which option ended a call: the caller learns the limit, not its name. `rounds` counts those of the flow, or is
 * absent where the limit is the legacy bridge's own.
 */
export function limitReached(
  logger: Logger,
  component: string,
  { limit, step }: Exhausted,
  rounds?: number,
): void {
  if (limit !== 'rounds' && limit !== 'deadline') return; // the author's to set, and the step is named in the answer
  logger.warn(
    { component, limit, ...(step !== undefined && { step }) },
    `a call ended at a limit: ${cure(limit, rounds)}`,
  );
}

function cure(limit: 'rounds' | 'deadline', rounds: number | undefined): string {
  if (limit === 'deadline') return 'state.flowTtlSeconds (seconds from its first round) were over';
  if (rounds === undefined) return 'it took more rounds than maxRounds of the legacy bridge';
  return rounds > MAX_ROUNDS_IN_ALL
    ? `it took more than the ${MAX_ROUNDS_IN_ALL} rounds of any flow, which no option raises`
    : 'it took more rounds without a new answer than state.maxRounds';
}
