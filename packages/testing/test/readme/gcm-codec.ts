// gcm-codec.ts
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  concatBytes,
  equalBytes,
  keyRing,
  type Opened,
  type StateCodec,
  utf8,
} from '@countersign/core/codec';

export function gcmCodec(keys: readonly Uint8Array[]): StateCodec {
  const ring = keyRing(keys).keys.map(({ id, subkey }) => ({
    id,
    key: subkey(utf8('gcm example')),
  }));
  return {
    tag: 'gcm',
    readable: false,
    seal(plain, aad) {
      const [{ id, key }] = ring as [(typeof ring)[0]];
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(concatBytes(id, aad));
      return concatBytes(id, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag());
    },
    open(sealed, aad): Opened {
      const end = sealed.length - 16;
      if (end < 20) return { ok: false, code: 'malformed' };
      const found = ring.find(({ id }) => equalBytes(id, sealed.subarray(0, 8)));
      if (!found) return { ok: false, code: 'unknown_key' };
      const cipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(8, 20), {
        authTagLength: 16,
      });
      cipher.setAAD(concatBytes(found.id, aad)).setAuthTag(sealed.subarray(end));
      try {
        return {
          ok: true,
          plain: concatBytes(cipher.update(sealed.subarray(20, end)), cipher.final()),
          current: found === ring[0],
        };
      } catch {
        return { ok: false, code: 'unauthentic' };
      }
    },
  };
}
