import { describe, expect, it } from 'vitest';
import { again } from '../../src/asks/again.js';
import { ask as questions } from '../../src/asks/ask.js';
import type { RoundEvent } from '../../src/events.js';
import type { Journal } from '../../src/rounds/journal.js';
import {
  accept,
  asked,
  asks,
  asksAll,
  type ComponentSpec,
  journalOf,
  question,
  resultOf,
  round,
  type StepSpec,
} from '../support/rounds.js';

const { nothing } = questions;
const compute = (is: StepSpec['is'], more: Partial<StepSpec> = {}): StepSpec => ({
  kind: 'compute',
  is,
  ...more,
});
const ask = (is: StepSpec['is']): StepSpec => ({ is });

/** Presents a journal to another version, and tells what was dropped. */
async function presented(spec: ComponentSpec, journal: Journal, sent?: object) {
  const events: RoundEvent[] = [];
  const outcome = await round(spec, journal, sent, { events });
  const dropped = events.flatMap((event) =>
    event.type === 'entry.dropped' ? [`${event.step}: ${event.because}`] : [],
  );
  return { outcome, dropped };
}

describe('a deploy that turns a dependency round (C48)', () => {
  const sure = ask((_, { total }) => asks(`Pay ${total}?`));
  const old: ComponentSpec = {
    steps: {
      sure,
      total: compute((_, { second }) => `the sum of ${second}`),
      second: ask(() => asks('Second?')),
    },
  };
  const turned: ComponentSpec = {
    steps: {
      sure,
      total: compute(() => 'the sum'),
      second: ask((_, { total }) => asks(total === 'the sum' ? 'Second?' : 'Never?')),
    },
  };

  it('makes again what broke, in the order of the new version, and keeps the answers', async () => {
    const journal = journalOf(await round(old, journalOf(await round(old)), { second: accept(2) }));
    expect(Object.keys(journal.entries).sort()).toEqual(['second', 'total']);
    const { outcome, dropped } = await presented(turned, journal, { sure: accept(1) });
    expect(asked(outcome)).toEqual(['sure']);
    expect(dropped).toEqual(['total: reads', 'sure: reads']);
    const done = await round(turned, journalOf(outcome), { sure: accept(1) });
    expect(resultOf(done)).toEqual({ sure: 1, total: 'the sum', second: 2 });
  });

  it('completes what a fresh call would complete, where nothing is left to ask', async () => {
    const seen = ask((_, { total }) => total && nothing);
    const last = ask(() => asks('Last?'));
    const before = { steps: { seen, ...old.steps, sure: seen, last } };
    const after = { steps: { seen, ...turned.steps, sure: seen, last } };
    const journal = journalOf(
      await round(before, journalOf(await round(before)), { second: accept(2) }),
    );
    const { outcome } = await presented(after, journal, { last: accept(3) });
    expect(resultOf(outcome)).toMatchObject({ total: 'the sum', second: 2, last: 3 });
  });

  it('gives up a compute before an answer, wherever the round begins', async () => {
    // Old: c read b, b read a. New: a reads c. An answer stands between the two computes.
    const before: ComponentSpec = {
      steps: {
        top: ask((_, { c }) => asks(`Top of ${c}?`)),
        c: compute((_, { b }) => `c of ${b}`),
        b: ask((_, { a }) => asks(a === 'a' ? 'B?' : 'Never?')),
        a: compute(() => 'a'),
      },
    };
    const after: ComponentSpec = {
      steps: {
        top: ask((_, { c }) => asks(`Top of ${c}?`)),
        c: compute(() => 'c'),
        b: ask(() => asks('B?')),
        a: compute((_, { c }) => (c === 'c' ? 'a' : 'never'), { version: 2 }),
      },
    };
    const journal = journalOf(
      await round(before, journalOf(await round(before)), { b: accept('yes') }),
    );
    const { outcome, dropped } = await presented(after, journal);
    expect([asked(outcome), dropped]).toEqual([['top'], ['c: reads', 'top: reads', 'a: version']]);
    expect(journalOf(outcome).entries.b).toMatchObject({ raw: { value: 'yes' } });
  });

  it('is stuck where its steps wait in a circle, as a fresh call is', async () => {
    const circle: ComponentSpec = {
      steps: {
        sure,
        total: compute((_, { second }) => second),
        second: ask((_, { total }) => asks(`${total}?`)),
      },
    };
    const stuck = { kind: 'stuck', steps: ['sure', 'total', 'second'] };
    expect(await round(circle)).toEqual(stuck);
    const broken: ComponentSpec = {
      steps: { ...circle.steps, total: compute((_, { second }) => second, { version: 2 }) },
    };
    const journal = journalOf(await round(old, journalOf(await round(old)), { second: accept(2) }));
    expect(await round(broken, journal)).toEqual(stuck);
  });

  it('takes no answer twice where one of several has to be looked at again', async () => {
    const events: RoundEvent[] = [];
    const members = (c: string) => asksAll({ x: question('X?'), y: question(`Y ${c}?`) });
    const before: ComponentSpec = {
      steps: {
        top: ask((_, { c }) => asks(`Top of ${c}?`)),
        c: compute((_, { b }) => `c${b === undefined}`),
        b: ask(() => members('')),
      },
    };
    const after: ComponentSpec = {
      steps: {
        top: ask((_, { c }) => asks(`Top of ${c}?`)),
        c: compute(() => 'c'),
        b: ask((_, { c }) => members(c)),
      },
    };
    const journal = journalOf(await round(before));
    const sent = { 'b.x': accept(1), 'b.y': accept(2) };
    await round(after, journal, sent, { events });
    expect(events.filter(({ type }) => type === 'answer.taken')).toEqual([
      { type: 'answer.taken', step: 'b.x' },
    ]);
  });
});

