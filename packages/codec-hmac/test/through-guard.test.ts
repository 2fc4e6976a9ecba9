import { framedCodecs, openFramed, sealFramed } from '@countersign/core/internal';
import { describe, expect, it } from 'vitest';
import { hmacCodec } from '../src/index.js';
import { BINDING, BOB, flipped, guardWith, JOURNAL, key, minted, sealedBytes, verdict, withBytes } from './support.js';

const KEY_ID_BYTES = 8;
const TAG_BYTES = 32;
const of = (...fills: readonly number[]) => hmacCodec({ keys: fills.map(key) });

describe('a state sealed with HMAC', () => {
  it('opens, and is refused with any bit of the wire string flipped', async () => {
    const guard = guardWith(of(1));
    const state = await minted(guard);
    expect(await guard.open(state, BINDING)).toMatchObject({ ok: true, journal: JOURNAL });
    const wire = Buffer.from(state, 'latin1');
    for (let bit = 0; bit < wire.length * 8; bit++) {
      const other = Buffer.from(flipped(wire, bit)).toString('latin1');
      expect(['malformed', 'unknown_key', 'unauthentic'], `bit ${bit}`).toContain(await verdict(guard, other));
    }
  });

  it('is refused with any bit of the sealed bytes flipped', async () => {
    const guard = guardWith(of(1));
    const state = await minted(guard);
    const bytes = sealedBytes(state);
    expect(await verdict(guard, withBytes(state, bytes))).toBe('ok');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const expected = bit < KEY_ID_BYTES * 8 ? 'unknown_key' : 'unauthentic';
      expect(await verdict(guard, withBytes(state, flipped(bytes, bit))), `bit ${bit}`).toBe(expected);
    }
  });

  it('is refused cut at any length, from either end, and with anything added', async () => {
    const guard = guardWith(of(1));
    const state = await minted(guard);
    const bytes = sealedBytes(state);
    expect(await verdict(guard, state)).toBe('ok');
    for (let length = 0; length < state.length; length++) expect(await verdict(guard, state.slice(0, length))).not.toBe('ok');
    for (let length = 0; length < bytes.length; length++) {
      const expected = length < KEY_ID_BYTES + TAG_BYTES ? 'malformed' : 'unauthentic';
      expect(await verdict(guard, withBytes(state, bytes.subarray(0, length))), `${length} bytes`).toBe(expected);
      expect(await verdict(guard, withBytes(state, bytes.subarray(bytes.length - length)))).not.toBe('ok');
    }
    for (const added of ['A', 'AAAA', '-TAMPERED', '.', '=', ' ', '\n', '\ud800'])
      expect(await verdict(guard, state + added)).not.toBe('ok');
    expect(await verdict(guard, withBytes(state, Buffer.concat([bytes, Buffer.alloc(1)])))).toBe('unauthentic');
    expect(await verdict(guard, withBytes(state, Buffer.concat([Buffer.alloc(1), bytes])))).toBe('unknown_key');
  });

  it('is readable, but names no principal', async () => {
    const codec = of(1);
    expect(codec.readable).toBe(true);
    expect(codec.ephemeral).toBeUndefined();
    const shown = sealedBytes(await minted(guardWith(codec))).toString('latin1');
    expect(shown).toContain(JOURNAL.answer);
    for (const part of Object.values(BOB)) expect(shown).not.toContain(part);
  });
});

describe('rotation', () => {
  it('opens with every key of the ring, seals with the first, and forgets a retired one', async () => {
    const [one, both, two] = [guardWith(of(1)), guardWith(of(2, 1)), guardWith(of(2))];
    const [old, fresh] = [await minted(one), await minted(both)];
    expect([await verdict(one, old), await verdict(both, old), await verdict(two, old)]).toEqual(['ok', 'h1', 'unknown_key']);
    expect([await verdict(one, fresh), await verdict(both, fresh), await verdict(two, fresh)]).toEqual(['unknown_key', 'ok', 'ok']);
  });

  it('moves to a new key in three phases under load', async () => {
    const phases = [of(1, 2), of(2, 1), of(2)].map((codec) => guardWith(codec));
    const states = await Promise.all(phases.map(minted));
    const seen = await Promise.all(phases.map((guard) => Promise.all(states.map((state) => verdict(guard, state)))));
    // Phases overlap pairwise while they roll out: neither refuses the other's states.
    expect(seen).toEqual([
      ['ok', 'h1', 'h1'],
      ['h1', 'ok', 'ok'],
      ['unknown_key', 'ok', 'ok'],
    ]);
  });

  it('refuses the key id of another valid state, and an id that no key has', async () => {
    const guard = guardWith(of(1, 2));
    const [first, second] = [await minted(guard), await minted(guardWith(of(2)))];
    expect([await verdict(guard, first), await verdict(guard, second)]).toEqual(['ok', 'h1']);
    const [a, b] = [sealedBytes(first), sealedBytes(second)];
    const swapped = (id: Buffer, rest: Buffer) => Buffer.concat([id.subarray(0, KEY_ID_BYTES), rest.subarray(KEY_ID_BYTES)]);
    expect(await verdict(guard, withBytes(first, swapped(a, a)))).toBe('ok');
    expect(await verdict(guard, withBytes(first, swapped(b, a)))).toBe('unauthentic');
    expect(await verdict(guard, withBytes(first, swapped(a, b)))).toBe('unauthentic');
    expect(await verdict(guard, withBytes(first, Buffer.concat([Buffer.alloc(256, 7), a.subarray(KEY_ID_BYTES)])))).toBe('unknown_key');
  });
});

describe('purposes and tags', () => {
  it('opens nothing that was sealed for another purpose', () => {
    const codecs = framedCodecs([of(1)]);
    for (const sealedFor of ['state', 'result', 'ticket'] as const) {
      const sealed = sealFramed(codecs[0], sealedFor, Buffer.from('plain'));
      for (const openedFor of ['state', 'result', 'ticket'] as const) {
        const expected = sealedFor === openedFor ? { ok: true } : { ok: false, code: 'unauthentic' };
        expect(openFramed(codecs, openedFor, sealed, 4096)).toMatchObject(expected);
      }
    }
  });

  it('opens nothing under the tag of another codec, even one with the same key', async () => {
    const mine = of(1);
    const guard = guardWith(mine, { ...mine, tag: 'other' });
    const state = await minted(guard);
    expect(await verdict(guard, state)).toBe('ok');
    expect(await verdict(guard, `other${state.slice(state.indexOf('.'))}`)).toBe('unauthentic');
    expect(await verdict(guardWith({ ...mine, tag: 'other' }), state)).toBe('unknown_key');
  });

  it('splits additional data and plaintext in one way only', () => {
    const codec = of(1);
    const seal = (aad: string, plain: string) => codec.seal(Buffer.from(plain), Buffer.from(aad)) as Uint8Array;
    const tag = (sealed: Uint8Array) => Buffer.from(sealed.subarray(-TAG_BYTES)).toString('hex');
    expect(tag(seal('ab', 'c'))).toBe(tag(seal('ab', 'c')));
    expect(tag(seal('a', 'bc'))).not.toBe(tag(seal('ab', 'c')));
    expect(tag(seal('', 'abc'))).not.toBe(tag(seal('abc', '')));
  });
});
