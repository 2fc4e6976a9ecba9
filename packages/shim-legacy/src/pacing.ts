import { ConfigError } from '@countersign/core';

/** Milliseconds to wait before a state-only round: a number, or a function of the round (from 1, within one call). */
export type Pacing = number | ((round: number) => number);

/** The longest that a timer of the platform can wait, in milliseconds. */
export const LONGEST_WAIT_MS = 2 ** 31 - 1;

const isWait = (ms: unknown): ms is number =>
  typeof ms === 'number' && ms >= 0 && ms <= LONGEST_WAIT_MS;

/**
 * Makes the pace of state-only rounds. Throws `ConfigError` `invalid_option` for a number that is no wait. The function it
 * returns throws `TypeError` when the caller's own function returns none: a loop without a pace must not run.
 */
export function pacer(pacing: Pacing): (round: number) => number {
  if (typeof pacing !== 'function') {
    if (!isWait(pacing))
      throw new ConfigError(
        'invalid_option',
        'legacyShim: pacing must be a number of milliseconds, or a function that returns one',
      );
    return () => pacing;
  }
  return (round) => {
    const ms = pacing(round);
    if (!isWait(ms))
      throw new TypeError(`legacyShim: pacing(${round}) returned no number of milliseconds`);
    return ms;
  };
}