describe('a compute whose version was raised (C49)', () => {
  const counter = { made: 0 };
  const spec = (
    version: number,
    value: number,
    more: ComponentSpec['steps'] = {},
  ): ComponentSpec => ({
    steps: {
      ...more,
      // Declared before what it reads, and read by no other question.
      plan: compute((_, { base }) => `plan ${++counter.made} of ${base}`),
      end: ask((_, { plan }) => asks(`${plan}?`)),
      base: compute(() => value, { version }),
    },
  });

  it('keeps its readers, answers included, where it comes to the same value', async () => {
    const first = await round(spec(1, 5));
    const { outcome, dropped } = await presented(spec(2, 5), journalOf(first), {
      end: accept('yes'),
    });
    expect(resultOf(outcome)).toMatchObject({ base: 5, end: 'yes' });
    expect(dropped).toEqual(['base: version']);
  });

  it('drops them where it comes to another', async () => {
    const { outcome, dropped } = await presented(spec(2, 6), journalOf(await round(spec(1, 5))), {
      end: accept('yes'),
    });
    expect(asked(outcome)).toEqual(['end']);
    expect(dropped).toEqual(['base: version', 'plan: reads', 'end: reads']);
  });

  const job = (
    version: number,
    value: number,
    more: ComponentSpec['steps'] = {},
  ): ComponentSpec => ({
    steps: {
      ...more,
      job: compute((_, { base }, ctx) =>
        ctx.step.carried === undefined
          ? again(`job ${++counter.made} of ${base}`)
          : ctx.step.carried,
      ),
      base: compute(() => value, { version }),
    },
  });

  it('keeps the job that was begun on it, at once or after a question of the new version', async () => {
    const begun = journalOf(await round(job(1, 5)));
    const carried = begun.entries.job;
    const { value } = (carried as { carry: { value: string } }).carry;
    expect(resultOf(await round(job(2, 5), begun))).toEqual({ base: 5, job: value });
    const more = { extra: ask(() => asks('Extra?')) };
    const waiting = await presented(job(2, 5, more), begun);
    expect([asked(waiting.outcome), waiting.dropped]).toEqual([['extra'], []]);
    expect(journalOf(waiting.outcome).entries).toMatchObject({ job: carried });
    const done = await round(job(2, 5, more), journalOf(waiting.outcome), { extra: accept(1) });
    expect(resultOf(done)).toMatchObject({ job: value });
    const other = await presented(job(2, 6, more), journalOf(waiting.outcome), {
      extra: accept(1),
    });
    expect(other.dropped).toEqual(['base: version', 'job: reads']);
    expect(journalOf(other.outcome).entries.job).toMatchObject({
      carry: { value: expect.stringMatching(/ of 6$/) },
    });
  });

  it('keeps it as well where what it read waits for a new question', async () => {
    const old: ComponentSpec = {
      steps: {
        name: ask(() => asks('Name?')),
        job: compute((_, { name }, ctx) => ctx.step.carried ?? again(`for ${name}`)),
      },
    };
    const waits: ComponentSpec = {
      steps: {
        ...old.steps,
        extra: ask(() => asks('Extra?')),
        name: ask((_, { extra }) => asks(extra ? 'Name?' : 'Never?')),
      },
    };
    const begun = journalOf(await round(old, journalOf(await round(old)), { name: accept('a') }));
    const { outcome, dropped } = await presented(waits, begun);
    expect([asked(outcome), dropped]).toEqual([['extra'], []]);
    expect(resultOf(await round(waits, journalOf(outcome), { extra: accept(1) }))).toMatchObject({
      job: 'for a',
    });
  });
});

