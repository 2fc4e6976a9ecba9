import type { RandomBytes } from '@countersign/core';

/**
 * Makes bytes that are the same for the same seed (mulberry32), so that two runs of a test have the same flow ids. Never for
 * keys or nonces.
 */
export function seededRandom(seed: number): RandomBytes {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 24;
  };
  return (length) => Uint8Array.from({ length }, next);
}
