import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../src/index.js';
import { standingClock } from '../../src/legacy/standing-clock.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the clock of a live connection', () => {
  it('stands, whatever is slept, until it catches up with the test', async () => {
    const test = fakeClock(100);
    const clock = standingClock(test, 100);
    const woken: number[] = [];
    for (const ms of [10, 20])
      void clock.sleep(ms, new AbortController().signal).then(() => woken.push(ms));
    test.advance({ ms: 15 });
    await settled();
    expect([clock.now(), woken]).toEqual([100, []]);
    clock.catchUp();
    await settled();
    expect([clock.now(), woken]).toEqual([115, [10]]);
    test.advance({ ms: 5 });
    clock.catchUp();
    await settled();
    expect(woken).toEqual([10, 20]);
  });

  it('never goes back, and lets nobody sleep for nothing', async () => {
    const clock = standingClock(fakeClock(0), 50);
    clock.catchUp();
    expect(clock.now()).toBe(50);
    await clock.sleep(0, new AbortController().signal);
    const reason = new Error('gone');
    await expect(clock.sleep(10, AbortSignal.abort(reason))).rejects.toBe(reason);
    const leaving = new AbortController();
    const sleeping = clock.sleep(10, leaving.signal);
    leaving.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
  });
});
