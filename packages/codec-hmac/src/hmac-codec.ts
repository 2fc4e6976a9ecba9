import {
  equalBytes,
  KEY_ID_BYTES,
  keyRing,
  type Opened,
  type StateCodec,
  utf8,
} from '@countersign/core/codec';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type HmacCodecOptions, readOptions } from './options.js';

const TAG_BYTES = 32;
const SUBKEY = utf8('countersign codec-hmac 1');

/**
 * Makes the codec `h1`: HMAC-SHA256 (RFC 2104) under a subkey of each key. Whoever holds the state can read it; no one without
 * a key can alter it. Sealed bytes are `key id (8) | plain | tag (32)`. Throws TypeError or RangeError for options, an empty
 * ring, a short key or one given twice.
 *
 * ```ts
 * hmacCodec({ keys: keysFromEnv('STATE_KEYS') })
 * ```
 */
export function hmacCodec(options: HmacCodecOptions): StateCodec {
  const { keys } = keyRing(readOptions(options).keys);
  // A keyed state with both pads absorbed: half the compressions of a short message. It is copied into the same second one for
  // every tag, since making that costs as much as the rest, and nothing can come between copying and digest.
  const ring = keys.map((key) => {
    const keyed = hmac.create(sha256, key.subkey(SUBKEY));
    return { id: key.id, keyed, working: keyed.clone() };
  });
  const [first] = ring;
  if (first === undefined)
    throw new RangeError('hmacCodec: keys: expected at least one key, got none');

  /** The length tells `aad` from what follows it; the key id is fixed-length and inside. */
  const tagOf = (
    { keyed, working }: typeof first,
    aad: Uint8Array,
    idAndPlain: Uint8Array,
  ): Uint8Array => {
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(aad.length);
    return keyed._cloneInto(working).update(length).update(aad).update(idAndPlain).digest();
  };

  return Object.freeze({
    tag: 'h1',
    readable: true,
    seal(plain: Uint8Array, aad: Uint8Array): Uint8Array {
      const end = KEY_ID_BYTES + plain.length;
      const sealed = new Uint8Array(end + TAG_BYTES);
      sealed.set(first.id);
      sealed.set(plain, KEY_ID_BYTES);
      sealed.set(tagOf(first, aad, sealed.subarray(0, end)), end);
      return sealed;
    },
    open(sealed: Uint8Array, aad: Uint8Array): Opened {
      const end = sealed.length - TAG_BYTES;
      if (end < KEY_ID_BYTES) return { ok: false, code: 'malformed' };
      const id = sealed.subarray(0, KEY_ID_BYTES);
      const key = ring.find((one) => equalBytes(one.id, id));
      if (key === undefined) return { ok: false, code: 'unknown_key' };
      // The whole tag, in constant time: a shorter one that is right as far as it goes is wrong.
      if (!equalBytes(tagOf(key, aad, sealed.subarray(0, end)), sealed.subarray(end)))
        return { ok: false, code: 'unauthentic' };
      // A copy: `slice` of a Buffer would be a view of what the caller may use again.
      return {
        ok: true,
        plain: new Uint8Array(sealed.subarray(KEY_ID_BYTES, end)),
        current: key === first,
      };
    },
  });
}
