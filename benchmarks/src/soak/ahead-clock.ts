import { type Clock, systemClock } from '@countersign/core';

/** The machine's clock and its timers, which can be set ahead: whoever sleeps is woken and looks at the time again. */
export class AheadClock implements Clock {
  #ahead = 0;
  readonly #asleep = new Set<() => void>();

  now = (): number => systemClock.now() + this.#ahead;

  sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    const until = this.now() + ms;
    do await this.#nap(Math.max(0, until - this.now()), signal);
    while (this.now() < until);
  };

  set(ahead: number): void {
    this.#ahead += ahead;
    for (const wake of [...this.#asleep]) wake();
  }

  async #nap(ms: number, signal: AbortSignal): Promise<void> {
    const waking = new AbortController();
    const wake = () => waking.abort();
    if (signal.aborted) wake();
    signal.addEventListener('abort', wake, { once: true });
    this.#asleep.add(wake);
    try {
      await systemClock.sleep(ms, waking.signal);
    } catch {
      if (signal.aborted) throw signal.reason;
    } finally {
      this.#asleep.delete(wake);
      signal.removeEventListener('abort', wake);
    }
  }
}
