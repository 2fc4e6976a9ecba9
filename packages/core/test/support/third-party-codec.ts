import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { equalBytes, keyRing, type Opened, type StateCodec } from '../../src/codec.js';

/** What somebody else would write: AES-256-GCM from node:crypto behind the contract, with rotation. */
export function gcmCodec(keys: readonly Uint8Array[]): StateCodec {
  const ring = keyRing(keys).keys.map(({ id, subkey }) => ({
    id,
    key: subkey(Buffer.from('gcm example')),
  }));
  return {
    tag: 'gcm',
    readable: false,
    seal(plain, aad) {
      const [{ id, key }] = ring as [(typeof ring)[0]];
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([id, aad]));
      const box = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([id, nonce, cipher.getAuthTag(), box]);
    },
    open(sealed, aad): Opened {
      if (sealed.length < 36) return { ok: false, code: 'malformed' };
      const at = ring.findIndex(({ id }) => equalBytes(id, sealed.subarray(0, 8)));
      const found = ring[at];
      if (!found) return { ok: false, code: 'unknown_key' };
      const cipher = createDecipheriv('aes-256-gcm', found.key, sealed.subarray(8, 20), {
        authTagLength: 16,
      });
      cipher.setAAD(Buffer.concat([found.id, aad])).setAuthTag(sealed.subarray(20, 36));
      return {
        ok: true,
        plain: Buffer.concat([cipher.update(sealed.subarray(36)), cipher.final()]),
        current: at === 0,
      };
    },
  };
}
