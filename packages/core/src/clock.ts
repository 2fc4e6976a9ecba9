/** The one source of time (milliseconds since the epoch) and of waiting. Tests pass a clock of their own. */
export interface Clock {
  /** Returns milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Returns `length` bytes from a cryptographically secure source. */
export type RandomBytes = (length: number) => Uint8Array;

/** The machine's clock. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', abort);
        resolve();
      }, ms);
      timer.unref?.();
      signal.addEventListener('abort', abort, { once: true });
    }),
};

/** The platform's CSPRNG (Web Crypto). */
export const systemRandom: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));
