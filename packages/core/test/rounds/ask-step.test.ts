import { describe, expect, it, vi } from 'vitest';
import { ask } from '../../src/asks/ask.js';
import { askOf } from '../../src/asks/question.js';
import type { RoundEvent } from '../../src/events.js';
import {
  accept,
  asked,
  asks,
  asksAll,
  asksNothing,
  type ComponentSpec,
  cancel,
  decline,
  journalOf,
  question,
  resultOf,
  round,
  type StepSpec,
} from '../support/rounds.js';

const optional = { optional: true };

describe('what a step that asks may return', () => {
  const returning = (value: unknown, kind: 'elicit' | 'sample' | 'roots' = 'elicit') =>
    round({ steps: { a: { kind, is: () => value } } });
  const of = (kind: 'form' | 'url' | 'sample' | 'roots') =>
    askOf(kind, { one: { ...question('A?'), kind, needs: {} } });

  it.each([
    ['elicit', ['form', 'url']],
    ['sample', ['sample']],
    ['roots', ['roots']],
  ] as const)('is, of one marked @%s, an ask of its kinds alone', async (marked, kinds) => {
    for (const kind of ['form', 'url', 'sample', 'roots'] as const) {
      const outcome = await returning(of(kind), marked);
      if ((kinds as readonly string[]).includes(kind)) expect(asked(outcome)).toEqual(['a']);
      else
        expect(outcome).toMatchObject({
          kind: 'failed',
          where: 'step',
          step: 'a',
          error: expect.any(TypeError),
        });
    }
  });

  it('is refused as an ask of several when one member is of another kind', async () => {
    const both = asksAll({ fine: question('A?'), odd: { ...question('B?'), kind: 'sample' } });
    expect(asked(await returning(asksAll({ fine: question('A?') })))).toEqual(['a.fine']);
    const outcome = await returning(both);
    expect(outcome).toMatchObject({ kind: 'failed', step: 'a' });
    if (outcome.kind === 'failed')
      expect((outcome.error as Error).message).toMatch(/Example\.a.*@Elicit.*sample/);
  });

  it.each([[null], [0], [''], [{ kind: 'form' }], [[]]])('is no %j', async (value) => {
    const outcome = await returning(value);
    expect(outcome).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'a',
      error: expect.any(TypeError),
    });
    if (outcome.kind === 'failed') expect((outcome.error as Error).message).toContain('Example.a');
  });

  it.each(['elicit', 'sample', 'roots'] as const)(
    'is never silence, of one marked @%s: undefined fails the call, naming the step and both cures',
    async (kind) => {
      const run = vi.fn();
      const returning = (value: unknown) => round({ steps: { a: { kind, is: () => value } }, run });
      expect(await returning(asksNothing())).toMatchObject({ kind: 'completed' });
      expect(run).toHaveBeenCalledTimes(1);
      for (const silent of [undefined, Promise.resolve()])
        expect(await returning(silent)).toMatchObject({
          kind: 'failed',
          where: 'step',
          step: 'a',
          error: new TypeError('Example.a returned nothing: return the ask, or `ask.nothing`'),
        });
      expect(run).toHaveBeenCalledTimes(1);
    },
  );

  it('is no confirmation where the step is presupplied, in an ask.all neither', async () => {
    const form = { ...question('A?'), saysNo: () => false };
    for (const value of [askOf('form', { one: form }), asksAll({ b: form })]) {
      const returning = (presupplied: boolean) =>
        round({ steps: { a: { presupplied, is: () => value } } });
      expect((await returning(false)).kind).toBe('asking');
      const outcome = await returning(true);
      expect(outcome).toMatchObject({ kind: 'failed', where: 'step', step: 'a' });
      if (outcome.kind === 'failed') {
        expect(outcome.error).toBeInstanceOf(TypeError);
        expect((outcome.error as Error).message).toMatch(/^Example\.a is presupplied.*leave/);
      }
    }
  });

  it('comes from a method: a step without one fails, naming class and step', async () => {
    const outcome = await round({ steps: { a: { is: 'no method' as never } } });
    expect(outcome).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'a',
      error: expect.any(TypeError),
    });
  });
});

