import { describe, expect, it } from 'vitest';
import { hmacCodec } from '../src/index.js';
import { key } from './support.js';

describe('hmacCodec', () => {
  it.each<[string, unknown, typeof TypeError | typeof RangeError, RegExp]>([
    ['no options', undefined, TypeError, /options/],
    ['null', null, TypeError, /options/],
    ['text', 'secret', TypeError, /options/],
    ['no keys', {}, TypeError, /keys/],
    ['undefined keys', { keys: undefined }, TypeError, /keys/],
    ['a misspelt option', { keys: [key(1)], kyes: [] }, TypeError, /kyes/],
    ['an empty ring', { keys: [] }, RangeError, /at least one/],
    ['a short key', { keys: [key(1).subarray(1)] }, RangeError, /keys\[0\].*31/],
    ['a key given twice', { keys: [key(1), key(1)] }, RangeError, /keys\[1\]/],
    ['text for a key', { keys: ['secret'.repeat(8)] }, TypeError, /keys\[0\].*string/],
  ])('refuses %s, naming the member and never a value', (_, options, kind, message) => {
    expect(hmacCodec({ keys: [key(1), key(2)] }).tag).toBe('h1');
    let thrown: unknown;
    try {
      hmacCodec(options as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(kind);
    expect((thrown as Error).message).toMatch(message);
    expect((thrown as Error).message).not.toContain('secret');
  });

  it('copies its keys', () => {
    const given = key(1);
    const codec = hmacCodec({ keys: [given] });
    const sealed = codec.seal(Buffer.from('plain'), Buffer.from('aad')) as Uint8Array;
    given.fill(9);
    expect(codec.open(sealed, Buffer.from('aad'))).toMatchObject({ ok: true, current: true });
  });

  it('shares no bytes with what it was given or handed out', () => {
    const codec = hmacCodec({ keys: [key(1)] });
    const plain = Buffer.from('plain');
    const sealed = codec.seal(plain, Buffer.from('aad')) as Uint8Array;
    plain.fill(0);
    for (const bytes of [sealed, Buffer.from(sealed)]) {
      const opened = codec.open(bytes, Buffer.from('aad'));
      if (opened instanceof Promise || !opened.ok) throw new Error('not opened');
      bytes.fill(0);
      expect(Buffer.from(opened.plain).toString()).toBe('plain');
    }
  });
});
