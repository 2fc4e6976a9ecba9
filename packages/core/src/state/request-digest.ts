import { type Digest, digestJson } from '../digest.js';

/**
 * Digests the call that a state belongs to: SHA-256 over the RFC 8785 form of `[method, name or URI, arguments]`. One JSON
 * array, so no part can run into the next. Arguments are taken as received, before defaults and coercion; absent equals `{}`,
 * `null` does not. Throws TypeError when they have no canonical form: numbers past the range of a double, or no JSON at all.
 */
export function requestDigest(method: string, nameOrUri: string, args: unknown): Digest {
  try {
    return digestJson([method, nameOrUri, args === undefined ? {} : args]);
  } catch (cause) {
    throw new TypeError('arguments: no canonical JSON form', { cause });
  }
}