describe('a question that is put', () => {
  it('carries the time-out of its step, if it has one, and says whether it is optional in the state alone', async () => {
    const spec: ComponentSpec = {
      steps: { a: { timeoutMs: 5, is: () => asks('A?') }, b: { is: () => asks('B?', optional) } },
    };
    const outcome = await round(spec);
    if (outcome.kind !== 'asking') throw new Error('expected questions');
    expect(outcome.asks.get('a')).toStrictEqual({
      method: 'elicitation/create',
      params: { mode: 'form', message: 'A?' },
      timeoutMs: 5,
    });
    expect(outcome.asks.get('b')).toStrictEqual({
      method: 'elicitation/create',
      params: { mode: 'form', message: 'B?' },
    });
    expect(outcome.journal.open).toEqual({
      a: { ask: expect.any(String), reads: {} },
      b: { ask: expect.any(String), reads: {}, optional: true },
    });
  });

  it('says what was wrong with the last answer in its message, and stays as it is when it has none', async () => {
    const silent = { ...question('A?'), wire: { method: 'roots/list', params: {} } } as const;
    const again = async (is: StepSpec['is'], sent: unknown = accept(null)) => {
      const spec: ComponentSpec = { steps: { a: { is } } };
      const outcome = await round(spec, journalOf(await round(spec)), { a: sent });
      return outcome.kind === 'asking' ? outcome.asks.get('a')?.params : undefined;
    };
    expect(await again(() => asks('A?'))).toMatchObject({ message: 'A?\n\nvalue: required.' });
    expect(await again(() => asks('A?'), 7)).toMatchObject({
      message: 'A?\n\nThe answer is not an object.',
    });
    expect(await again(() => asks('A?'), accept(Number.POSITIVE_INFINITY))).toMatchObject({
      message: expect.stringMatching(/^A\?\n\n.*range/),
    });
    expect(await again(() => askOf('form', { one: silent }))).toEqual({});
  });
});

describe('a step that asks several things', () => {
  const two = (more = {}): ComponentSpec => ({
    steps: { keep: { is: () => asksAll({ a: question('A?', more), b: question('B?', more) }) } },
    run: (_, { keep }, ctx) => [
      { ...keep },
      ['keep', 'keep.a', 'keep.b', 'keep.c'].map((key) => ctx.outcome(key)),
    ],
  });

  it('tells how each member was settled, and of one that it did not ask that it was skipped', async () => {
    const spec = two(optional);
    const first = journalOf(await round(spec));
    expect(resultOf(await round(spec, first, { 'keep.a': decline, 'keep.b': cancel }))).toEqual([
      { a: undefined, b: undefined },
      ['answered', 'declined', 'cancelled', 'skipped'],
    ]);
    expect(resultOf(await round(spec, first, { 'keep.a': accept(1) }))).toEqual([
      { a: 1, b: undefined },
      ['answered', 'answered', 'missing', 'skipped'],
    ]);
  });

  it('drops the answer of a member that it asks no more', async () => {
    const second = journalOf(
      await round(two(), journalOf(await round(two())), { 'keep.a': accept(1) }),
    );
    expect(Object.keys(second.entries)).toEqual(['keep.a']);
    const less: ComponentSpec = { steps: { keep: { is: () => asksAll({ b: question('B?') }) } } };
    const events: RoundEvent[] = [];
    const done = await round(less, second, { 'keep.b': accept(2) }, { events });
    expect(resultOf(done)).toEqual({ keep: { b: 2 } });
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'keep.a', because: 'skipped' });
  });

  it('has its readers made anew when one member was settled otherwise, though no value differs', async () => {
    const made: string[] = [];
    const spec: ComponentSpec = {
      steps: {
        keep: { is: () => asksAll({ a: question('A?', optional), b: question('B?', optional) }) },
        how: {
          kind: 'compute',
          is: (_, { keep }, ctx) => {
            made.push(ctx.outcome('keep.a'));
            return Object.keys(keep);
          },
        },
        end: { is: (_, { how }) => asks(`${how}?`) },
      },
    };
    const first = journalOf(await round(spec));
    const declined = journalOf(await round(spec, first, { 'keep.a': decline, 'keep.b': decline }));
    const cancelled = journalOf(await round(spec, first, { 'keep.a': cancel, 'keep.b': decline }));
    expect(made).toEqual(['declined', 'cancelled']);
    const mixed = {
      ...declined,
      entries: { ...declined.entries, 'keep.a': cancelled.entries['keep.a'] },
    } as typeof declined;
    const events: RoundEvent[] = [];
    await round(spec, mixed, undefined, { events });
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'how', because: 'reads' });
    expect(made).toEqual(['declined', 'cancelled', 'cancelled']);
  });
});

