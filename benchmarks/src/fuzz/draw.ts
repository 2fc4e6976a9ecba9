/** Choices that follow from a seed alone. */
export interface Draw {
  /** From 0 to `below` - 1. */
  below(below: number): number;
  /** One time in `outOf`. */
  oneIn(outOf: number): boolean;
  of<T>(all: readonly T[]): T;
}

/** Draws for one input: mulberry32, started from the seed and the number of the input, so that any one can be made again alone. */
export function drawOf(seed: number, index: number): Draw {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    oneIn: (outOf) => below(outOf) === 0,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  };
}
