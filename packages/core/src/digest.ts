import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './json.js';

/** SHA-256 in base64url: how a digest travels in the journal. */
export type Digest = string;

/**
 * Digests any JSON value for use within one sealed journal: SHA-256 cut to 128 bits (NIST SP 800-107 §5.1), since every one of
 * them travels twice a round. No second value with the same digest can be found, and a pair of one's own gains nobody anything.
 */
export const fingerprint = (value: unknown): Digest =>
  Buffer.from(sha256(utf8ToBytes(canonicalJson(value))).subarray(0, 16)).toString('base64url');

/** Digests any JSON value: equal values give equal digests whatever their member order (RFC 8785). */
export const digestJson = (value: unknown): Digest => Buffer.from(sha256(utf8ToBytes(canonicalJson(value)))).toString('base64url');
