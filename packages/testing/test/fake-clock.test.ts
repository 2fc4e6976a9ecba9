import { describe, expect, it } from 'vitest';
import { spoken } from '../src/duration.js';
import { fakeClock, seededRandom } from '../src/index.js';

describe('the fake clock', () => {
  const signal = new AbortController().signal;

  it('stands still until it is moved', () => {
    const clock = fakeClock(5);
    expect([clock.now(), clock.now()]).toEqual([5, 5]);
    clock.advance({ hours: 1, minutes: 1, seconds: 1, ms: 1 });
    expect(clock.now()).toBe(3_661_006);
    expect(fakeClock().now()).toBe(Date.parse('2026-07-28T00:00:00Z'));
  });

  it('moves by what is slept, without waiting', async () => {
    const clock = fakeClock(0);
    await clock.sleep(86_400_000, signal);
    expect(clock.now()).toBe(86_400_000);
    await clock.sleep(-5, signal);
    expect(clock.now()).toBe(86_400_000);
  });

  it('does not sleep for a signal that is aborted', async () => {
    const clock = fakeClock(0);
    const reason = new Error('gone');
    await expect(clock.sleep(10, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(clock.now()).toBe(0);
  });

  it('refuses durations that are none', () => {
    const clock = fakeClock(0);
    expect(() => clock.advance({ minutes: -1 })).toThrow(RangeError);
    expect(() => clock.advance({ minutes: Number.NaN })).toThrow(RangeError);
    expect(() => clock.advance({ minutes: '1' as never })).toThrow(RangeError);
    expect(() => clock.advance({ days: 1 } as never)).toThrow(TypeError);
    expect(clock.now()).toBe(0);
  });

  it('says durations for people', () => {
    expect([5, 1500, 660_000, 5_400_000].map(spoken)).toEqual(['5 ms', '1.5 s', '11 min', '1.5 h']);
  });
});

describe('seeded randomness', () => {
  it('is the same for the same seed, and spreads over all bytes', () => {
    expect(seededRandom(1)(16)).toEqual(seededRandom(1)(16));
    expect(seededRandom(1)(16)).not.toEqual(seededRandom(2)(16));
    expect(new Set(seededRandom(3)(10_000)).size).toBe(256);
    const random = seededRandom(4);
    expect(random(16)).not.toEqual(random(16));
  });
});
