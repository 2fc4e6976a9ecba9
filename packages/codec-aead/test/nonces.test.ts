import { describe, expect, it } from 'vitest';
import { NONCE_BYTES, pooledNonces } from '../src/nonces.js';

/** Random bytes that can be told apart, and how many were asked for each time. */
function counted() {
  const asked: number[] = [];
  const random = (length: number): Uint8Array => {
    asked.push(length);
    return Uint8Array.from({ length }, (_, at) => (at < NONCE_BYTES ? asked.length : at >> 2));
  };
  return { asked, random };
}

describe('pooled nonces', () => {
  it('are fetched 64 at a time, in the order in which they came, and none before it is needed', () => {
    const { asked, random } = counted();
    const next = pooledNonces(random);
    expect(asked).toEqual([]);
    const all = random(NONCE_BYTES * 64);
    const first = Array.from({ length: 64 }, () => next());
    expect(asked).toEqual([NONCE_BYTES * 64, NONCE_BYTES * 64]);
    expect(first.slice(1)).toEqual(
      Array.from({ length: 63 }, (_, at) =>
        all.slice(NONCE_BYTES * (at + 1), NONCE_BYTES * (at + 2)),
      ),
    );
    expect(first[0]).toEqual(new Uint8Array(NONCE_BYTES).fill(2));
    expect(next()).toEqual(new Uint8Array(NONCE_BYTES).fill(3));
    expect(asked).toHaveLength(3);
  });

  it('share no bytes with the store, nor the store with what randomness gave', () => {
    const given = new Uint8Array(NONCE_BYTES * 64).fill(7);
    const next = pooledNonces(() => given);
    const one = next();
    given.fill(0);
    one.fill(9);
    expect(next()).toEqual(new Uint8Array(NONCE_BYTES).fill(7));
  });
});
