import { createHook } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets everything happen that waits for nothing; finalizers and the ends of timers are told only then. */
async function turns(): Promise<void> {
  for (let left = 3; left > 0; left--) await turn();
}

/** Measures the bytes in use on the heap after forced collections, once they free no more. */
export async function heapAfterCollection(): Promise<number> {
  let before = Number.POSITIVE_INFINITY;
  for (let tries = 0; ; tries++) {
    collect();
    await turns();
    const { heapUsed } = process.memoryUsage();
    if (tries >= 3 && (heapUsed > before * 0.999 || tries > 20)) return heapUsed;
    before = heapUsed;
  }
}

export interface Timers {
  /** How many are set in this process, whether or not they keep it alive; of every maker, the platform's own included. */
  count(): number;
}

/** Counts timers from now on. */
export function countTimers(): Timers {
  const set = new Set<number>();
  createHook({
    init: (id, type) => {
      if (type === 'Timeout') set.add(id);
    },
    destroy: (id) => {
      set.delete(id);
    },
  }).enable();
  return { count: () => set.size };
}

const PATIENCE_MS = 15_000;

/** Waits until something holds, for no longer than fifteen seconds; says whether it does. No timer of its own is set when it looks. */
export async function comesTrue(holds: () => boolean): Promise<boolean> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    await turns();
    if (holds()) return true;
    if (Date.now() > until) return false;
    await pause(20);
  }
}
