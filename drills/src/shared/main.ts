import { type NumberOption, readNumbers } from './arguments.js';
import { missing } from './programs.js';
import { type Print, toStdout } from './report.js';

export interface Entry<N extends string> {
  readonly help: string;
  readonly options: Readonly<Record<N, NumberOption>>;
  /** Whether it starts servers of others; default true. */
  readonly programs?: boolean;
  /** Does the drill; says whether all was as expected. */
  readonly drill: (options: Readonly<Record<N, number>>, print: Print) => Promise<boolean>;
}

/** Runs a drill from the command line. Ends with 1 when something is not as expected, and with 2 when it cannot begin. */
export async function main<N extends string>({
  help,
  options,
  programs = true,
  drill,
}: Entry<N>): Promise<void> {
  let chosen: Readonly<Record<N, number>> | undefined;
  try {
    chosen = readNumbers(process.argv.slice(2), options);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exitCode = 2;
    return;
  }
  if (chosen === undefined) return void process.stdout.write(help);
  const without = programs ? missing() : undefined;
  if (without !== undefined) {
    process.stderr.write(`${without}\n`);
    process.exitCode = 2;
    return;
  }
  if (!(await drill(chosen, toStdout))) process.exitCode = 1;
}
