/** Draws that are the same for the same seed: two runs disturb alike. For nothing that must be secret. */
export interface Random {
  /** Draws from 0 (included) to 1 (not included). */
  next(): number;
  /** Draws a whole number from 0 to `limit - 1`. */
  below(limit: number): number;
}

/** Makes a source of draws: Mulberry32, 32 bits of state, which is plenty for plans of some thousand steps. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}
