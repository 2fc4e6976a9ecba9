import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of this example. */
export const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** How a process ended, and all that it printed. */
export interface Ended {
  readonly code: number;
  readonly printed: string;
}

// The settings of the runner at hand would make a vitest that is started by it another one.
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|NODE_OPTIONS|FORCE_COLOR)/.test(name),
  ),
);

const start = (args: readonly string[]) =>
  new Promise<Ended>((resolve) => {
    const options = {
      cwd: HERE,
      env: { ...env, NO_COLOR: '1' },
      timeout: 120_000,
      killSignal: 'SIGKILL',
      maxBuffer: 2 ** 24,
    } as const;
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, printed: stdout + stderr }),
    );
  });

/** Two queues, so that no more than two processes run at a time. */
const queues: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let turn = 0;

/** Runs a script by node to its end, for two minutes at most. */
export function node(args: readonly string[]): Promise<Ended> {
  const queue = turn++ % queues.length;
  const ended = Promise.resolve(queues[queue]).then(() => start(args));
  queues[queue] = ended;
  return ended;
}
