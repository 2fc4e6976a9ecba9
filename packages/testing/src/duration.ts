/** A length of time; the members add up. */
export interface Duration {
  readonly ms?: number;
  readonly seconds?: number;
  readonly minutes?: number;
  readonly hours?: number;
}

const IN_MS: Readonly<Record<keyof Duration, number>> = {
  ms: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
};

/** Adds a duration up. Throws `TypeError` for a member it does not know and `RangeError` for one that is negative or no number. */
export function milliseconds(duration: Duration): number {
  let total = 0;
  for (const [unit, amount] of Object.entries(duration)) {
    if (!Object.hasOwn(IN_MS, unit))
      throw new TypeError(
        `duration: unknown unit ${unit}; known are ${Object.keys(IN_MS).join(', ')}`,
      );
    if (!Number.isFinite(amount) || amount < 0)
      throw new RangeError(`duration: ${unit} must be a number of at least 0`);
    total += amount * IN_MS[unit as keyof Duration];
  }
  return total;
}

/** Says a length of time for people. */
export function spoken(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const [size, unit] =
    ms < 60_000 ? [1000, 's'] : ms < 3_600_000 ? [60_000, 'min'] : [3_600_000, 'h'];
  return `${Math.round((ms / size) * 10) / 10} ${unit}`;
}
