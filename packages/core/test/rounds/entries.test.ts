import { describe, expect, it } from 'vitest';
import { again } from '../../src/asks/again.js';
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

const compute = (is: StepSpec['is'], more: Partial<StepSpec> = {}): StepSpec => ({
  kind: 'compute',
  is,
  ...more,
});
const dropped = (events: readonly RoundEvent[]) =>
  events
    .flatMap((event) => (event.type === 'entry.dropped' ? [`${event.step}: ${event.because}`] : []))
    .sort();

/** Presents a journal to a component, with no answers, and tells what was dropped. */
async function presented(spec: ComponentSpec, journal: Journal, input: unknown = {}) {
  const events: RoundEvent[] = [];
  const outcome = await round(spec, journal, undefined, { events, input });
  return { outcome, dropped: dropped(events) };
}

describe('a record of another kind of step', () => {
  const asking: ComponentSpec = {
    steps: { n: { is: () => asks('N?') }, end: { is: (_, { n }) => asks(`${n}?`) } },
  };
  const computing: ComponentSpec = {
    steps: { n: compute(() => 'value'), end: { is: (_, { n }) => asks(`${n}?`) } },
  };

  it('is dropped when a question has become a compute, and nothing of the answer is handed on', async () => {
    const answered = journalOf(
      await round(asking, journalOf(await round(asking)), { n: accept('value') }),
    );
    expect(await presented(asking, answered)).toMatchObject({
      outcome: { kind: 'asking' },
      dropped: [],
    });
    const { outcome, dropped } = await presented(computing, answered);
    expect(dropped).toContain('n: version');
    expect(journalOf(outcome).entries.n).toMatchObject({ kind: 'compute', value: 'value' });
  });

  it('is dropped when a compute has become a question, which is put', async () => {
    const computed = journalOf(await round(computing));
    expect(await presented(computing, computed)).toMatchObject({
      outcome: { kind: 'asking' },
      dropped: [],
    });
    const { outcome, dropped } = await presented(asking, computed);
    expect(dropped).toContain('n: version');
    expect(asked(outcome)).toEqual(['n']);
    expect(journalOf(outcome).entries).toEqual({});
    // Nobody has asked it yet.
    expect(asked(await round(asking, computed, { n: accept('forged') }))).toEqual(['n']);
  });
});

describe('records of steps that this version does not know', () => {
  /** `base` is known to every version; `one` stands on it, `two` on `one`, and `free` on nothing. */
  const base = (value: unknown, version = 1) => ({ base: compute(() => value, { version }) });
  const end = (...reads: string[]): StepSpec => ({
    is: (_, answers) => asks(`${reads.map((name) => answers[name])}?`),
  });
  const old: ComponentSpec = {
    steps: {
      ...base(1),
      one: compute((_, answers) => [answers.base]),
      two: compute((_, answers) => [answers.one]),
      free: compute(() => 'free'),
      end: end('two', 'free'),
    },
  };

  it('are carried while what they read holds, in a known step or in one another', async () => {
    const journal = journalOf(await round(old));
    expect(Object.keys(journal.entries).sort()).toEqual(['base', 'free', 'one', 'two']);
    const { outcome, dropped } = await presented(
      { steps: { ...base(1), end: end('base') } },
      journal,
    );
    expect(dropped).toEqual(['end: unknown']);
    expect(Object.keys(journalOf(outcome).entries).sort()).toEqual(['base', 'free', 'one', 'two']);
  });

  it('go as soon as what they read has changed, and with them whatever read them', async () => {
    const journal = journalOf(await round(old));
    const { outcome, dropped } = await presented(
      { steps: { ...base(2, 2), end: end('base') } },
      journal,
    );
    expect(dropped).toEqual(['base: version', 'end: unknown', 'one: reads', 'two: reads']);
    expect(Object.keys(journalOf(outcome).entries).sort()).toEqual(['base', 'free']);
  });

  it('go in whatever order they stand in the journal', async () => {
    const journal = journalOf(await round(old));
    const reversed = {
      ...journal,
      entries: Object.fromEntries(Object.entries(journal.entries).reverse()),
    };
    const { outcome, dropped } = await presented(
      { steps: { ...base(2, 2), end: end('base') } },
      reversed,
    );
    expect(dropped).toEqual(['base: version', 'end: unknown', 'one: reads', 'two: reads']);
    expect(Object.keys(journalOf(outcome).entries).sort()).toEqual(['base', 'free']);
  });

  it('go when what they read is known no more and is in no entry either', async () => {
    const journal = journalOf(await round(old));
    const { one: _, ...entries } = journal.entries;
    const { dropped } = await presented(
      { steps: { ...base(1), end: end('base') } },
      { ...journal, entries },
    );
    expect(dropped).toEqual(['end: unknown', 'two: reads']);
  });

  it('are told by the step of a wire key, members of several questions included', async () => {
    const files: ComponentSpec = {
      steps: {
        keep: { is: () => asksAll({ a: question('A?'), b: question('B?') }) },
        plan: compute((_, { keep }) => [keep.a]),
        end: end('plan'),
      },
    };
    const second = journalOf(
      await round(files, journalOf(await round(files)), {
        'keep.a': accept(1),
        'keep.b': accept(2),
      }),
    );
    expect(Object.keys(second.entries).sort()).toEqual(['keep.a', 'keep.b', 'plan']);
    const { outcome, dropped } = await presented(
      { steps: { end: { is: () => asks('Else?') } } },
      second,
    );
    expect(dropped).toEqual(['end: unknown']);
    expect(Object.keys(journalOf(outcome).entries).sort()).toEqual(['keep.a', 'keep.b', 'plan']);
  });
});

