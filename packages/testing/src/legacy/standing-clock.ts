import type { Clock } from '@countersign/core';

/** A clock that stands still until it is told to catch up with the test's. Whoever sleeps by it stands too. */
export interface StandingClock extends Clock {
  /** Moves to the time of the test's clock, and wakes whoever is due. */
  catchUp(): void;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * Makes the clock of a live connection, standing at `since` milliseconds since the epoch. Time-outs of questions wait by it: a clock
 * that moved with every sleep would end each question as it is put.
 */
export function standingClock(test: Clock, since: number): StandingClock {
  let now = since;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (ms <= 0) return resolve();
        const abort = () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        };
        const sleeper: Sleeper = {
          until: now + ms,
          wake: () => {
            signal.removeEventListener('abort', abort);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', abort, { once: true });
      }),
    catchUp: () => {
      now = Math.max(now, test.now());
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
