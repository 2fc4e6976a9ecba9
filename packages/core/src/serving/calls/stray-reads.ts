import { isNotYet } from '../../rounds/reads.js';

let holders = 0;

/**
 * Keeps reads that nobody awaits from ending the process, until the function that it returns is called. A method that starts
 * two reads and awaits them in turn (`const a = one(), b = two(); await a; await b`) is stopped by the first that is not
 * settled yet, and leaves the second rejected with nobody to handle it. That is no mistake (R12), but Node ends a process for
 * it. One listener serves all servers of the process; every other rejection fares as it would without it.
 */
export function tolerateStrayReads(): () => void {
  if (holders++ === 0) process.on('unhandledRejection', strayRead);
  let held = true;
  return () => {
    if (held && --holders === 0) process.off('unhandledRejection', strayRead);
    held = false;
  };
}

function strayRead(reason: unknown): void {
  if (isNotYet(reason) || process.listenerCount('unhandledRejection') > 1 || toldOtherwise())
    return;
  throw reason; // ends the process, as it would have ended were there no listener
}

/** Whether the operator chose what becomes of unhandled rejections: Node warns by itself then, or was told to be silent. */
const toldOtherwise = (): boolean =>
  /--unhandled-rejections[= ](warn|none)/.test(
    [...process.execArgv, process.env.NODE_OPTIONS].join(' '),
  );
