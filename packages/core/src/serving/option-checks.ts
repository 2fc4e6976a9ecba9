import { ConfigError } from '../errors.js';

export const invalid = (message: string): ConfigError => new ConfigError('invalid_option', `createServer: ${message}`);

export function known(where: string, given: object, names: object): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(names, name)) throw invalid(`unknown option ${where}${name}; known are ${Object.keys(names).join(', ')}`);
  }
}

export function text(where: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalid(`${where} must be a non-empty string`);
  return value;
}

/** A count with a floor; odd numbers of seconds or bytes (NaN, fractions, infinities) would make a check that never bites. */
export function count(where: string, value: number | undefined, fallback: number, least: number): number {
  const chosen = value ?? fallback;
  if (!Number.isSafeInteger(chosen) || chosen < least) throw invalid(`${where} must be a whole number of at least ${least}`);
  return chosen;
}
