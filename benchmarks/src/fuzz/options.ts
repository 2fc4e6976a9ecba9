import { parseArgs } from 'node:util';

export const DEFAULT_SEED = 20260728;

export const HELP = `Usage: pnpm fuzz [options]

Sends damaged requests of both eras to servers with and without the shim and auth, most of them in-process and some as bytes over
loopback: malformed bodies, heads, ids, methods and states, deep nesting, long texts, wrong encodings, requests cut short. No answer
may be a 5xx, take for ever, hold a secret, or be no JSON-RPC; none may carry another id; nothing may be left unhandled; and
afterwards an honest client must be served.

  --runs <n>    how many inputs; default 200000
  --seed <n>    what they follow from; default ${DEFAULT_SEED}, which is also what the tests send 20000 of
  --from <n>    number of the first; with --runs 1, one input again
  --help        shows this

Ends with 1 when something was found.
`;

export interface Options {
  readonly help: boolean;
  readonly runs: number;
  readonly seed: number;
  readonly from: number;
}

/** Reads the command line. Throws TypeError for anything it does not know. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    // pnpm hands on the `--` that divides its own options from ours.
    args: args.filter((arg, at) => at > 0 || arg !== '--'),
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      runs: { type: 'string', default: '200000' },
      seed: { type: 'string', default: String(DEFAULT_SEED) },
      from: { type: 'string', default: '0' },
    },
  });
  const whole = (name: 'runs' | 'seed' | 'from', least: number): number => {
    const value = Number(values[name]);
    if (values[name].trim() === '' || !Number.isSafeInteger(value) || value < least)
      throw new TypeError(`--${name}: expected a whole number from ${least}`);
    return value;
  };
  return { help: values.help, runs: whole('runs', 1), seed: whole('seed', 0), from: whole('from', 0) };
}
