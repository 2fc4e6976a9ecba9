import type { Clock } from '../clock.js';

/** What a server must not pull the ground from under: calls that run, and the disposal of what they made. */
export interface InFlight {
  /** Counts `work` until it settles; hands it back. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves once nothing is left, or after `ms` milliseconds. */
  settled(ms: number): Promise<void>;
}

/** Makes the count of one server. */
export function inFlight(clock: Clock): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      const done = () => void running.delete(work);
      running.add(work);
      work.then(done, done);
      return work;
    },
    settled: async (ms) => {
      if (running.size === 0 || ms <= 0) return;
      const enough = new AbortController();
      let late = false;
      const waited = clock.sleep(ms, enough.signal).then(
        () => {
          late = true;
        },
        () => undefined,
      );
      while (running.size > 0 && !late) await Promise.race([waited, Promise.allSettled(running)]);
      enough.abort();
      // What ended just now is written before this turn is over.
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}
