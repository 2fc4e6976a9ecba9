import { type Digest, sha256Of } from '../digest.js';
import { isRecord } from '../json.js';
import type { Principal } from '../principal.js';
import { toBase64url } from './base64url.js';
import { lengthPrefixed } from './bytes.js';

/** All that the guard knows of what it seals. The round's journal fits; its other members travel along unread. */
export interface Sealable {
  /** Identifies the flow. */
  readonly flow: string;
  /** Milliseconds since the epoch after which nothing of this flow is accepted. */
  readonly deadline: number;
}

/** `round` states live on the wire for one round; `flow` states stay inside the process that minted them (the 2025 bridge). */
export type Lifetime = 'round' | 'flow';

/** The sealed plaintext. Names are short because every one of them travels twice a round. */
export interface Claims<J extends Sealable> {
  /** Audience: the server it was minted by and for. */
  readonly a: string;
  /** Salted hash of the principal it was minted for. */
  readonly p: Digest;
  /** Digest of the call it was minted for. */
  readonly r: Digest;
  /** Issued at, and expiry: milliseconds since the epoch. */
  readonly i: number;
  readonly e: number;
  readonly l: Lifetime;
  /** The journal, with flow id, deadline and rounds. */
  readonly j: J;
}

/** Writes claims as the UTF-8 JSON that a codec seals. */
export const writeClaims = <J extends Sealable>(claims: Claims<J>): Uint8Array =>
  Buffer.from(JSON.stringify(claims), 'utf8');

/**
 * Reads claims from bytes whose seal was checked. `undefined` when they are none: a holder of the key sealed something else.
 * The journal's other members are not looked at: only a holder of the key can have written them.
 */
export function readClaims<J extends Sealable>(plain: Uint8Array): Claims<J> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(
      Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('utf8'),
    );
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { a, p, r, i, e, l, j } = value;
  const sound =
    typeof a === 'string' &&
    typeof p === 'string' &&
    typeof r === 'string' &&
    typeof i === 'number' &&
    typeof e === 'number' &&
    (l === 'round' || l === 'flow') &&
    isRecord(j) &&
    typeof j.flow === 'string' &&
    typeof j.deadline === 'number';
  return sound ? (value as unknown as Claims<J>) : undefined;
}

/**
 * Hashes who calls, salted with the flow id: a readable state names nobody, and two flows of one person look unrelated. Every
 * part is length-prefixed, so that "a" + "bc" is not "ab" + "c". `undefined` when it is no principal: a part that is not text,
 * no subject, or half a surrogate pair. Never anonymous instead.
 */
export function principalHash(principal: Principal, flow: string): Digest | undefined {
  if (!isRecord(principal) || principal.subject === '') return undefined;
  return saltedHash(
    'countersign principal',
    flow,
    principal.issuer,
    principal.subject,
    principal.client,
  );
}

/**
 * Hashes the user behind a call in the same way, without the client that he acts through: whoever signs in on a page does so in a
 * browser, which is none of the clients of the protocol.
 */
export function userHash(
  user: Pick<Principal, 'issuer' | 'subject'> | undefined,
  flow: string,
): Digest | undefined {
  if (!isRecord(user) || user.subject === '') return undefined;
  return saltedHash('countersign user', flow, user.issuer, user.subject);
}

function saltedHash(label: string, flow: string, ...parts: readonly unknown[]): Digest | undefined {
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  try {
    return toBase64url(sha256Of(lengthPrefixed(label, flow, ...parts)));
  } catch {
    return undefined;
  }
}
