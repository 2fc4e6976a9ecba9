import { parseArgs } from 'node:util';
import { RULES } from './rules.js';

const WIDTH = Math.max(...RULES.map(({ name }) => name.length));
const LIST = RULES.map(
  ({ name, level, about }) => `  ${name.padEnd(WIDTH)}  ${level.padEnd(7)}  ${about}`,
);

export const HELP = `Usage: npx --package @countersign/core countersign check [path ...] [options]

Finds mistakes in components that the types of TypeScript let pass, by reading the program: nothing
is run. A path is a file or a folder; without one it is the current folder.

  --project <file>  takes this tsconfig.json; default the one nearest to each path
  --json            prints the findings as JSON
  --help            shows this

It prints a line for each finding: file:line:column, the level, the rule, what is wrong and the
cure; and one line at the end. It exits with 1 where there is an error, or no component; with 2 for
a command line that it does not know, paths without files, or a TypeScript that it cannot use; else
with 0. It needs typescript 5.5 or later, or @typescript/typescript6 beside typescript 7.

A comment lets one rule pass in the next line of code, or in its own, and says why:

  // countersign-check-ignore floating-promise: the audit log may be late

${LIST.join('\n')}

Two more speak of the check itself: "ignore" of a comment without a rule, a reason or a finding, and
"strict" of a program whose types do not say what may be absent.
`;

/** What the command line says. */
export interface CheckOptions {
  readonly paths: readonly string[];
  readonly project: string | undefined;
  readonly json: boolean;
}

/** Reads the command line after `check`. Throws TypeError for anything it does not know. */
export function readCheckOptions(args: readonly string[]): CheckOptions | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean', default: false },
      project: { type: 'string' },
    },
  });
  if (values.help === true) return 'help';
  const paths = positionals.length === 0 ? ['.'] : positionals;
  return { paths, project: values.project, json: values.json };
}
