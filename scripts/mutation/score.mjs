// @ts-check

/**
 * One change to the code and what the tests made of it, as far as it is read here.
 * @typedef {object} Mutant
 * @property {string} status
 * @property {string} fileName
 * @property {{ start: { line: number } }} location
 * @property {string} mutatorName
 * @property {string} [replacement]
 */

/** Share of mutants that must be killed in each folder, in per cent. */
export const ENOUGH = 80;

/** One that ends in a time-out was noticed: the tests did not pass. */
const KILLED = ['Killed', 'Timeout'];

/** @param {Mutant} mutant */
export const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage';

/**
 * Counts what became of mutants. Those that were not to be made, and those that broke the run and not a test, count for nothing;
 * one that no test runs counts as one that survived.
 * @param {readonly Mutant[]} mutants
 */
export function scoreOf(mutants) {
  const count = (/** @type {string} */ status) =>
    mutants.filter((mutant) => mutant.status === status).length;
  const killed = mutants.filter(({ status }) => KILLED.includes(status)).length;
  const [survived, uncovered, errors] = [
    count('Survived'),
    count('NoCoverage'),
    count('RuntimeError') + count('CompileError'),
  ];
  const all = killed + survived + uncovered;
  // Nothing that could be killed proves nothing.
  const score = all === 0 ? 0 : (100 * killed) / all;
  return { killed, survived, uncovered, errors, score, enough: score >= ENOUGH };
}

/**
 * @param {readonly { of: string, score: ReturnType<typeof scoreOf> }[]} rows
 * @returns {string[]}
 */
export function tableOf(rows) {
  const cells = [
    ['', 'killed', 'survived', 'no coverage', 'errors', 'score'],
    ...rows.map(({ of, score: { killed, survived, uncovered, errors, score, enough } }) => [
      of,
      ...[killed, survived, uncovered, errors].map(String),
      // Cut, not rounded: 79.96 is not 80.
      `${(Math.floor(score * 10) / 10).toFixed(1)} %${enough ? '' : ` < ${ENOUGH} %`}`,
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}
