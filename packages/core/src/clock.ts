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

const page = new Uint8Array(4096);
let drawn = page.length;

/** The platform's CSPRNG (Web Crypto), drawn a page at a time: for sixteen bytes, the call into it costs more than the bytes. */
export const systemRandom: RandomBytes = (length) => {
  if (length > page.length) return crypto.getRandomValues(new Uint8Array(length));
  if (drawn + length > page.length) {
    crypto.getRandomValues(page);
    drawn = 0;
  }
  const bytes = page.slice(drawn, drawn + length);
  page.fill(0, drawn, drawn + length); // handed out once, and kept nowhere
  drawn += length;
  return bytes;
};

/**
 * Keeps the process alive until `work` settles. Every timer of the clock lets the process end; a shutdown that waits for its
 * grace must not be cut short by that, when nothing else is left to keep the process.
 */
export async function keepingAlive<T>(work: Promise<T>): Promise<T> {
  const hold = setInterval(() => undefined, 2 ** 30);
  try {
    return await work;
  } finally {
    clearInterval(hold);
  }
}
