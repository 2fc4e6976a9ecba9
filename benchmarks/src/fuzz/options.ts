import { parseArgs } from 'node:util';

export const DEFAULT_SEED = 20260728;

export const HELP = `Usage: pnpm fuzz [options]

Sends damaged requests of both eras over loopback to servers with and without the shim and auth, one in ten of them as bytes that
may be no HTTP: malformed bodies, heads, ids, methods, states and answers, deep nesting, long texts, wrong encodings and lengths,
requests cut short. No answer may be a 5xx, be missing, hold a secret, or be no JSON-RPC; none may carry another id; no effect may
come without a yes; nothing may be left unhandled or in flight; and afterwards an honest client must be served.

  --inputs <n>  how many; default 200000
  --seed <n>    what they follow from; default ${DEFAULT_SEED}, which is also what the tests send 20000 of
  --from <n>    number of the first, default 0; with --inputs 1, one input again, which is then printed
  --help        shows this

Ends with 1 when something was found, and prints the input. A server whose loop stands still is killed, after the input was named.
`;

export interface Options {
  readonly help: boolean;
  readonly inputs: number;
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
      inputs: { type: 'string', default: '200000' },
      seed: { type: 'string', default: String(DEFAULT_SEED) },
      from: { type: 'string', default: '0' },
    },
  });
  const whole = (name: 'inputs' | 'seed' | 'from', least: number): number => {
    const value = Number(values[name]);
    if (values[name].trim() === '' || !Number.isSafeInteger(value) || value < least)
      throw new TypeError(`--${name}: expected a whole number from ${least}`);
    return value;
  };
  return {
    help: values.help,
    inputs: whole('inputs', 1),
    seed: whole('seed', 0),
    from: whole('from', 0),
  };
}
