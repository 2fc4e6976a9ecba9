import type { Clock } from '@countersign/core';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 10, 30);
  readonly #waiting = new Set<{ readonly until: number; readonly done: () => void }>();

  now = () => this.#now;

  sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (ms <= 0) return resolve();
      const abort = () => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter = {
        until: this.#now + ms,
        done: () => {
          signal.removeEventListener('abort', abort);
          resolve();
        },
      };
      this.#waiting.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
    });

  /** How many wait just now. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** For how long each of them will still wait, shortest first. */
  get waits(): readonly number[] {
    return [...this.#waiting].map(({ until }) => until - this.#now).sort((a, b) => a - b);
  }

  /** Moves time, wakes whoever is due, and lets what follows from it happen. */
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    for (const waiter of this.#waiting) {
      if (waiter.until > this.#now) continue;
      this.#waiting.delete(waiter);
      waiter.done();
    }
    await settled();
  }
}

/** Lets everything that waits for nothing but other promises happen. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
