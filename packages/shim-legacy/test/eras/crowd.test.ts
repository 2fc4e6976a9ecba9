import { describe, expect, it } from 'vitest';
import { soon } from '../support/served.js';
import { type Caller, type Id, MODES, type Mode } from './support/crowd.js';

const ALL = Array.from({ length: 10 }, (_, n) => n);
/** Vanishes with its questions open. */
const UNDECIDED = 1;
/** Vanishes while the author's code runs. */
const IMPATIENT = 5;
/** Comes last, so that everybody is under way at once until then. */
const LAST = 9;

/** All that the client `n` of a mode may ever hear, in this order. */
function script({ asks, quiet }: Mode, id: Id, n: number): string[] {
  const progress = (done: number, word: string) =>
    `progress of ${JSON.stringify(id)}: ${done} ${word} ${n}`;
  const asked = [
    progress(1, 'saw'),
    `log: saw ${n}`,
    `asked: Name of ${n}?`,
    `asked: Town of ${n}?`,
  ];
  const body = [progress(2, 'in'), `log: in ${n}`, progress(3, 'out')];
  const result = asks
    ? `result: ${n} is name ${n} of town ${n}`
    : `result: ${n} comes to ${n * (n % 3)}`;
  return [...(asks ? asked : []), ...(quiet === true ? [] : body), result];
}

/** Of the ten calls: all the same where each client has a connection; else such as only their type tells apart. */
const IDS = {
  'the id 1': () => 1,
  'the id 0': () => 0,
  'ids that only their type tells apart': (n: number) =>
    n % 2 === 0 ? String(n / 2) : (n - 1) / 2,
};

const CROWDS = MODES.flatMap((mode) =>
  Object.entries(IDS)
    .filter(([which]) => (mode.shared === true) === which.startsWith('ids'))
    .map(([which, idOf]) => ({ which, mode, idOf, over: mode.name })),
);

describe('ten clients at once', () => {
  it.each(CROWDS)(
    'with $which cross nothing over $over, and those that vanish disturb nobody',
    async ({ mode, idOf }) => {
      const { call, inside } = await mode.open();
      const start = (n: number): Caller =>
        call(idOf(n), mode.asks ? 'tell' : 'count', {
          n,
          room: 'hall',
          size: mode.asks ? 9 : 10,
          rounds: n % 3,
        });
      const hears = (caller: Caller | undefined, line: string) =>
        soon(() => expect(caller?.heard()).toContain(line));

      const callers = new Map(ALL.filter((n) => mode.asks || n !== LAST).map((n) => [n, start(n)]));
      const answered = ALL.filter((n) => n !== LAST && !(mode.asks && n === UNDECIDED));
      if (mode.asks) {
        await Promise.all([...callers].map(([n, caller]) => hears(caller, `asked: Town of ${n}?`)));
        callers.get(UNDECIDED)?.vanish('asked');
        // A modern client's questions are not with the server.
        if (inside)
          await soon(() => expect(inside.stats().openAsks).toBe(mode.era === '2025' ? 18 : 0));
        for (const n of [...answered].reverse()) await callers.get(n)?.answer(n);
      }
      if (mode.quiet !== true)
        await Promise.all(answered.map((n) => hears(callers.get(n), `log: in ${n}`)));
      if (inside) await soon(() => expect(inside.world.entered).toBe(answered.length));

      callers.get(IMPATIENT)?.vanish('running');
      if (inside && mode.ends) await soon(() => expect(inside.world.aborted).toBe(1));
      if (mode.asks) await callers.get(LAST)?.answer(LAST);
      else callers.set(LAST, start(LAST));

      const vanished = mode.asks ? [UNDECIDED, IMPATIENT] : [IMPATIENT];
      const stayed = ALL.filter((n) => !vanished.includes(n));
      await Promise.all(
        stayed.map((n) => soon(() => expect(callers.get(n)?.heard().at(-1)).toMatch(/^result/))),
      );
      for (const n of stayed) expect(callers.get(n)?.heard()).toEqual(script(mode, idOf(n), n));
      expect(callers.get(IMPATIENT)?.heard()).toEqual(
        mode.quiet === true ? [] : script(mode, idOf(IMPATIENT), IMPATIENT).slice(0, -2),
      );
      if (mode.asks) {
        const withdrawn = mode.withdraws === true ? ['withdrawn', 'withdrawn'] : [];
        await soon(() =>
          expect(callers.get(UNDECIDED)?.heard()).toEqual([
            ...script(mode, idOf(UNDECIDED), UNDECIDED).slice(0, 4),
            ...withdrawn,
          ]),
        );
      }
      if (inside)
        await soon(() => expect(inside.stats()).toEqual({ sessions: mode.sessions, openAsks: 0 }));
    },
  );
});
