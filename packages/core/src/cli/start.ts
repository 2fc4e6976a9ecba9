import { main } from './main.js';
import type { Streams } from './streams.js';

/**
 * Runs the command as this process, and ends it: the module may listen, or hold a connection that nobody closes. Standard output is
 * the description and nothing else, so that `--json` can be read by a program; what the module writes there goes to standard error.
 */
export async function start(args: readonly string[]): Promise<never> {
  const streams = takeStreams();
  if (args[0] === 'check') process.exit(await main(args, streams)); // it imports nobody's module
  let ended = false;
  // A module that ends the process, or awaits what never comes, would end it as if all were well, with nothing printed.
  const endedBy = (what: string): void => {
    if (ended) return;
    ended = true;
    process.stderr.write(`countersign describe: ${what} Nothing was described.\n`);
    process.exitCode = 1;
  };
  process.once('exit', (code) =>
    endedBy(
      `the module, or what it imports, ended the process (exit code ${code}) before there was a server.`,
    ),
  );
  process.once('beforeExit', () => {
    endedBy(
      'the module, or the function that makes the server, awaits something that never comes: nothing is left that could bring it.',
    );
    process.exit(1);
  });
  const code = await main(args, {
    ...streams,
    thrown: async (error) => {
      if (hasPlace(error)) return streams.thrown(error);
      ended = true;
      return leaveToNode(error);
    },
  });
  ended = true;
  process.exit(code);
}

/** Keeps standard output for the description, until the process ends. */
function takeStreams(): Streams {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const err = (text: string): Promise<void> =>
    new Promise((resolve) => process.stderr.write(text, () => resolve()));
  return {
    out: (text) => new Promise((resolve) => write(text, () => resolve())),
    err,
    thrown: (error) =>
      err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
  };
}

/** The stack of a syntax error in a module has frames of Node alone. File and line are known to Node, which shows them at the end. */
const hasPlace = (error: unknown): boolean =>
  !(error instanceof SyntaxError) || (error.stack ?? '').includes('file:');

/** Has Node end the process by this error: exit code 1, and the place on standard error. */
function leaveToNode(error: unknown): Promise<never> {
  process.removeAllListeners('uncaughtException');
  setImmediate(() => {
    throw error;
  });
  return new Promise(() => undefined);
}
