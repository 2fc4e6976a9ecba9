import { sha256 } from '@noble/hashes/sha2.js';
import { canonicalJson } from './json.js';

/** SHA-256 in base64url: how a digest travels in the journal. */
export type Digest = string;

/** Making a hasher costs as much as hashing a short text, so all digests share one: nothing can come between its two calls. */
const fresh = sha256.create();
const hasher = sha256.create();

/** Hashes bytes by SHA-256. */
export const sha256Of = (bytes: Uint8Array): Uint8Array =>
  fresh._cloneInto(hasher).update(bytes).digest();

const hashText = (text: string): Uint8Array => sha256Of(Buffer.from(text, 'utf8'));
const base64url = (bytes: Uint8Array): Digest =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');

/**
 * Digests any JSON value for use within one sealed journal: SHA-256 cut to 128 bits (NIST SP 800-107 §5.1), since every one of
 * them travels twice a round. No second value with the same digest can be found, and a pair of one's own gains nobody anything.
 */
export const fingerprint = (value: unknown): Digest => fingerprintText(canonicalJson(value));

/** The same of a text. One that is no JSON has the digest of no JSON value. */
export const fingerprintText = (text: string): Digest => base64url(hashText(text).subarray(0, 16));

/** Digests any JSON value: equal values give equal digests whatever their member order (RFC 8785). */
export const digestJson = (value: unknown): Digest => base64url(hashText(canonicalJson(value)));
