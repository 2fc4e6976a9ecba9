import { createHash, hkdfSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { equalBytes, keyRing, keysFromEnv } from '../../src/codec.js';
import type { ConfigError } from '../../src/errors.js';

const key = (fill: number, length = 32): Uint8Array => new Uint8Array(length).fill(fill);
const spelled = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const thrownBy = (call: () => unknown): Error => {
  try {
    call();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

describe('keyRing', () => {
  it('derives what node:crypto derives: HKDF-SHA256 without salt, and an id of eight bytes', () => {
    for (const bytes of [key(1), key(2, 33), key(3, 64), key(4, 200)]) {
      const [sealing] = keyRing([bytes]).keys;
      for (const length of [16, 32, 33, 64]) {
        const expected = new Uint8Array(
          hkdfSync('sha256', bytes, new Uint8Array(), Buffer.from('info'), length),
        );
        expect(sealing?.subkey(Buffer.from('info'), length)).toEqual(expected);
      }
      expect(sealing?.subkey(Buffer.from('info'))).toEqual(
        sealing?.subkey(Buffer.from('info'), 32),
      );
      expect(sealing?.subkey(Buffer.from('other'))).not.toEqual(
        sealing?.subkey(Buffer.from('info')),
      );
      const id = createHash('sha256')
        .update('countersign key id')
        .update(bytes)
        .digest()
        .subarray(0, 8);
      expect(equalBytes(sealing?.id ?? new Uint8Array(), id)).toBe(true);
    }
  });

  it('copies keys, and hands out copies of subkeys', () => {
    const given = key(1);
    const [sealing] = keyRing([given]).keys;
    const before = sealing?.subkey(Buffer.from('info'));
    given.fill(9);
    expect(sealing?.subkey(Buffer.from('info'))).toEqual(before);
    expect(sealing?.subkey(Buffer.from('not yet derived'))).toEqual(
      keyRing([key(1)]).keys[0]?.subkey(Buffer.from('not yet derived')),
    );
    sealing?.subkey(Buffer.from('info')).fill(0);
    expect(sealing?.subkey(Buffer.from('info'))).toEqual(before);
  });

  it('keeps the order of the keys', () => {
    const ids = (keys: Uint8Array[]) => keyRing(keys).keys.map(({ id }) => spelled(id));
    expect(ids([key(1), key(2)])).toEqual(ids([key(2), key(1)]).reverse());
  });

  it.each<[string, unknown, typeof TypeError | typeof RangeError, RegExp]>([
    ['an empty ring', [], RangeError, /at least one key/],
    ['a short key', [key(1), key(2, 31)], RangeError, /keys\[1\].*32 bytes, got 31/],
    ['a key given twice', [key(1), key(2), key(1)], RangeError, /keys\[2\].*keys\[0\].*32 bytes/],
    ['text for a key', ['k'.repeat(40)], TypeError, /keys\[0\].*got string/],
    ['a list of numbers for a key', [[...key(1)]], TypeError, /keys\[0\].*got object/],
    ['bytes instead of a list', key(1), TypeError, /keys: expected a list/],
    ['nothing', undefined, TypeError, /keys: expected a list/],
  ])('refuses %s with label and length', (_, keys, kind, message) => {
    expect(keyRing([key(1), key(2)]).keys).toHaveLength(2);
    const error = thrownBy(() => keyRing(keys as Uint8Array[]));
    expect(error).toBeInstanceOf(kind);
    expect(error.message).toMatch(message);
  });

  it('shows no key to inspection or JSON, and no value in a refusal', () => {
    const secret = Buffer.from('a secret that must never be shown', 'utf8');
    const ring = keyRing([secret]);
    for (const shown of [inspect(ring, { depth: 9, showHidden: true }), JSON.stringify(ring)]) {
      expect(shown).not.toContain('secret');
      expect(shown).not.toContain(secret.subarray(0, 8).join(', '));
      expect(shown).not.toContain(secret.subarray(0, 8).join(','));
    }
    expect(thrownBy(() => keyRing([secret, secret])).message).not.toContain('secret');
    expect(thrownBy(() => keyRing(['secret'] as never)).message).not.toContain('secret');
  });
});

describe('keysFromEnv', () => {
  it('reads base64url between commas, trims around them, and keeps the order', () => {
    const env = { STATE_KEYS: ` ${spelled(key(1))} ,\n${spelled(key(2, 40))}\n` };
    expect(keysFromEnv('STATE_KEYS', env)).toEqual([key(1), key(2, 40)]);
    expect(keysFromEnv('STATE_KEYS', { STATE_KEYS: spelled(key(3)) })).toEqual([key(3)]);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['unset', undefined, /STATE_KEYS is not set/],
    ['empty', '', /STATE_KEYS is empty/],
    ['blank', ' \n', /STATE_KEYS is empty/],
    ['a comma at the end', `${spelled(key(1))},`, /key 2 of 2: nothing/],
    ['padding', `${Buffer.from(key(1)).toString('base64')}`, /key 1 of 1 \(44 characters\)/],
    ['another alphabet', 'not base64url!'.repeat(4), /key 1 of 1 \(56 characters\)/],
    ['a short key', `${spelled(key(1))},${spelled(key(7, 31))}`, /key 2 of 2: 31 bytes/],
  ])(
    'refuses a variable that is %s, says how to make a key, and shows no value',
    (_, value, message) => {
      const error = thrownBy(() => keysFromEnv('STATE_KEYS', { STATE_KEYS: value })) as ConfigError;
      expect(error.code).toBe('state_codec');
      expect(error.message).toMatch(message);
      expect(error.message).toContain('crypto.randomBytes(32)');
      for (const part of value?.split(',').map((entry) => entry.trim()) ?? [])
        if (part !== '') expect(error.message).not.toContain(part);
    },
  );
});
