import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StateCodec } from '../../src/state/state-codec.js';

/** A small codec: node:crypto's HMAC-SHA256 behind the bytes. One fixed key, so that two servers are two replicas. */
export function testCodec(
  options: {
    readonly key?: string;
    readonly tag?: string;
    readonly readable?: boolean;
    readonly ephemeral?: boolean;
  } = {},
): StateCodec {
  const {
    key = 'a key that only tests know, 32 bytes or more',
    tag = 'test',
    readable = false,
    ephemeral = false,
  } = options;
  const mac = (plain: Uint8Array, aad: Uint8Array) =>
    createHmac('sha256', key).update(`${aad.length}.`).update(aad).update(plain).digest();
  return {
    tag,
    readable,
    ephemeral,
    seal: (plain, aad) => Buffer.concat([mac(plain, aad), plain]),
    open: (sealed, aad) => {
      if (sealed.length < 32) return { ok: false, code: 'malformed' };
      const plain = sealed.subarray(32);
      return timingSafeEqual(sealed.subarray(0, 32), mac(plain, aad))
        ? { ok: true, plain, current: true }
        : { ok: false, code: 'unauthentic' };
    },
  };
}
