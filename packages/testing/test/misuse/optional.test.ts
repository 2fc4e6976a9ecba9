import { describe, expect, it } from 'vitest';
import { effects, everyWay, misuse, play } from '../../src/index.js';
import { Drop, Hall, Notify } from '../support/notify.js';
import { testServer } from '../support/servers.js';

const hall = (world: Partial<Hall>) =>
  testServer({
    components: [Notify, Drop],
    providers: [{ token: Hall, useValue: { tell: effects(), drop: effects(), ...world } }],
  }).server;

everyWay({ describe, it }, ({ it, play, era }) => {
  it('takes a question that is declined for answered', async () => {
    const tell = effects<Hall['tell']>();
    const asked = await play(hall({ tell })).call('notify');
    const { ok } = await misuse(asked, { answers: { sure: { sure: true }, note: 'decline' } });
    expect(ok).toBe(true);
    expect(tell.calls.length).toBeGreaterThan(0);
    expect(new Set(tell.calls.map(([note]) => note))).toEqual(new Set([undefined]));
  });

  it('takes no answers that leave a question out, which would end in one era and not in the other', async () => {
    const asked = await play(hall({})).call('notify');
    expect(
      (await misuse(asked, { answers: { sure: { sure: false }, note: { note: 'x' } } })).ok,
    ).toBe(true);
    await expect(misuse(asked, { answers: { sure: { sure: false } } })).rejects.toThrow(TypeError);
    await expect(misuse(asked, { answers: { sure: { sure: false } } })).rejects.toThrow(
      'leaves out note',
    );
  });

  it('tells of a tool that does without any answer that it was run by a move that was none', async () => {
    const drop = effects<Hall['drop']>();
    const asked = await play(hall({ drop })).call('drop');
    const report = await misuse(asked, { answers: { confirm: { confirm: false } } });
    const unanswered = report.rows.filter(
      ({ ran, note }) => ran && note?.includes('without an answer'),
    );
    // In 2025 silence keeps the call open, and after the deadline it is over.
    const silent =
      era === '2026'
        ? [{ move: "withForgedAnswer('made-up', …)", ok: true, stoppedBy: ['not_asked'] }]
        : [];
    expect(unanswered).toMatchObject(silent);
    expect(unanswered).toHaveLength(silent.length);
    expect(drop.calls).toHaveLength(silent.length);
    expect(String(report).includes('but run was entered without an answer')).toBe(era === '2026');
  });
});

describe('a report of a tool that asks', () => {
  it('says of each move whether it led to run', async () => {
    const tell = effects<Hall['tell']>();
    const { rows } = await misuse(await play(hall({ tell })).call('notify'));
    expect(rows.filter(({ ran }) => ran).map(({ move }) => move)).toEqual([
      'answered honestly',
      'replayed()',
    ]);
    expect(tell.calls).toHaveLength(2);
  });
});
