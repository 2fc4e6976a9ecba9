/** Something that is expected, and whether it was so. */
export interface Check {
  readonly what: string;
  readonly holds: boolean;
}

/** Writes to whoever runs the drill. */
export type Print = (line: string) => void;
export const toStdout: Print = (line) => void process.stdout.write(`${line}\n`);

/** Finds the value below which `share` (0 to 1) of the values lie; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Lays out rows in columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const padded = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}

/** Prints every check and how many held; says whether all did. */
export function printChecks(print: Print, name: string, checks: readonly Check[]): boolean {
  for (const { what, holds } of checks) print(`${holds ? 'ok    ' : 'FAILED'}  ${what}`);
  const held = checks.filter(({ holds }) => holds).length;
  print('');
  print(`${name}: ${held} of ${checks.length} as expected`);
  return held === checks.length;
}