describe('what goes, goes with an event', () => {
  it('such as the answers to several questions of a step that becomes a compute (C53)', async () => {
    const old: ComponentSpec = {
      steps: {
        keep: ask(() => asksAll({ a: question('A?'), b: question('B?') })),
        end: ask((_, { keep }) => asks(keep ? 'End?' : '')),
      },
    };
    const sent = { 'keep.a': accept(1), 'keep.b': accept(2) };
    const journal = journalOf(await round(old, journalOf(await round(old)), sent));
    const now: ComponentSpec = {
      steps: { keep: compute(() => 'all'), end: ask(() => asks('End?')) },
    };
    const { outcome, dropped } = await presented(now, journal);
    expect(dropped).toEqual(['keep.a: version', 'keep.b: version', 'end: reads']);
    expect(journalOf(outcome).entries).toMatchObject({ keep: { kind: 'compute', value: 'all' } });
  });

  it('such as what was made from an answer that is too long (C57)', async () => {
    const spec: ComponentSpec = {
      steps: {
        long: ask(() => asks('Long?')),
        made: compute((_, { long }) => long.length),
        end: ask((_, { made }) => asks(`${made}?`)),
      },
    };
    const events: RoundEvent[] = [];
    const sent = { long: accept('x'.repeat(3000)) };
    const small = { maxJournalBytes: 2000, events };
    const outcome = await round(spec, journalOf(await round(spec)), sent, small);
    expect(asked(outcome)).toEqual(['long']);
    expect(events).toEqual([
      { type: 'answer.taken', step: 'long' },
      { type: 'answer.invalid', step: 'long' },
      { type: 'entry.dropped', step: 'made', because: 'reads' },
    ]);
  });
});

describe('the wordings of a question (C57)', () => {
  it('count once each, however often one comes back', async () => {
    const saying = (text: string): ComponentSpec => ({ steps: { sure: ask(() => asks(text)) } });
    let outcome = await round(saying('A?'));
    for (const [text, changes] of Object.entries({ B: 1, C: 2, A: 2, 'B ': 2 }).concat([
      ['C', 2],
    ])) {
      const wording = saying(`${text.trim()}?`);
      outcome = await round(wording, journalOf(outcome), { sure: accept(1) }, { maxRounds: 32 });
      expect([text, asked(outcome), journalOf(outcome).changes]).toEqual([
        text,
        ['sure'],
        { sure: changes },
      ]);
    }
    expect(resultOf(await round(saying('C?'), journalOf(outcome), { sure: accept(1) }))).toEqual({
      sure: 1,
    });
    expect(await round(saying('D?'), journalOf(outcome), { sure: accept(1) })).toMatchObject({
      kind: 'exhausted',
      limit: 'changes',
    });
  });

  it('of a state of an earlier release count as well', async () => {
    const saying = (text: string): ComponentSpec => ({ steps: { sure: ask(() => asks(text)) } });
    const second = journalOf(await round(saying('B?'), journalOf(await round(saying('A?')))));
    expect(second.before).toEqual({ sure: expect.any(String) });
    expect(journalOf(await round(saying('A?'), second)).changes).toEqual({ sure: 1 });
  });
});

describe('a compute', () => {
  it('has one value in a round, however the round comes by it (C58)', async () => {
    const seen: unknown[] = [];
    let serial = 0;
    const reads = (name: string, of: string): StepSpec =>
      compute((_, answers) => {
        seen.push([name, answers[of]]);
        return `${name} ${++serial}`;
      });
    const old: ComponentSpec = {
      steps: {
        c: reads('c', 'q'),
        q: ask(() => asks('Q?')),
        end: ask((_, { c }) => asks(`${c}?`)),
      },
    };
    const turned: ComponentSpec = {
      steps: {
        top: ask((_, { d }) => asks(`${d}?`)),
        d: compute((_, { c }) => [c]),
        c: compute(() => `c ${++serial}`),
        q: ask((_, { c }) => {
          seen.push(c);
          return asks('Q?');
        }),
        end: ask((_, { c }) => {
          seen.push(c);
          return asks('End?');
        }),
      },
    };
    const journal = journalOf(await round(old, journalOf(await round(old)), { q: accept(1) }));
    seen.length = 0;
    const outcome = await round(turned, journal);
    const value = (journalOf(outcome).entries.c as { value: unknown }).value;
    expect(new Set(seen)).toEqual(new Set([value]));
    expect(journalOf(outcome).entries.d).toMatchObject({ value: [value] });
  });
});
