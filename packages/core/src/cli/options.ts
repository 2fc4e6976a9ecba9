import { parseArgs } from 'node:util';

/** Longest time that `setTimeout` takes is 24.8 days; a day is more than anybody waits. */
const MOST_SECONDS = 86_400;
const TIMEOUT_SECONDS = 30;

export const HELP = `Usage: npx --package @countersign/core countersign describe <module> [options]

Describes the components of a server without calling them: steps, capabilities that they may need, and upper bounds on rounds
against the limits of both eras.

<module> is a compiled file that exports a server as its default or as "server", or a function that makes one without arguments.
It is imported, so it should not listen by itself, and needs the environment that it needs to start: keys, say. What it writes to
standard output goes to standard error.

  --export <name>      takes the server from this export
  --json               prints the description as JSON
  --timeout <seconds>  for the import and the function together; default ${TIMEOUT_SECONDS}
  --help               shows this

The other command is check, which reads sources and runs nothing: countersign check --help

"npx countersign" by itself would, where the package is not installed, run whatever is published under that name.

Exits with 1 when there is no server to describe, with 2 for a command line that it does not know. Warnings are no failure.
`;

export interface Options {
  /** Path of the module, as given. */
  readonly module: string;
  readonly json: boolean;
  readonly export: string | undefined;
  /** That the module may take to load, and to make the server. */
  readonly timeoutSeconds: number;
}

/** Reads the command line. Throws TypeError for anything it does not know. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean', default: false },
      export: { type: 'string' },
      timeout: { type: 'string', default: String(TIMEOUT_SECONDS) },
    },
  });
  if (values.help === true) return 'help';
  const [command, module, ...rest] = positionals;
  if (command === undefined) throw new TypeError('A command is missing.');
  if (command === 'check') throw new TypeError('Write "check" first, and its options after it.');
  if (command !== 'describe') throw new TypeError(`Unknown command "${command}".`);
  if (module === undefined) throw new TypeError('The module is missing.');
  if (rest.length > 0)
    throw new TypeError(`One module at a time, and not also ${rest.join(', ')}.`);
  const timeoutSeconds = Number(values.timeout);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= MOST_SECONDS))
    throw new TypeError(`--timeout: expected seconds, more than 0 and at most ${MOST_SECONDS}.`);
  return { module, json: values.json, export: values.export, timeoutSeconds };
}
