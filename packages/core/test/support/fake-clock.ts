import type { Clock } from '../../src/index.js';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 10, 30);
  #waiting: { until: number; done: () => void }[] = [];
  readonly slept: number[] = [];

  now = () => this.#now;

  sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      this.slept.push(ms);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#waiting.push({ until: this.#now + ms, done: resolve });
    });

  advance(ms: number): void {
    this.#now += ms;
    for (const { until, done } of this.#waiting) if (until <= this.#now) done();
    this.#waiting = this.#waiting.filter(({ until }) => until > this.#now);
  }
}
