import { parseArgs } from 'node:util';

export const HELP = `Usage: pnpm bench [options]

Measures codecs, guard and round trips against the official SDK and node:crypto, in one process, in short slices that take
turns. Figures are ratios: of rates (more is better) and of CPU time (less is better) to the reference's, paired repeat by
repeat. The absolute rates say more about the machine than about the code.

  --only codec|round-trip   measures just that
  --quick                   fewer repeats, and round trips at 10 components only: under 40 seconds, and rougher
  --check                   exits with 1 when something promised does not hold in this run
  --help                    shows this
`;

export type Part = 'codec' | 'round-trip';

export interface Options {
  readonly help: boolean;
  readonly quick: boolean;
  readonly check: boolean;
  readonly parts: readonly Part[];
}

const PARTS: readonly Part[] = ['codec', 'round-trip'];

/** Reads the command line. Throws TypeError for anything it does not know. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const { help, quick, check, only } = values;
  const parts = PARTS.filter((part) => only === undefined || part === only);
  if (parts.length === 0) throw new TypeError(`--only: expected ${PARTS.join(' or ')}`);
  return { help, quick, check, parts };
}
