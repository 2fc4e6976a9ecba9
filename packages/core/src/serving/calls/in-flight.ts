import type { Clock } from '../../clock.js';

/** What is counted apart from the rest. */
export type Counted = 'request' | 'round';

/** What a server must not pull the ground from under: calls that run, and the disposal of what they made. */
export interface InFlight {
  /** Counts `work` until it settles; hands it back. */
  track<T>(work: Promise<T>, as?: Counted): Promise<T>;
  /** How much of a kind is running. */
  count(kind: Counted): number;
  /** Resolves once nothing is left, or after `ms` milliseconds. */
  settled(ms: number): Promise<void>;
}

/** Makes the count of one server. */
export function inFlight(clock: Clock): InFlight {
  const running = new Set<Promise<unknown>>();
  const counts: Record<Counted, number> = { request: 0, round: 0 };
  return {
    track: (work, as) => {
      const done = () => {
        running.delete(work);
        if (as !== undefined) counts[as]--;
      };
      running.add(work);
      if (as !== undefined) counts[as]++;
      work.then(done, done);
      return work;
    },
    count: (kind) => counts[kind],
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
