import { loadServer } from './load.js';
import { HELP, type Options, readOptions } from './options.js';
import { describeText } from './text.js';

/** Where the command writes to; each resolves when it is written. */
export interface Streams {
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => Promise<void>;
}

const STANDARD: Streams = {
  out: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  err: (text) => new Promise((resolve) => process.stderr.write(text, () => resolve())),
};

/** Runs the command; returns its exit code: 0, 1 where there is no server to describe, 2 for a command line that it does not know. */
export async function main(args: readonly string[], { out, err }: Streams = STANDARD): Promise<number> {
  let options: Options | 'help';
  try {
    options = readOptions(args);
  } catch (error) {
    await err(`${messageOf(error)}\n\n${HELP}`);
    return 2;
  }
  if (options === 'help') {
    await out(HELP);
    return 0;
  }
  try {
    const description = (await loadServer(options)).describe();
    await out(options.json ? `${JSON.stringify(description, undefined, 2)}\n` : describeText(description));
    return 0;
  } catch (error) {
    await err(`countersign describe: ${messageOf(error)}\n`);
    return 1;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
