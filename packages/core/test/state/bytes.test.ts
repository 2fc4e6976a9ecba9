import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, equalBytes, isBytes, lengthPrefixed, utf8 } from '../../src/state/bytes.js';

describe('bytes', () => {
  it('gives equal bytes for equal lists of parts only', () => {
    const parts = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 4 }), fc.uint8Array({ maxLength: 4 })),
      { maxLength: 4 },
    );
    const plain = (list: readonly (string | Uint8Array)[]) =>
      JSON.stringify(list.map((part) => [...Buffer.from(part as string)]));
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        expect(equalBytes(lengthPrefixed(...a), lengthPrefixed(...b))).toBe(plain(a) === plain(b));
        expect(equalBytes(lengthPrefixed(...a), lengthPrefixed(...a))).toBe(true);
      }),
    );
  });

  it('writes a length of four bytes, big-endian, before each part', () => {
    expect([...lengthPrefixed('é', new Uint8Array(), 'z')]).toEqual([
      0, 0, 0, 2, 0xc3, 0xa9, 0, 0, 0, 0, 0, 0, 0, 1, 122,
    ]);
    expect([...lengthPrefixed(Uint8Array.of(7, 8), Uint8Array.of(9))]).toEqual([
      0, 0, 0, 2, 7, 8, 0, 0, 0, 1, 9,
    ]);
  });

  it('tells "a" + "bc" from "ab" + "c", which joining alone does not', () => {
    expect(equalBytes(concatBytes(utf8('a'), utf8('bc')), concatBytes(utf8('ab'), utf8('c')))).toBe(
      true,
    );
    expect(equalBytes(lengthPrefixed('a', 'bc'), lengthPrefixed('ab', 'c'))).toBe(false);
    expect(equalBytes(lengthPrefixed('a', ''), lengthPrefixed('a'))).toBe(false);
  });

  it('refuses half a surrogate pair, which UTF-8 would make equal to any other', () => {
    expect(utf8('\u{1f511}').length).toBe(4);
    expect(() => utf8('\ud83d')).toThrow(TypeError);
    expect(() => lengthPrefixed('a', '\udd11')).toThrow(TypeError);
  });

  it('compares whole byte strings: no prefix, no other length, no single bit passes', () => {
    const tag = Uint8Array.from({ length: 32 }, (_, i) => i * 7);
    expect(equalBytes(tag, Uint8Array.from(tag))).toBe(true);
    for (let length = 0; length < tag.length; length++)
      expect(equalBytes(tag, tag.subarray(0, length))).toBe(false);
    expect(equalBytes(tag, Uint8Array.from([...tag, 0]))).toBe(false);
    for (let bit = 0; bit < tag.length * 8; bit++) {
      const other = Uint8Array.from(tag, (byte, i) =>
        i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
      );
      expect(equalBytes(tag, other)).toBe(false);
    }
  });

  it('knows bytes of another realm, and nothing that only looks like them', () => {
    expect(
      [new Uint8Array(1), Buffer.alloc(1), runInNewContext('new Uint8Array(1)')].map(isBytes),
    ).toEqual([true, true, true]);
    expect(
      [
        [1],
        new Uint16Array(1),
        new DataView(new ArrayBuffer(1)),
        new ArrayBuffer(1),
        'a',
        null,
        undefined,
      ].map(isBytes),
    ).not.toContain(true);
  });
});
