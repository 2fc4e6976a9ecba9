import { parseArgs } from 'node:util';
import { COMPONENTS, type Components } from './schedules.js';

export const HELP = `Usage: pnpm bench [options]

Measures codecs, guard, round trips and lists against the official SDK and node:crypto, in short slices that take turns. Figures are ratios: of rates (more is better) and of CPU time (less is better) to the reference's, paired repeat by
repeat. The absolute rates say more about the machine than about the code.

  --only codec|round-trip|lists   measures just that
  --components 10,100             round trips and lists at these numbers of components only; growth where 1 and 1000 are given
  --quick                         fewer repeats, round trips at 10 components and lists at 100: about a minute, and rougher
  --check                         exits with 1 when something promised does not hold in this run
  --help                          shows this
`;

export type Part = 'codec' | 'round-trip' | 'lists';

export interface Options {
  readonly help: boolean;
  readonly quick: boolean;
  readonly check: boolean;
  readonly parts: readonly Part[];
  /** What was asked for; `undefined` for what the schedule says. */
  readonly components: readonly Components[] | undefined;
}

const PARTS: readonly Part[] = ['codec', 'round-trip', 'lists'];

/** Reads the command line. Throws TypeError for anything it does not know. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string' },
      components: { type: 'string' },
    },
  });
  const { help, quick, check, only, components } = values;
  const parts = PARTS.filter((part) => only === undefined || part === only);
  if (parts.length === 0) throw new TypeError(`--only: expected one of ${PARTS.join(', ')}`);
  return {
    help,
    quick,
    check,
    parts,
    components: components === undefined ? undefined : readComponents(components),
  };
}

function readComponents(text: string): readonly Components[] {
  const asked = text.split(',').map(Number);
  const known = COMPONENTS.filter((number) => asked.includes(number));
  if (known.length !== asked.length)
    throw new TypeError(`--components: expected some of ${COMPONENTS.join(',')}`);
  return known;
}
