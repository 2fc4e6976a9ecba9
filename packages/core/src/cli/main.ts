import { runCheck } from './check/command.js';
import { type Loaded, loadServer } from './load.js';
import { HELP, type Options, readOptions } from './options.js';
import type { Streams } from './streams.js';
import { describeText } from './text.js';

/** Runs a command; returns its exit code: 0, 1 where it failed, 2 for a command line that it does not know. */
export function main(args: readonly string[], streams: Streams): Promise<number> {
  const [command, ...rest] = args;
  return command === 'check' ? runCheck(rest, streams) : runDescribe(args, streams);
}

/** Runs `countersign describe`; exit code 1 means that there is no server to describe. */
async function runDescribe(
  args: readonly string[],
  { out, err, thrown }: Streams,
): Promise<number> {
  let options: Options | 'help';
  try {
    options = readOptions(args);
  } catch (error) {
    await err(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
  if (options === 'help') {
    await out(HELP);
    return 0;
  }
  const { module, json, timeoutSeconds } = options;
  try {
    const loaded = await within(loadServer(options), timeoutSeconds * 1000);
    if (loaded === 'late') {
      await err(
        `countersign describe: ${module} made no server within ${timeoutSeconds} seconds; --timeout allows more.\n`,
      );
      return 1;
    }
    if ('problem' in loaded) {
      await err(`countersign describe: ${loaded.problem}\n`);
      return 1;
    }
    const description = loaded.server.describe();
    await out(json ? `${JSON.stringify(description, undefined, 2)}\n` : describeText(description));
    return 0;
  } catch (error) {
    await err(`countersign describe: ${module} failed before there was a server to describe:\n`);
    await thrown(error);
    return 1;
  }
}

/** Waits for so many milliseconds. The timer keeps no process alive, so that a wait for nothing is seen at once. */
async function within(load: Promise<Loaded>, ms: number): Promise<Loaded | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, ms, 'late').unref();
  });
  try {
    return await Promise.race([load, late]);
  } finally {
    clearTimeout(timer);
  }
}
