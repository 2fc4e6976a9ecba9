import { keepingAlive } from '../../clock.js';
import type { Logger } from '../logger.js';
import { count, invalid, known } from '../option-checks.js';
import type { CloseOptions, ListenOptions } from './listen.js';

/** A signal that ends a process unless it is heard, and its number. */
const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const;

/** A signal by which an operator ends a process: SIGTERM by supervisors and orchestrators, SIGINT at a terminal. */
export type DrainSignal = keyof typeof NUMBERS;

const NAMES: { readonly [N in keyof Required<ListenOptions>]: true } = {
  port: true,
  host: true,
  drainOn: true,
  graceMs: true,
  beforeExit: true,
};

/** Checks what `listen` is given. A misspelt signal would never come: the process would end without its grace. */
export function checkListen(options: ListenOptions): void {
  known('listen.', options, NAMES);
  const { drainOn: signals, graceMs, beforeExit } = options;
  if (
    signals !== undefined &&
    !(Array.isArray(signals) && signals.every((signal) => Object.hasOwn(NUMBERS, signal)))
  )
    throw invalid(`listen.drainOn must be a list of signals: ${Object.keys(NUMBERS).join(', ')}`);
  if (signals === undefined && (graceMs ?? beforeExit) !== undefined)
    throw invalid(
      'listen.graceMs and listen.beforeExit say what follows a signal of listen.drainOn, and there is none',
    );
  if (beforeExit !== undefined && typeof beforeExit !== 'function')
    throw invalid('listen.beforeExit must be a function');
  count('listen.graceMs', graceMs, 0, 0);
}

interface DrainParts extends Pick<ListenOptions, 'graceMs' | 'beforeExit'> {
  readonly close: (options: CloseOptions) => Promise<void>;
  readonly logger: Logger;
}

/** Listens for signals until the first has come, or the function that it returns is called: a signal then does what it always did. */
export function drainOn(
  signals: readonly DrainSignal[],
  { close, graceMs, beforeExit, logger }: DrainParts,
): () => void {
  let draining = false;
  const drained = async () => {
    await close(graceMs === undefined ? {} : { graceMs });
    await beforeExit?.();
  };
  const heard = (signal: NodeJS.Signals) => {
    if (draining) return process.exit(128 + NUMBERS[signal as DrainSignal]);
    draining = true;
    logger.info(
      { signal },
      'the server drains: it accepts no more, and the process exits when what is in flight has finished',
    );
    keepingAlive(drained()).then(
      () => process.exit(0),
      (error) => {
        logger.error({ err: error }, 'the server could not be drained in order');
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, heard);
  return () => {
    // Once it drains, a second signal must be heard until the end.
    if (!draining) for (const signal of signals) process.off(signal, heard);
  };
}
