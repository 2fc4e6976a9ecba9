import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64url, toBase64url } from '../../src/state/base64url.js';

describe('base64url', () => {
  it('reads back whatever it wrote, and accepts one spelling only', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
        (bytes, at, other) => {
          const text = toBase64url(bytes);
          expect(Uint8Array.from(fromBase64url(text) ?? [255])).toEqual(bytes);
          if (text === '') return;
          const changed = `${text.slice(0, at % text.length)}${other}${text.slice((at % text.length) + 1)}`;
          if (changed === text) return;
          const read = fromBase64url(changed);
          if (read !== undefined) expect(Uint8Array.from(read)).not.toEqual(bytes);
        },
      ),
    );
  });

  it.each([
    ['padding', 'YQ=='],
    ['a stray bit in the last character', 'YR'],
    ['a lone last character', 'YWJjZ'],
    ['the alphabet of plain base64', '--__'.replaceAll('-', '+')],
    ['the slash of plain base64', '//__'],
    ['white space', 'YW Jj'],
    ['a line break at the end', 'YWJj\n'],
    ['a dot', 'YWJj.YWJj'],
    ['a character past ASCII', 'YWJé'],
    ['half a surrogate pair', 'YWJ\ud800'],
    ['a NUL', 'YWJj\0'],
  ])('refuses %s', (_, text) => {
    expect(fromBase64url('YQ')).toEqual(Buffer.from('a'));
    expect(fromBase64url(text)).toBeUndefined();
  });
});
