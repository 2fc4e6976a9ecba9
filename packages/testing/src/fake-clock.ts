import type { Clock } from '@countersign/core';
import { type Duration, milliseconds } from './duration.js';

/** A clock that moves only when a test, or something that waits by it, moves it. */
export interface FakeClock extends Clock {
  /** Moves time forward. Throws `RangeError` for a negative or endless duration. */
  advance(duration: Duration): void;
}

/** 2026-07-28T00:00:00Z: a fixed start, so that what a test prints is the same tomorrow. */
const START = Date.UTC(2026, 6, 28);

/**
 * Makes a clock for tests, at `start` milliseconds since the epoch (default 2026-07-28T00:00:00Z). `sleep` waits for nothing: it
 * moves the clock by as much and resolves, or rejects with the signal's reason if that is aborted. No timer is ever set.
 */
export function fakeClock(start: number = START): FakeClock {
  let now = start;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      now += Math.max(0, ms);
    },
    advance: (duration) => {
      now += milliseconds(duration);
    },
  };
}

/** The same clock, `offset` milliseconds later: what one branch of a test sees without the others seeing it. */
export const later = (clock: Clock, offset: number): Clock => ({
  now: () => clock.now() + offset,
  sleep: (ms, signal) => clock.sleep(ms, signal),
});
