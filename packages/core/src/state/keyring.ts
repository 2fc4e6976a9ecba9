import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ConfigError } from '../errors.js';
import { fromBase64url, toBase64url } from './base64url.js';
import { concatBytes, equalBytes, isBytes, utf8 } from './bytes.js';

/** Shortest key, in bytes: the output length of SHA-256, below which HKDF cannot give full-strength subkeys (RFC 5869 §3.1). */
export const MIN_KEY_BYTES = 32;
/** Length of a key id, in bytes. */
export const KEY_ID_BYTES = 8;

const ID_LABEL = utf8('countersign key id');

/** One key of a ring. The key itself cannot be read back: codecs work with subkeys of their own. */
export interface SealingKey {
  /** Names the key inside sealed bytes: the first 8 bytes of SHA-256("countersign key id" || key). Not secret. */
  readonly id: Uint8Array;
  /** Derives `length` bytes (default 32) by HKDF-SHA256 without salt; computed once for each `info` and length. */
  subkey(info: Uint8Array, length?: number): Uint8Array;
}

/** Keys in order: `keys[0]` seals, all open. */
export interface KeyRing {
  readonly keys: readonly SealingKey[];
}

/**
 * Makes a ring of at least one key of at least 32 bytes each. The bytes are copied. Throws TypeError for anything that is not
 * a list of bytes, and RangeError for an empty list, a short key or a key given twice; never with the value of a key.
 */
export function keyRing(keys: readonly Uint8Array[]): KeyRing {
  if (!Array.isArray(keys))
    throw new TypeError(`keys: expected a list of Uint8Array, got ${typeof keys}`);
  if (keys.length === 0) throw new RangeError('keys: expected at least one key, got none');
  const ring = Array.from(keys, sealingKey); // a hole in the list is named, and not passed over
  for (const [at, key] of ring.entries()) {
    const first = ring.findIndex((other) => equalBytes(other.id, key.id));
    if (first !== at)
      throw new RangeError(
        `keys[${at}]: the same key as keys[${first}] (${keys[at]?.length} bytes)`,
      );
  }
  return Object.freeze({ keys: Object.freeze(ring) });
}

function sealingKey(given: Uint8Array, at: number): SealingKey {
  if (!isBytes(given)) throw new TypeError(`keys[${at}]: expected Uint8Array, got ${typeof given}`);
  if (given.length < MIN_KEY_BYTES)
    throw new RangeError(
      `keys[${at}]: expected at least ${MIN_KEY_BYTES} bytes, got ${given.length}`,
    );
  const key = Uint8Array.from(given);
  const derived = new Map<string, Uint8Array>();
  return Object.freeze({
    id: sha256(concatBytes(ID_LABEL, key)).slice(0, KEY_ID_BYTES),
    subkey(info: Uint8Array, length = 32): Uint8Array {
      const name = `${length}.${toBase64url(info)}`;
      let subkey = derived.get(name);
      if (subkey === undefined) {
        subkey = hkdf(sha256, key, undefined, info, length);
        derived.set(name, subkey);
      }
      return Uint8Array.from(subkey);
    },
  });
}

/**
 * Reads keys from an environment variable: base64url without padding, separated by commas, the sealing key first. Throws
 * ConfigError `state_codec` when the variable is unset, empty, or holds an entry that is not such a key; never with a value.
 *
 * Make one with `node -e "console.log(crypto.randomBytes(32).toString('base64url'))"`.
 */
export function keysFromEnv(
  name: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Uint8Array[] {
  const text = env[name]?.trim();
  if (text === undefined || text === '') {
    throw new ConfigError(
      'state_codec',
      `${name} is ${text === undefined ? 'not set' : 'empty'}: it needs at least one key. ${HOW_TO_MAKE_A_KEY}`,
    );
  }
  const entries = text.split(',');
  return entries.map((entry, index) => {
    const spelled = entry.trim();
    const which = `${name}, key ${index + 1} of ${entries.length}`;
    const key = fromBase64url(spelled);
    if (spelled === '')
      throw new ConfigError(
        'state_codec',
        `${which}: nothing between two commas. ${HOW_TO_MAKE_A_KEY}`,
      );
    if (key === undefined) {
      throw new ConfigError(
        'state_codec',
        `${which} (${spelled.length} characters): not base64url without padding. ${HOW_TO_MAKE_A_KEY}`,
      );
    }
    if (key.length < MIN_KEY_BYTES) {
      throw new ConfigError(
        'state_codec',
        `${which}: ${key.length} bytes, needs at least ${MIN_KEY_BYTES}. ${HOW_TO_MAKE_A_KEY}`,
      );
    }
    return Uint8Array.from(key);
  });
}

const HOW_TO_MAKE_A_KEY = `Make one: node -e "console.log(crypto.randomBytes(32).toString('base64url'))"`;