describe('the input of a flow', () => {
  const spec: ComponentSpec = { steps: { n: compute(() => 1), end: { is: () => asks('End?') } } };

  it('drops every entry and every open question when it is another, each once', async () => {
    const first = journalOf(await round(spec, undefined, undefined, { input: { env: 'staging' } }));
    expect(
      await presented({ ...spec, steps: { ...spec.steps } }, first, { env: 'staging' }),
    ).toMatchObject({ dropped: [] });
    expect((await presented(spec, first, { env: 'prod' })).dropped).toEqual(['end: reads']);
    const read: ComponentSpec = {
      steps: { n: compute(() => 1), end: { is: (_, { n }) => asks(`${n}?`) } },
    };
    const both = journalOf(await round(read, undefined, undefined, { input: { env: 'staging' } }));
    expect((await presented(read, both, { env: 'prod' })).dropped).toEqual([
      'end: reads',
      'n: reads',
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['a Map', new Map([['a', 1]]), new Map([['a', 2]])],
    ['a Set', new Set([1]), new Set([2])],
    ['a bigint', { n: 1n }, { n: 2n }],
    ['a date', { at: new Date(0) }, { at: new Date(1) }],
    [
      'a class of its own',
      new (class A {})(),
      new (class B {
        x = 1;
      })(),
    ],
    ['nothing', undefined, 0],
  ])('is told from another also when it is %s', async (_, one, other) => {
    const first = journalOf(await round(spec, undefined, undefined, { input: one }));
    expect((await presented(spec, first, one)).dropped).toEqual([]);
    expect((await presented(spec, first, other)).dropped).toEqual(['end: reads']);
  });
});

describe('an entry that a round had no use for', () => {
  /** Nothing evaluates `late` while `first` waits for its answer; `plan` is read by `late` alone. */
  const spec = (base: number): ComponentSpec => ({
    steps: {
      base: compute(() => base, { version: base }),
      first: { is: (_, { base: b }) => asks(`First of ${b}?`) },
      late: { is: (_, { first, base: b }) => asks(`Late after ${first} of ${b}?`) },
      plan: compute((_, { late }) => `plan ${late}`),
      end: { is: (_, { plan }) => asks(`${plan}?`) },
    },
  });
  const upToEnd = async () => {
    const second = journalOf(
      await round(spec(1), journalOf(await round(spec(1))), { first: accept('a') }),
    );
    return journalOf(await round(spec(1), second, { late: accept('b') }));
  };

  it('is kept while all that it read holds', async () => {
    const journal = await upToEnd();
    expect(Object.keys(journal.entries).sort()).toEqual(['base', 'first', 'late', 'plan']);
    const { outcome, dropped } = await presented(spec(1), journal);
    expect([asked(outcome), dropped]).toEqual([['end'], []]);
    expect(journalOf(outcome).entries).toEqual(journal.entries);
    expect(resultOf(await round(spec(1), journalOf(outcome), { end: accept('c') }))).toMatchObject({
      late: 'b',
      end: 'c',
    });
  });

  it('is dropped before sealing, with all that was made from it, when something it read has changed', async () => {
    const { outcome, dropped } = await presented(spec(2), await upToEnd());
    expect(asked(outcome)).toEqual(['first']);
    expect(dropped).toEqual(['base: version', 'first: reads', 'late: reads', 'plan: reads']);
    expect(Object.keys(journalOf(outcome).entries)).toEqual(['base']);
  });

  it('is checked without running a compute that nobody asked for', async () => {
    const ran: string[] = [];
    const late = (text: string, version: number): ComponentSpec => ({
      steps: {
        first: { is: () => asks(text) },
        base: compute(() => ran.push('base'), { version }),
        plan: compute((_, { base: b }) => `plan ${b}`),
        end: { is: (_, { first, plan }) => asks(`${first} ${plan}?`) },
      },
    });
    const second = journalOf(
      await round(late('First?', 1), journalOf(await round(late('First?', 1))), {
        first: accept('a'),
      }),
    );
    expect([Object.keys(second.entries).sort(), ran]).toEqual([
      ['base', 'first', 'plan'],
      ['base'],
    ]);
    const { outcome, dropped } = await presented(late('First, again?', 2), second);
    expect([asked(outcome), dropped, ran]).toEqual([
      ['first'],
      ['base: version', 'first: question', 'plan: reads'],
      ['base'],
    ]);
  });

  it('is kept with its carry while it waits, and dropped when what the carry stood on has changed', async () => {
    const carrying = (base: number): ComponentSpec => ({
      steps: {
        base: compute(() => base, { version: base }),
        sum: compute((_, { base: b }) => again(b, { afterMs: 500 })),
      },
    });
    const first = journalOf(await round(carrying(1)));
    const early = await presented(carrying(1), first);
    expect([early.outcome.kind, early.dropped, journalOf(early.outcome).entries.sum]).toEqual([
      'again',
      [],
      first.entries.sum,
    ]);
    const { outcome, dropped } = await presented(carrying(2), first);
    expect(dropped).toEqual(['base: version', 'sum: reads']);
    expect(journalOf(outcome).entries.sum).toMatchObject({ carry: { value: 2 } });
  });
});
