import { describe, expect, it } from 'vitest';
import { type Contestant, interleaved, timed } from '../src/interleave.js';

const SCHEDULE = {
  sliceMs: 0.01,
  warmUpMs: 0,
  repeats: 4,
  maxMs: 60_000,
  overtimeMs: Number.POSITIVE_INFINITY,
};

function noting(names: readonly string[], ran: string[]): Contestant[] {
  return names.map((name) => ({
    name,
    least: 1,
    run: () =>
      timed(async () => {
        ran.push(name);
      }),
  }));
}

describe('interleaved', () => {
  it('lets contestants take turns, back and forth, after each was warmed up', async () => {
    const ran: string[] = [];
    const results = await interleaved(noting(['a', 'b', 'c'], ran), SCHEDULE);
    expect(ran.slice(-12).join('')).toBe('abccbaabccba');
    expect([...results.keys()]).toEqual(['a', 'b', 'c']);
    for (const { rate, cpu } of results.values()) expect([rate.size, cpu.size]).toEqual([4, 4]);
  });

  it('measures everybody once even when the time is up', async () => {
    const results = await interleaved(noting(['a', 'b'], []), { ...SCHEDULE, maxMs: 0 });
    for (const { rate } of results.values()) expect(rate.size).toBe(1);
  });

  it('lets go on without a contestant that takes far longer than its slices', async () => {
    const ran: string[] = [];
    const [quick, slow] = noting(['quick', 'slow'], ran) as [Contestant, Contestant];
    const late: Contestant = {
      ...slow,
      run: async (times) => ({ ...(await slow.run(times)), ms: 1000 }),
    };
    const results = await interleaved([quick, late], { ...SCHEDULE, overtimeMs: 1 });
    expect(results.get('quick')?.rate.size).toBe(4);
    expect(results.get('slow')?.rate.size).toBe(1);
  });
});
