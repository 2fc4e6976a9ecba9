import { describe, expect, it } from 'vitest';
import { aeadCodec } from '../src/index.js';
import { key } from './support.js';

describe('aeadCodec', () => {
  it.each<[string, unknown, typeof TypeError | typeof RangeError, RegExp]>([
    ['null', null, TypeError, /options/],
    ['text', 'secret', TypeError, /options/],
    ['undefined keys', { keys: undefined }, TypeError, /keys/],
    ['a misspelt option', { keys: [key(1)], kyes: [] }, TypeError, /kyes/],
    ['randomness that is no function', { keys: [key(1)], random: 7 }, TypeError, /random/],
    ['an empty ring', { keys: [] }, RangeError, /at least one/],
    ['a short key', { keys: [key(1).subarray(1)] }, RangeError, /keys\[0\].*31/],
    ['a key given twice', { keys: [key(1), key(1)] }, RangeError, /keys\[1\]/],
    ['text for a key', { keys: ['secret'.repeat(8)] }, TypeError, /keys\[0\].*string/],
  ])('refuses %s, naming the member and never a value', (_, options, kind, message) => {
    expect(aeadCodec({ keys: [key(1), key(2)] }).tag).toBe('x1');
    let thrown: unknown;
    try {
      aeadCodec(options as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(kind);
    expect((thrown as Error).message).toMatch(message);
    expect((thrown as Error).message).not.toContain('secret');
  });

  it('copies its keys', () => {
    const given = key(1);
    const codec = aeadCodec({ keys: [given] });
    const sealed = codec.seal(Buffer.from('plain'), Buffer.from('aad')) as Uint8Array;
    given.fill(9);
    expect(codec.open(sealed, Buffer.from('aad'))).toMatchObject({ ok: true, current: true });
  });

  it('shares no bytes with what it was given or handed out', () => {
    const codec = aeadCodec({ keys: [key(1)] });
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

  it('makes a key that dies with the process when it gets none, and says so', () => {
    expect(aeadCodec({ keys: [key(1)] }).ephemeral).toBe(false);
    for (const make of [() => aeadCodec(), () => aeadCodec({})]) {
      const [one, other] = [make(), make()];
      expect([one.ephemeral, one.readable, one.tag]).toEqual([true, false, 'x1']);
      const sealed = one.seal(Buffer.from('plain'), Buffer.from('aad')) as Uint8Array;
      expect(one.open(sealed, Buffer.from('aad'))).toMatchObject({ ok: true, current: true });
      // A second process, or the same one after a restart.
      expect(other.open(sealed, Buffer.from('aad'))).toEqual({ ok: false, code: 'unknown_key' });
    }
  });

  it('takes a fresh nonce of 24 bytes for every seal', () => {
    const seen = new Set<string>();
    const codec = aeadCodec({ keys: [key(1)] });
    const nonces = 1000;
    for (let i = 0; i < nonces; i++) {
      const nonce = Buffer.from(
        codec.seal(new Uint8Array(), new Uint8Array()) as Uint8Array,
      ).subarray(8, 32);
      expect(nonce.every((byte) => byte === 0)).toBe(false);
      seen.add(nonce.toString('hex'));
    }
    expect(seen.size).toBe(nonces);
  });

  it.each<[string, unknown]>([
    ['too few bytes', new Uint8Array(23)],
    ['too many bytes', new Uint8Array(25)],
    ['no bytes', 'n'.repeat(24)],
  ])('seals nothing when randomness gives %s', (_, nonce) => {
    const sealWith = (value: unknown) => () =>
      aeadCodec({ keys: [key(1)], random: () => value as Uint8Array }).seal(
        Buffer.from('a'),
        Buffer.from('b'),
      );
    expect(sealWith(new Uint8Array(24).fill(3))).not.toThrow();
    expect(sealWith(nonce)).toThrow(RangeError);
  });
});
