import { describe, expect, it } from 'vitest';
import { AheadClock } from '../src/soak/ahead-clock.js';
import { checksOn } from '../src/soak/checks.js';
import type { Load } from '../src/soak/load.js';
import { readOptions } from '../src/soak/options.js';
import { flat, KINDS, resend } from '../src/soak/resent.js';

const load = (clients: number, left: Partial<Load['left']> = {}): Load => ({
  clients,
  sessions: clients,
  questions: clients / 2,
  left: { sessions: 0, questions: 0, timers: 0, heap: 1000, ...left },
  bytes: { session: 1, question: 1 },
});
const failing = (first: Load, second: Load) =>
  checksOn(first, second)
    .filter(({ holds }) => !holds)
    .map(({ what }) => what);

describe('the soak', () => {
  it('expects nothing to be left, and the heap to stay where it was', () => {
    expect(failing(load(10), load(20, { heap: 1100 }))).toEqual([]);
    expect(failing(load(10), load(20, { heap: 1110 }))).toEqual([
      expect.stringContaining('the heap after 20 is within 10 %'),
    ]);
    expect(failing(load(10, { timers: 1 }), load(20))).toEqual(['after 10: no timer is left (1)']);
    expect(failing(load(10), load(20, { sessions: 2, questions: 1 }))).toEqual([
      'after 20: no session is left (2)',
      'after 20: no question is open (1)',
    ]);
  });

  it('does not take it for success when nobody came', () => {
    expect(failing({ ...load(10), questions: 4 }, { ...load(20), sessions: 19 })).toEqual([
      '10 clients came, 5 of them were asked (10 and 4)',
      '20 clients came, 10 of them were asked (19 and 10)',
    ]);
  });

  it('takes the number of clients from the command line, and refuses what it does not know', () => {
    expect(readOptions([])).toEqual({ help: false, clients: 1000, sent: 10_000 });
    expect(readOptions(['--only', 'states', '--sent', '5'])).toMatchObject({
      only: 'states',
      sent: 5,
    });
    expect(readOptions(['--clients', '50']).clients).toBe(50);
    for (const args of [
      ['--clients', '1'],
      ['--clients', 'many'],
      ['--fast'],
      ['50'],
      ['--sent', '0'],
      ['--only', 'x'],
    ])
      expect(() => readOptions(args)).toThrow(TypeError);
  });
});

describe('one state over and over', () => {
  it.each(KINDS)('is answered each time, and the heap is measured: %s', async (kind) => {
    const resent = await resend(kind, 2);
    expect(resent).toMatchObject({ kind, requests: 2 });
    expect(Math.min(...resent.heap)).toBeGreaterThan(1_000_000);
  });

  it('may leave no more than two per cent behind', () => {
    const after = (second: number) => flat({ kind: 'raw', requests: 1, heap: [100, second] });
    expect([after(90), after(102), after(103)]).toEqual([true, true, false]);
  });
});

describe('a clock that is set ahead', () => {
  it('wakes whoever sleeps until then, and nobody else', async () => {
    const clock = new AheadClock();
    const enough = new AbortController();
    const woken: string[] = [];
    const short = clock.sleep(60_000, enough.signal).then(() => woken.push('short'));
    const long = clock.sleep(120_000, enough.signal).catch((reason: unknown) => reason);
    const before = clock.now();
    clock.set(90_000);
    await short;
    expect(clock.now() - before).toBeGreaterThanOrEqual(90_000);
    expect(woken).toEqual(['short']);
    enough.abort('no more');
    expect(await long).toBe('no more');
  });
});
