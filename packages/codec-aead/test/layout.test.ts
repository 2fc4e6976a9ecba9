// What every codec keeps is in the contract of @countersign/testing, which runs for this one too; here is what is its own.
import { describe, expect, it } from 'vitest';
import { aeadCodec } from '../src/index.js';
import { flipped, key } from './support.js';

const KEY_ID_BYTES = 8;
const OVERHEAD = KEY_ID_BYTES + 24 + 16;
const AAD = Buffer.from('aad');
const of = (...fills: readonly number[]) => aeadCodec({ keys: fills.map(key) });
const sealedWith = (fill: number, plain = 'the answer') =>
  of(fill).seal(Buffer.from(plain), AAD) as Uint8Array;

describe('bytes sealed with XChaCha20-Poly1305', () => {
  it('are refused by the part that is wrong: of an unknown key, or not authentic', () => {
    const sealed = sealedWith(1);
    expect(of(1).open(sealed, AAD)).toMatchObject({ ok: true, current: true });
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const code = bit < KEY_ID_BYTES * 8 ? 'unknown_key' : 'unauthentic';
      expect(of(1).open(flipped(sealed, bit), AAD), `bit ${bit}`).toEqual({ ok: false, code });
    }
    expect(of(2).open(sealed, AAD)).toEqual({ ok: false, code: 'unknown_key' });
  });

  it('are malformed when they are too short for a key id, a nonce and a tag', () => {
    const sealed = sealedWith(1);
    for (let length = 0; length < sealed.length; length++) {
      const code = length < OVERHEAD ? 'malformed' : 'unauthentic';
      expect(of(1).open(sealed.subarray(0, length), AAD), `${length} bytes`).toEqual({
        ok: false,
        code,
      });
    }
  });

  it('are refused under the key id of another key of the ring', () => {
    const [one, two] = [sealedWith(1), sealedWith(2)];
    const under = (id: Uint8Array, rest: Uint8Array) =>
      Buffer.concat([id.subarray(0, KEY_ID_BYTES), rest.subarray(KEY_ID_BYTES)]);
    expect(of(1, 2).open(under(one, one), AAD)).toMatchObject({ ok: true, current: true });
    expect(of(1, 2).open(under(two, two), AAD)).toMatchObject({ ok: true, current: false });
    expect(of(1, 2).open(under(two, one), AAD)).toEqual({ ok: false, code: 'unauthentic' });
    expect(of(1, 2).open(under(one, two), AAD)).toEqual({ ok: false, code: 'unauthentic' });
  });

  it('have no block in common with another seal of the same text, but the key id', () => {
    const text = 'the same text, a few blocks long, which must not be seen to be the same';
    const codec = of(1);
    expect(codec).toMatchObject({ tag: 'x1', readable: false });
    const [one, other] = [0, 0].map(() => codec.seal(Buffer.from(text), AAD) as Uint8Array) as [
      Uint8Array,
      Uint8Array,
    ];
    expect(one.length).toBe(other.length);
    expect(one.subarray(0, KEY_ID_BYTES)).toEqual(other.subarray(0, KEY_ID_BYTES));
    for (let at = KEY_ID_BYTES; at + 8 <= one.length; at += 8)
      expect(one.subarray(at, at + 8)).not.toEqual(other.subarray(at, at + 8));
  });

  it('are bound to the additional data, which the key id cannot be taken for a part of', () => {
    const sealed = sealedWith(1);
    expect(of(1).open(sealed, AAD)).toMatchObject({ ok: true });
    for (const aad of ['', 'aa', 'aada', 'Aad', 'aa\0']) {
      for (const other of [
        Buffer.from(aad),
        Buffer.concat([Buffer.from(aad), sealed.subarray(0, KEY_ID_BYTES)]),
      ])
        expect(of(1).open(sealed, other)).toEqual({ ok: false, code: 'unauthentic' });
    }
  });
});
