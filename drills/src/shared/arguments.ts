import { parseArgs } from 'node:util';

/** A number that may be given on the command line. */
export interface NumberOption {
  readonly fallback: number;
  readonly least: number;
  readonly most: number;
  /** Whether 0, below `least`, leaves the part out. */
  readonly orNone?: boolean;
  /** For --help. */
  readonly what: string;
}

/** Writes the lines of --help for numbers. */
export const helpOf = (options: Readonly<Record<string, NumberOption>>): string =>
  Object.entries(options)
    .map(
      ([name, { what, fallback }]) =>
        `  --${`${name} <n>`.padEnd(16)}${what}; default ${fallback}\n`,
    )
    .join('');

/** Reads numbers from a command line; `undefined` for --help. Throws TypeError for anything it does not know. */
export function readNumbers<N extends string>(
  args: readonly string[],
  options: Readonly<Record<N, NumberOption>>,
): Readonly<Record<N, number>> | undefined {
  const names = Object.keys(options) as N[];
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])),
    },
  });
  if (values.help === true) return undefined;
  const read = names.map((name) => {
    const { fallback, least, most, orNone = false } = options[name];
    const given = (values as Record<string, unknown>)[name];
    const value = given === undefined ? fallback : Number(given);
    const fits =
      Number.isSafeInteger(value) && ((value >= least && value <= most) || (orNone && value === 0));
    if (!fits)
      throw new TypeError(
        `--${name}: expected a number from ${least} to ${most}${orNone ? ', or 0' : ''}`,
      );
    return [name, value] as const;
  });
  return Object.fromEntries(read) as Record<N, number>;
}
