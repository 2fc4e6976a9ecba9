import { ConfigError } from '../errors.js';
import { nullProblem } from '../options.js';
import { isLoopback } from './loopback.js';

export const invalid = (message: string): ConfigError =>
  new ConfigError('invalid_option', `createServer: ${message}`);

/** Refuses null by the one rule for options; `where` ends in a dot, or is empty. */
export function refuseNulls(where: string, given: unknown): void {
  const problem = nullProblem(given, where);
  if (problem !== undefined) throw invalid(problem);
}

/** Refuses names that are no options, and null; `where` ends in a dot, or is empty. */
export function known(where: string, given: object, names: object): void {
  refuseNulls(where, given);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(names, name))
      throw invalid(`unknown option ${where}${name}; known are ${Object.keys(names).join(', ')}`);
  }
}

export function text(where: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw invalid(`${where} must be a non-empty string`);
  return value;
}

/** A count with a floor; odd numbers of seconds or bytes (NaN, fractions, infinities) would make a check that never bites. */
export function count(
  where: string,
  value: number | undefined,
  fallback: number,
  least: number,
): number {
  const chosen = value ?? fallback;
  if (!Number.isSafeInteger(chosen) || chosen < least)
    throw invalid(`${where} must be a whole number of at least ${least}`);
  return chosen;
}

/**
 * A URL that tokens or their whereabouts depend on: `https`, but for loopback, where nothing travels (RFC 9728 §2, RFC 8414 §2).
 * It has no fragment, no user and, unless `query` says so, no query. The value is in no message.
 */
export function secureUrl(where: string, value: unknown, { query = false } = {}): URL {
  if (typeof value !== 'string' || !URL.canParse(value))
    throw invalid(`${where} must be an absolute URL`);
  const url = new URL(value);
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
  if (url.protocol !== 'https:' && !isLocal)
    throw invalid(`${where} must be an https: URL; http: is for loopback names only`);
  if (value.includes('#')) throw invalid(`${where} must have no fragment`);
  if (!query && value.includes('?')) throw invalid(`${where} must have no query`);
  if (url.username !== '' || url.password !== '')
    throw invalid(`${where} must name no user or password`);
  return url;
}

/** A list of scope tokens (RFC 6749 §3.3). `offline_access` is no scope of a resource (spec: basic/authorization, Refresh Tokens). */
export function scopeList(where: string, value: unknown): void {
  if (value === undefined) return;
  if (
    !Array.isArray(value) ||
    !Array.from(value).every(
      (scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope),
    )
  ) {
    throw invalid(
      `${where} must be a list of scope names, each without blanks, quotes and backslashes`,
    );
  }
  if (value.includes('offline_access'))
    throw invalid(
      `${where} must not hold offline_access, which is for the authorization server alone`,
    );
}
