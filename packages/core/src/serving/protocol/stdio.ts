import type { Readable, Writable } from 'node:stream';
import { systemClock } from '../../clock.js';
import type { Era } from '../../events.js';
import type { Surface } from '../surface/surface.js';
import { stdioHandler } from './handlers.js';
import { readIncoming } from './incoming.js';

/** How `stdio` talks, and what happens when it is over. */
export interface StdioOptions {
  /** Whether the process ends once stdin has ended, at the latest two seconds later; default true. Embedders say false. */
  readonly exit?: boolean;
  /** What the client writes; default the process's own. */
  readonly stdin?: Readable;
  /** What the client reads: nothing else may write to it. Default the process's own. */
  readonly stdout?: Writable;
}

/** How long answers that were written already may take to leave, and handlers that ignore their signal may go on. */
const EXIT_MS = 2000;

export interface StdioConnection {
  /** Resolves when stdin has ended (spec: basic/transports/stdio, Shutdown). */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves the process's own client. stdout is the protocol's; logs go to stderr. A handler that ignores its abort signal
 * cannot keep the process alive for longer than the bound, and nothing of ours keeps it alive at all.
 */
export function serveStdioConnection(
  surfaces: Readonly<Record<Era, Surface>>,
  { exit = true, stdin = process.stdin, stdout = process.stdout }: StdioOptions,
): StdioConnection {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let closed = false;
  const handle = stdioHandler(surfaces, { stdin, stdout }, readIncoming, () => {
    if (exit && !closed)
      void systemClock.sleep(EXIT_MS, new AbortController().signal).then(() => process.exit(0));
    end();
  });
  const close = () => {
    closed = true; // by the embedder, whose process it is
    return handle.close();
  };
  return { ended, close };
}
