/**
 * The one rule for null in options: it is never "absent", which is what `undefined` says. In
 * another language null may be the absence of a key, of a scope or of single use; taken for it, a
 * setting that failed to load would quietly become the unsafe default.
 */
export const notNull = (what: string): string => `${what} must not be null; leave it out`;

/**
 * Says which option is null, or that the options themselves are; `undefined` where none is.
 * `where` begins the name and ends in a dot, or is empty.
 */
export function nullProblem(given: unknown, where = ''): string | undefined {
  if (given === null) return notNull(where === '' ? 'options' : where.replace(/\.$/, ''));
  if (typeof given !== 'object') return undefined;
  const found = Object.entries(given).find(([, value]) => value === null);
  return found && notNull(`${where}${found[0]}`);
}

/** Refuses null in the options of a function whose mistakes are TypeErrors; names no value. */
export function refuseNull(who: string, given: unknown): void {
  const problem = nullProblem(given);
  if (problem !== undefined) throw new TypeError(`${who}: ${problem}`);
}