describe('an answer to an open question', () => {
  it('is told of by what it was: taken, declined, cancelled', async () => {
    const spec: ComponentSpec = { steps: { a: { is: () => asks('A?', optional) } } };
    const first = journalOf(await round(spec));
    for (const [sent, type] of [
      [accept(1), 'answer.taken'],
      [decline, 'answer.declined'],
      [cancel, 'answer.cancelled'],
    ] as const) {
      const events: RoundEvent[] = [];
      await round(spec, first, { a: sent }, { events });
      expect(events).toEqual([{ type, step: 'a' }]);
    }
  });

  it('is told of once when it does not fit, whatever becomes of the question', async () => {
    const spec = (more: Partial<StepSpec>): ComponentSpec => ({
      steps: { a: { ...more, is: () => asks('A?', optional) } },
    });
    for (const more of [{}, { attempts: 1 }]) {
      const events: RoundEvent[] = [];
      await round(spec(more), journalOf(await round(spec(more))), { a: accept(null) }, { events });
      expect(events).toStrictEqual([{ type: 'answer.invalid', step: 'a' }]);
    }
  });

  it('stays as it was in every later round, also when it was a decline', async () => {
    const spec: ComponentSpec = {
      steps: {
        a: { is: () => asks('A?', optional) },
        end: { is: (_, { a }) => asks(`End ${a}?`) },
      },
      run: (_, __, ctx) => ctx.outcome('a'),
    };
    const second = journalOf(await round(spec, journalOf(await round(spec)), { a: decline }));
    expect(second.entries).toMatchObject({ a: { kind: 'ask', outcome: 'declined' } });
    const third = journalOf(await round(spec, second));
    expect(third.entries).toEqual(second.entries);
    expect(resultOf(await round(spec, third, { end: accept(1) }))).toBe('declined');
  });

  it('costs an attempt of its own question only, and none when it fits', async () => {
    const spec: ComponentSpec = {
      steps: { a: { is: () => asks('A?') }, b: { is: () => asks('B?') } },
    };
    const second = journalOf(
      await round(spec, journalOf(await round(spec)), { a: accept(null), b: accept(1) }),
    );
    expect(second.attempts).toEqual({ a: 1 });
    const third = journalOf(await round(spec, second, { a: accept(null) }));
    expect(third.attempts).toEqual({ a: 2 });
    expect(resultOf(await round(spec, third, { a: accept(2) }))).toEqual({ a: 2, b: 1 });
  });

  it('is not waited for twice: a required one that is left out beside another is asked again, an optional one is not', async () => {
    const spec: ComponentSpec = {
      steps: {
        a: { is: () => asks('A?') },
        b: { is: () => asks('B?') },
        note: { is: () => asks('Note?', optional) },
      },
    };
    const outcome = await round(spec, journalOf(await round(spec)), { a: accept(1) });
    expect(asked(outcome)).toEqual(['b']);
    expect(journalOf(outcome).entries).toMatchObject({ note: { outcome: 'missing' } });
    expect(journalOf(outcome).entries.note).not.toHaveProperty('raw');
  });

  it('is not needed where a step is presupplied: a decline, a cancel and a misfit are no accept', async () => {
    const spec: ComponentSpec = {
      steps: { name: { presupplied: true, attempts: 1, is: () => asks('Name?', optional) } },
    };
    expect(resultOf(await round(spec, undefined, { name: accept('Ada') }))).toEqual({
      name: 'Ada',
    });
    for (const sent of [decline, cancel]) {
      const events: RoundEvent[] = [];
      expect(asked(await round(spec, undefined, { name: sent }, { events }))).toEqual(['name']);
      expect(events).toEqual([{ type: 'answer.ignored', step: 'name' }]);
    }
    expect(asked(await round(spec, undefined, undefined))).toEqual(['name']);
    expect(asked(await round(spec, undefined, { name: accept(null) }))).toEqual(['name']);
  });

  it.each([
    ['required', false],
    ['optional', true],
  ])('does not end with the first request, before anybody was asked: %s (C52)', async (_, is) => {
    const spec: ComponentSpec = {
      steps: {
        name: { presupplied: true, attempts: 1, is: () => asks('Name?', { optional: is }) },
        where: { kind: 'roots', presupplied: true, is: () => ask.roots({ optional: is as true }) },
      },
    };
    const outcome = await round(spec, undefined, { name: accept(null), where: { roots: 7 } });
    expect(asked(outcome)).toEqual(['name', 'where']);
    expect(journalOf(outcome).attempts).toEqual({});
    if (outcome.kind === 'asking')
      expect(outcome.asks.get('name')?.params.message).toContain('value: required.');
    const sent = { name: accept('Ada'), where: { roots: [] } };
    expect(resultOf(await round(spec, journalOf(outcome), sent))).toEqual({
      name: 'Ada',
      where: [],
    });
  });

  it('is asked for once where a client’s software answers, since nobody could correct it (C29)', async () => {
    const spec = (optional?: true): ComponentSpec => {
      const more = optional && { optional };
      return {
        steps: {
          text: {
            kind: 'sample',
            is: () => ask.sample({ messages: ['Write'], maxTokens: 9 }, more as { optional: true }),
          },
          where: { kind: 'roots', is: () => ask.roots(more as { optional: true }) },
        },
      };
    };
    const good = {
      text: { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } },
      where: { roots: [] },
    };
    expect(resultOf(await round(spec(), journalOf(await round(spec())), good))).toMatchObject({
      text: { text: 'Hi' },
      where: [],
    });
    for (const [step, sent] of [
      ['text', { ...good, text: { role: 'system' } }],
      ['where', { ...good, where: { roots: 'none' } }],
    ] as const) {
      expect(await round(spec(), journalOf(await round(spec())), sent)).toMatchObject({
        kind: 'exhausted',
        limit: 'attempts',
        step,
      });
      const left = await round(spec(true), journalOf(await round(spec(true))), sent);
      expect((resultOf(left) as Record<string, unknown>)[step]).toBeUndefined();
    }
  });

  it('is not asked for again either where it is too long: the call ends, or goes on without it (C29)', async () => {
    const spec = (more?: { optional: true }): ComponentSpec => ({
      steps: {
        text: {
          kind: 'sample',
          is: () => ask.sample({ messages: ['Write'], maxTokens: 9 }, more as { optional: true }),
        },
        sure: { is: (_, { text }) => asks(`Sure, ${text === undefined}?`) },
      },
    });
    const text = 'x'.repeat(3000);
    const sent = { text: { role: 'assistant', model: 'm', content: { type: 'text', text } } };
    const small = { maxJournalBytes: 2000 };
    const [required, left] = [
      await round(spec(), journalOf(await round(spec())), sent, small),
      await round(
        spec({ optional: true }),
        journalOf(await round(spec({ optional: true }))),
        sent,
        small,
      ),
    ];
    expect(required).toMatchObject({ kind: 'exhausted', limit: 'attempts', step: 'text' });
    expect(journalOf(left).entries.text).toMatchObject({ outcome: 'missing' });
  });

  it('leaves out roots that are no file: URIs, and says how many (C29)', async () => {
    const spec: ComponentSpec = { steps: { where: { kind: 'roots', is: () => ask.roots() } } };
    const events: RoundEvent[] = [];
    const roots = [{ uri: 'http://x' }, { uri: 'FILE:///ok' }, null];
    const sent = { where: { roots } };
    const done = await round(spec, journalOf(await round(spec)), sent, { events });
    expect(resultOf(done)).toEqual({ where: [{ uri: 'file:///ok' }] });
    expect(events).toContainEqual({ type: 'roots.dropped', step: 'where', count: 2 });
  });

  it('is taken without state for the first round alone', async () => {
    let text = 'Name?';
    const spec: ComponentSpec = { steps: { name: { presupplied: true, is: () => asks(text) } } };
    const first = journalOf(await round(spec));
    text = 'Your name?';
    expect(asked(await round(spec, first, { name: accept('Ada') }))).toEqual(['name']);
  });

  it('ends the call as exhausted without a field when none is to blame', async () => {
    const spec: ComponentSpec = { steps: { a: { attempts: 1, is: () => asks('A?') } } };
    const first = journalOf(await round(spec));
    expect(await round(spec, first, { a: accept(null) })).toEqual({
      kind: 'exhausted',
      limit: 'attempts',
      step: 'a',
      field: 'value',
    });
    expect(await round(spec, first, { a: 7 })).toStrictEqual({
      kind: 'exhausted',
      limit: 'attempts',
      step: 'a',
    });
  });
});

