import { createCipheriv } from 'node:crypto';

const rotated = (word: number, by: number): number => ((word << by) | (word >>> (32 - by))) >>> 0;

/**
 * HChaCha20 (draft-irtf-cfrg-xchacha-03 §2.2), written from the draft and independent of what the codec uses: the ChaCha
 * permutation of key and 16 nonce bytes, of which the first and the last row are the subkey.
 */
export function hchacha20(key: Uint8Array, nonce: Uint8Array): Uint8Array {
  const words = (bytes: Uint8Array): number[] =>
    Array.from({ length: bytes.length / 4 }, (_, i) => Buffer.from(bytes).readUInt32LE(4 * i));
  const state = [...words(Buffer.from('expand 32-byte k')), ...words(key), ...words(nonce)];
  const quarter = (a: number, b: number, c: number, d: number): void => {
    for (const [x, y, z, by] of [
      [a, b, d, 16],
      [c, d, b, 12],
      [a, b, d, 8],
      [c, d, b, 7],
    ] as const) {
      state[x] = ((state[x] as number) + (state[y] as number)) >>> 0;
      state[z] = rotated((state[z] as number) ^ (state[x] as number), by);
    }
  };
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(i, i + 4, i + 8, i + 12);
    for (let i = 0; i < 4; i++)
      quarter(i, ((i + 1) % 4) + 4, ((i + 2) % 4) + 8, ((i + 3) % 4) + 12);
  }
  const out = Buffer.alloc(32);
  for (const [i, word] of [...state.slice(0, 4), ...state.slice(12)].entries())
    out.writeUInt32LE(word, 4 * i);
  return out;
}

/** XChaCha20-Poly1305 (same draft, §2.3) over node:crypto's ChaCha20-Poly1305: ciphertext, then tag. */
export function xchacha20poly1305(
  key: Uint8Array,
  nonce: Uint8Array,
  aad: Uint8Array,
  plain: Uint8Array,
): Buffer {
  const inner = Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]);
  const cipher = createCipheriv('chacha20-poly1305', hchacha20(key, nonce.subarray(0, 16)), inner, {
    authTagLength: 16,
  });
  cipher.setAAD(aad, { plaintextLength: plain.length });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
