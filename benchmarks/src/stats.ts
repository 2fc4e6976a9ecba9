/** The middle of some measurements, and how far they lay apart. */
export interface Spread {
  readonly median: number;
  /** The middle half lies between these. */
  readonly lower: number;
  readonly upper: number;
  readonly min: number;
  readonly max: number;
  readonly repeats: number;
}

/** One measurement of each repeat that took part, by the number of the repeat. */
export type Series = ReadonlyMap<number, number>;

/** Finds the value below which `share` (0 to 1) of the values lie, between two neighbours in proportion. Throws RangeError for none. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('quantile of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] as number;
  const above = sorted[Math.ceil(at)] as number;
  return below + (above - below) * (at - Math.floor(at));
}

/** Sums up measurements. Throws RangeError for none. */
export const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  lower: quantile(values, 0.25),
  upper: quantile(values, 0.75),
  min: quantile(values, 0),
  max: quantile(values, 1),
  repeats: values.length,
});

/**
 * Divides two series repeat by repeat. What slows the machine down for a while slows both sides of a pair, so the quotient of
 * a pair says more than the quotient of two medians. Repeats that only one side took part in are left out.
 */
export function pairedRatios(of: Series, over: Series): number[] {
  const ratios: number[] = [];
  for (const [repeat, value] of of) {
    const other = over.get(repeat);
    if (other !== undefined && other > 0) ratios.push(value / other);
  }
  return ratios;
}

/** Sums up the quotients of two series. Throws RangeError when they share no repeat. */
export const ratioOf = (of: Series, over: Series): Spread => spreadOf(pairedRatios(of, over));
