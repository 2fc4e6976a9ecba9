import type { Clock } from '../../clock.js';

interface LeaseParts {
  /** Milliseconds between two signs of life. */
  readonly everyMs: number;
  readonly clock: Clock;
  /** `false`: the claim is not ours any more, and there is nothing left to renew. */
  readonly renew: () => Promise<boolean>;
  /** Hears what `renew` threw; the next one may be in time. */
  readonly failed: (error: unknown) => void;
}

/** Renews a lease until the returned function is called. What is still running holds its claim, however long it takes. */
export function keepLease({ everyMs, clock, renew, failed }: LeaseParts): () => void {
  const over = new AbortController();
  const keep = async () => {
    while (!over.signal.aborted) {
      try {
        await clock.sleep(everyMs, over.signal);
      } catch {
        return;
      }
      try {
        if (!(await renew())) return;
      } catch (error) {
        failed(error);
      }
    }
  };
  void keep();
  return () => over.abort();
}
