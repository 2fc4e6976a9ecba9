import {
  concatBytes,
  equalBytes,
  isBytes,
  KEY_ID_BYTES,
  keyRing,
  type Opened,
  type StateCodec,
  utf8,
} from '@countersign/core/codec';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { randomBytes } from '@noble/ciphers/utils.js';
import { NONCE_BYTES, pooledNonces } from './nonces.js';
import { type AeadCodecOptions, readOptions } from './options.js';

const TAG_BYTES = 16;
const BOX_AT = KEY_ID_BYTES + NONCE_BYTES;
const SUBKEY = utf8('countersign codec-aead 1');

/**
 * Makes the codec `x1`: XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03) under a subkey of each key. The holder of the state can
 * neither read nor alter it. Sealed bytes are `key id (8) | nonce (24) | ciphertext | tag (16)`, with a fresh random nonce each
 * time. Without keys it makes one for this process and is `ephemeral`. Throws TypeError or RangeError for options, an empty
 * ring, a short key or one given twice.
 *
 * ```ts
 * aeadCodec({ keys: keysFromEnv('STATE_KEYS') })
 * ```
 */
export function aeadCodec(options: AeadCodecOptions = {}): StateCodec {
  const { keys, random } = readOptions(options);
  const nextNonce = random === undefined ? pooledNonces(randomBytes) : () => random(NONCE_BYTES);
  const ring = keyRing(keys ?? [randomBytes(32)]).keys.map((key) => ({
    id: key.id,
    subkey: key.subkey(SUBKEY),
  }));
  const [first] = ring;
  if (first === undefined)
    throw new RangeError('aeadCodec: keys: expected at least one key, got none');

  return Object.freeze({
    tag: 'x1',
    readable: false,
    ephemeral: keys === undefined,
    seal(plain: Uint8Array, aad: Uint8Array): Uint8Array {
      const nonce = nextNonce();
      if (!isBytes(nonce) || nonce.length !== NONCE_BYTES)
        throw new RangeError(`aeadCodec: random: expected ${NONCE_BYTES} bytes`);
      const sealed = new Uint8Array(BOX_AT + plain.length + TAG_BYTES);
      sealed.set(first.id);
      sealed.set(nonce, KEY_ID_BYTES);
      // The key id is fixed-length and last, so that `aad | id` cannot be split another way.
      xchacha20poly1305(first.subkey, nonce, concatBytes(aad, first.id)).encrypt(
        plain,
        sealed.subarray(BOX_AT),
      );
      return sealed;
    },
    open(sealed: Uint8Array, aad: Uint8Array): Opened {
      if (sealed.length < BOX_AT + TAG_BYTES) return { ok: false, code: 'malformed' };
      const id = sealed.subarray(0, KEY_ID_BYTES);
      const key = ring.find((one) => equalBytes(one.id, id));
      if (key === undefined) return { ok: false, code: 'unknown_key' };
      try {
        const cipher = xchacha20poly1305(
          key.subkey,
          sealed.subarray(KEY_ID_BYTES, BOX_AT),
          concatBytes(aad, key.id),
        );
        return { ok: true, plain: cipher.decrypt(sealed.subarray(BOX_AT)), current: key === first };
      } catch {
        // Short input and a wrong tag throw differently: which it was is nobody's business.
        return { ok: false, code: 'unauthentic' };
      }
    },
  });
}