describe('an answer that was sent for nothing', () => {
  const spec: ComponentSpec = {
    steps: {
      keep: { is: () => asksAll({ a: question('A?') }) },
      late: { is: (_, { keep }) => asks(`Late ${keep.a}?`) },
    },
  };

  it('is told of by its whole key where this flow wrote that: asked, open before, or settled', async () => {
    const first = journalOf(await round(spec));
    const second = journalOf(await round(spec, first, { 'keep.a': accept(1) }));
    const ignored = async (of: ComponentSpec, journal: typeof first | undefined, sent: object) => {
      const events: RoundEvent[] = [];
      await round(of, journal, sent, { events });
      return events.flatMap((event) => (event.type === 'answer.ignored' ? [event.step] : []));
    };
    expect(await ignored(spec, undefined, { 'keep.a': accept(1) })).toEqual(['keep.a']);
    expect(await ignored(spec, second, { 'keep.a': accept(1) })).toEqual(['keep.a']);
    const silent: ComponentSpec = {
      steps: { keep: { is: asksNothing }, late: { is: () => asks('Late?') } },
    };
    expect(await ignored(silent, first, { 'keep.a': accept(1) })).toEqual(['keep.a']);
    expect(await ignored(spec, second, { 'keep.b': accept(1), 'other.a': accept(1) })).toEqual([
      'keep',
    ]);
    expect(await ignored(spec, first, { 'keep.a': accept(1) })).toEqual([]);
  });
});
