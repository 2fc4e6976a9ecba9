// What every codec keeps is in the contract of @countersign/testing, which runs for this one too; here is what is its own.
import { describe, expect, it } from 'vitest';
import { hmacCodec } from '../src/index.js';
import { flipped, key } from './support.js';

const KEY_ID_BYTES = 8;
const TAG_BYTES = 32;
const AAD = Buffer.from('aad');
const of = (...fills: readonly number[]) => hmacCodec({ keys: fills.map(key) });
const sealedWith = (fill: number, plain = 'the answer') =>
  of(fill).seal(Buffer.from(plain), AAD) as Uint8Array;

describe('bytes sealed with HMAC', () => {
  it('are refused by the part that is wrong: of an unknown key, or with a wrong tag', () => {
    const sealed = sealedWith(1);
    expect(of(1).open(sealed, AAD)).toMatchObject({ ok: true, current: true });
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const code = bit < KEY_ID_BYTES * 8 ? 'unknown_key' : 'unauthentic';
      expect(of(1).open(flipped(sealed, bit), AAD), `bit ${bit}`).toEqual({ ok: false, code });
    }
    expect(of(2).open(sealed, AAD)).toEqual({ ok: false, code: 'unknown_key' });
  });

  it('are malformed when they are too short for a key id and a tag', () => {
    const sealed = sealedWith(1);
    for (let length = 0; length < sealed.length; length++) {
      const code = length < KEY_ID_BYTES + TAG_BYTES ? 'malformed' : 'unauthentic';
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
    expect(
      of(1).open(Buffer.concat([Buffer.alloc(256, 7), one.subarray(KEY_ID_BYTES)]), AAD),
    ).toEqual({ ok: false, code: 'unknown_key' });
  });

  it('can be read, and their codec says so', () => {
    expect(of(1)).toMatchObject({ tag: 'h1', readable: true });
    expect(of(1).ephemeral).toBeUndefined();
    expect(Buffer.from(sealedWith(1)).toString('latin1')).toContain('the answer');
  });

  it('have a tag that tells where the additional data ends', () => {
    const tag = (aad: string, plain: string) =>
      Buffer.from(
        (of(1).seal(Buffer.from(plain), Buffer.from(aad)) as Uint8Array).subarray(-TAG_BYTES),
      ).toString('hex');
    expect(tag('ab', 'c')).toBe(tag('ab', 'c'));
    expect(tag('a', 'bc')).not.toBe(tag('ab', 'c'));
    expect(tag('', 'abc')).not.toBe(tag('abc', ''));
  });
});
