import { parseArgs } from 'node:util';

export const HELP = `Usage: pnpm drill:deploy [options]

Serves two versions of a component side by side, over both codecs and with the same keys, and sends the rounds of flows to one and
the other: from old to new and back, to and fro in every round, and by chance. The official client answers every question. Prints,
for every kind of change, what was completed, asked again and dropped, and checks that nothing stale reached run.

  --flows <n>  flows for each change, way, codec, and round in which the version changes; default 3
  --routes <n> routes by chance, for each of those flows; default 8
  --seed <n>   of the routes by chance; default 1
  --help       shows this

Exits with 1 when something is not as expected.
`;

export interface Options {
  readonly flows: number;
  readonly routes: number;
  readonly seed: number;
}

/** Reads the command line. Throws TypeError for anything it does not know. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      flows: { type: 'string', default: '3' },
      routes: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.help === true) return 'help';
  return {
    flows: count('flows', values.flows, 1, 1000),
    routes: count('routes', values.routes, 1, 1000),
    seed: count('seed', values.seed, 0, 2 ** 32 - 1),
  };
}

function count(name: string, given: string, least: number, most: number): number {
  const value = Number(given);
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw new TypeError(`--${name}: expected a number from ${least} to ${most}`);
  return value;
}
