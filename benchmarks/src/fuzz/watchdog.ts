import { Worker } from 'node:worker_threads';

/** Seen from another thread: how often the loop turned, and the number of the input that was sent last. */
export interface Watchdog {
  turned(): void;
  sending(index: number): void;
  end(): Promise<void>;
}

/**
 * Ends the process, after naming the input, once its event loop stands still for two minutes of the watchdog's own turns. An answer
 * that never comes is seen by the loop itself; code that never ends would otherwise stop everything and tell nothing.
 */
export function watchdog(seed: number): Watchdog {
  const seen = new Float64Array(new SharedArrayBuffer(16));
  const worker = new Worker(DOG, { eval: true, workerData: { seen, seed } });
  worker.unref();
  return {
    turned: () => {
      seen[0] = (seen[0] ?? 0) + 1;
    },
    sending: (index) => {
      seen[1] = index;
    },
    end: async () => void (await worker.terminate()),
  };
}

const DOG = `
const { workerData: { seen, seed } } = require('node:worker_threads');
let last = -1, still = 0;
setInterval(() => {
  still = seen[0] === last ? still + 1 : 0;
  last = seen[0];
  if (still < 60) return;
  require('node:fs').writeSync(2, 'FOUND that the server stands still, at or shortly before input ' + seen[1] + ' of seed ' + seed + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, 2000);
`;
