import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payload, Sealing } from '../sealing.js';

const TAG_BYTES = 32;

/** The least that one could write by hand: JSON, HMAC-SHA256 by node:crypto in one go, strict base64url. */
export function nodeCryptoHmac(name: string, key: Uint8Array): Sealing<Payload> {
  const tagOf = (plain: Uint8Array) => createHmac('sha256', key).update(plain).digest();
  return {
    name,
    async mint(payload) {
      const plain = Buffer.from(JSON.stringify(payload));
      return Buffer.concat([plain, tagOf(plain)]).toString('base64url');
    },
    async verify(state) {
      const bytes = Buffer.from(state, 'base64url');
      if (bytes.length < TAG_BYTES || bytes.toString('base64url') !== state)
        throw new Error('malformed');
      const plain = bytes.subarray(0, -TAG_BYTES);
      if (!timingSafeEqual(tagOf(plain), bytes.subarray(-TAG_BYTES)))
        throw new Error('unauthentic');
      return JSON.parse(plain.toString()) as Payload;
    },
  };
}
