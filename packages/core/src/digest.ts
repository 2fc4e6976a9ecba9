import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './json.js';

/** SHA-256 in base64url: how a digest travels in the journal. */
export type Digest = string;

/** Digests text that is already unambiguous, such as canonical JSON. */
export const digestText = (text: string): Digest => Buffer.from(sha256(utf8ToBytes(text))).toString('base64url');

/** Digests any JSON value: equal values give equal digests whatever their member order (RFC 8785). */
export const digestJson = (value: unknown): Digest => digestText(canonicalJson(value));
