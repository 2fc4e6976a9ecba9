import { describe, expect, it } from 'vitest';
import { pairedRatios, quantile, ratioOf, spreadOf } from '../src/stats.js';

describe('stats', () => {
  it('find the median whatever the order, also between two values', () => {
    expect(quantile([9, 1, 5], 0.5)).toBe(5);
    expect(quantile([10, 1, 9, 2], 0.5)).toBe(5.5);
    expect(quantile([7], 0.5)).toBe(7);
  });

  it('refuse to sum up nothing', () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });

  it('tell the middle half from the extremes', () => {
    expect(spreadOf([1, 2, 3, 4, 100])).toEqual({
      median: 3,
      lower: 2,
      upper: 4,
      min: 1,
      max: 100,
      repeats: 5,
    });
  });

  it('divide repeat by repeat, so that a slow moment which both sides met does not count', () => {
    const fast = new Map([
      [0, 200],
      [1, 20],
      [2, 200],
    ]);
    const slow = new Map([
      [0, 100],
      [1, 10],
      [2, 100],
    ]);
    expect(pairedRatios(fast, slow)).toEqual([2, 2, 2]);
    expect(ratioOf(fast, slow).max).toBe(2);
  });

  it('leave out repeats that only one side took part in', () => {
    const always = new Map([
      [0, 10],
      [1, 30],
    ]);
    const once = new Map([[1, 10]]);
    expect(pairedRatios(always, once)).toEqual([3]);
    expect(() => ratioOf(always, new Map())).toThrow(RangeError);
  });
});
