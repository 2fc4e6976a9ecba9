// @ts-check
/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * The line that closes a test run, for people and for whatever reads the log.
 * @param {Tally} tally
 */
export const closing = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * Reads the last closing line of a log; `undefined` when there is none, which means that the run did not come to its end.
 * @param {string} log
 * @returns {Tally | undefined}
 */
export function tally(log) {
  const found = [...log.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\r?$/gm)].at(-1);
  return (
    found && { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) }
  );
}
