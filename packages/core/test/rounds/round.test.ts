import { describe, expect, it, vi } from 'vitest';
import { again } from '../../src/asks/again.js';
import type { RoundEvent } from '../../src/events.js';
import type { Journal } from '../../src/rounds/journal.js';
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
} from '../support/rounds.js';

const one: ComponentSpec = { steps: { confirm: { is: () => asks('Sure?') } } };
const chain: ComponentSpec = {
  steps: {
    second: { is: (_, { first }) => asks(`After ${first}?`) },
    first: { is: () => asks('First?') },
  },
};

describe('R1: run is entered once, and never while a required step is unsettled', () => {
  it('asks first and runs on the answer', async () => {
    const run = vi.fn((_, { confirm }) => confirm);
    const spec = { ...one, run };
    const first = await round(spec);
    expect(asked(first)).toEqual(['confirm']);
    expect(run).not.toHaveBeenCalled();
    expect(resultOf(await round(spec, journalOf(first), { confirm: accept('yes') }))).toBe('yes');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('reports a throw of run as failed, with the original', async () => {
    const error = new Error('disk full');
    const spec: ComponentSpec = {
      steps: {},
      run: () => {
        throw error;
      },
    };
    expect(await round({ ...spec, steps: { skip: { is: asksNothing } } })).toEqual({
      kind: 'failed',
      where: 'run',
      error,
    });
  });
});

describe('R2: only an open ask takes an answer, and only if it would be put again just so', () => {
  it('ignores answers that come with no state', async () => {
    const events: RoundEvent[] = [];
    expect(asked(await round(one, undefined, { confirm: accept('yes') }, { events }))).toEqual([
      'confirm',
    ]);
    expect(events).toContainEqual({ type: 'answer.ignored', step: 'confirm' });
  });

  it('takes a presupplied accept only from a step that says so and read nothing', async () => {
    const spec: ComponentSpec = { steps: { name: { presupplied: true, is: () => asks('Name?') } } };
    expect(resultOf(await round(spec, undefined, { name: accept('Ada') }))).toEqual({
      name: 'Ada',
    });
    const reading: ComponentSpec = {
      steps: {
        name: { presupplied: true, is: (_, { base }) => asks(`Name ${base}?`) },
        base: { kind: 'compute', is: () => 1 },
      },
    };
    expect(asked(await round(reading, undefined, { name: accept('Ada') }))).toEqual(['name']);
    expect(asked(await round(spec, undefined, { name: decline }))).toEqual(['name']);
    const misfit = await round(spec, undefined, { name: accept(null) });
    expect(journalOf(misfit).attempts).toEqual({ name: 1 });
  });

  it('ignores another value for a settled step', async () => {
    const first = await round(chain);
    const second = await round(chain, journalOf(first), { first: accept('a') });
    expect(asked(second)).toEqual(['second']);
    const done = await round(chain, journalOf(second), { first: accept('b'), second: accept('c') });
    expect(resultOf(done)).toEqual({ first: 'a', second: 'c' });
  });

  it('ignores an answer to a step that is not asked yet', async () => {
    const first = await round(chain);
    const second = await round(chain, journalOf(first), {
      first: accept('a'),
      second: accept('forged'),
    });
    expect(asked(second)).toEqual(['second']);
  });

  it('puts a question again that changed since it was asked, and ends the call at the third change', async () => {
    let text = 0;
    const spec: ComponentSpec = { steps: { confirm: { is: () => asks(`Sure, take ${text}?`) } } };
    const events: RoundEvent[] = [];
    let outcome = await round(spec);
    for (const change of [1, 2]) {
      text = change;
      outcome = await round(spec, journalOf(outcome), { confirm: accept('yes') }, { events });
      expect(asked(outcome)).toEqual(['confirm']);
    }
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'confirm', because: 'question' });
    expect(resultOf(await round(spec, journalOf(outcome), { confirm: accept('yes') }))).toEqual({
      confirm: 'yes',
    });
    text = 3;
    expect(await round(spec, journalOf(outcome), { confirm: accept('yes') })).toEqual({
      kind: 'exhausted',
      limit: 'changes',
      step: 'confirm',
    });
  });

  it('counts no change to a wording that was there before, as of two versions side by side, and is bounded by the rounds', async () => {
    const saying = (text: string): ComponentSpec => ({
      steps: { confirm: { is: () => asks(text) } },
    });
    const versions = [saying('Sure?'), saying('Really?')] as const;
    let outcome = await round(versions[0]);
    for (let at = 1; at < 10; at++) {
      outcome = await round(versions[at % 2 === 0 ? 0 : 1], journalOf(outcome), {
        confirm: accept('yes'),
      });
      expect(asked(outcome)).toEqual(['confirm']);
      expect(journalOf(outcome).changes).toEqual({ confirm: 1 });
    }
    expect(
      resultOf(await round(versions[1], journalOf(outcome), { confirm: accept('yes') })),
    ).toEqual({ confirm: 'yes' });
    expect(await round(versions[0], journalOf(outcome), { confirm: accept('yes') })).toMatchObject({
      kind: 'exhausted',
      limit: 'rounds',
    });
    const third = await round(
      saying('Certain?'),
      journalOf(outcome),
      { confirm: accept('yes') },
      { maxRounds: 32 },
    );
    expect(journalOf(third).changes).toEqual({ confirm: 2 });
  });

  it('costs no change when something that the question read changed', async () => {
    const spec = (base: number): ComponentSpec => ({
      steps: {
        base: { kind: 'compute', version: base, is: () => base },
        confirm: { is: (_, { base: b }) => asks(`Base ${b}?`) },
      },
    });
    const first = await round(spec(1));
    const events: RoundEvent[] = [];
    const second = await round(spec(2), journalOf(first), { confirm: accept('yes') }, { events });
    expect(asked(second)).toEqual(['confirm']);
    expect(journalOf(second).changes).toEqual({});
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'confirm', because: 'reads' });
  });

  it('does not count our own correction as a change', async () => {
    const first = await round(one);
    const second = await round(one, journalOf(first), { confirm: accept(null) });
    if (second.kind !== 'asking') throw new Error('expected a question');
    expect(second.asks.get('confirm')?.params.message).toBe('Sure?\n\nvalue: required.');
    expect(resultOf(await round(one, second.journal, { confirm: accept('yes') }))).toEqual({
      confirm: 'yes',
    });
  });
});

describe('R3: an entry is kept while the input and all that it read hold', () => {
  const spec = (
    mark: { value: unknown; version: number },
    calls: string[] = [],
  ): ComponentSpec => ({
    steps: {
      base: {
        kind: 'compute',
        version: mark.version,
        is: () => {
          calls.push('base');
          return mark.value;
        },
      },
      confirm: { is: (_, { base }) => (base === undefined ? undefined : asks('Sure?')) },
      plan: {
        kind: 'compute',
        is: (_, { confirm }) => {
          calls.push('plan');
          return `plan for ${confirm}`;
        },
      },
      note: { is: (_, { plan }) => asks(`Note on ${plan}?`) },
    },
  });
  const upToNote = async (): Promise<Journal> => {
    const first = await round(spec({ value: 1, version: 1 }));
    return journalOf(
      await round(spec({ value: 1, version: 1 }), journalOf(first), { confirm: accept('yes') }),
    );
  };

  it('drops an entry, and all that read it, when an answer it read changed', async () => {
    const journal = await upToNote();
    expect(Object.keys(journal.entries).sort()).toEqual(['base', 'confirm', 'plan']);
    const events: RoundEvent[] = [];
    const outcome = await round(
      spec({ value: 2, version: 2 }),
      journal,
      { note: accept('n') },
      { events },
    );
    expect(asked(outcome)).toEqual(['confirm']);
    expect(Object.keys(journalOf(outcome).entries)).toEqual(['base']);
    expect(events.filter(({ type }) => type === 'entry.dropped')).toEqual(
      expect.arrayContaining([
        { type: 'entry.dropped', step: 'base', because: 'version' },
        { type: 'entry.dropped', step: 'confirm', because: 'reads' },
        { type: 'entry.dropped', step: 'plan', because: 'reads' },
      ]),
    );
  });

  it('keeps the readers of a compute that came to the same value again', async () => {
    const journal = await upToNote();
    const calls: string[] = [];
    const done = await round(spec({ value: 1, version: 2 }, calls), journal, { note: accept('n') });
    expect(resultOf(done)).toMatchObject({ confirm: 'yes', note: 'n' });
    expect(calls).toEqual(['base']);
  });

  it('drops everything when the parsed input is another', async () => {
    const journal = await upToNote();
    const outcome = await round(
      spec({ value: 1, version: 1 }),
      journal,
      { note: accept('n') },
      { input: { other: true } },
    );
    expect(asked(outcome)).toEqual(['confirm']);
  });

  it('counts ctx.outcome as a read', async () => {
    const by: ComponentSpec = {
      steps: {
        note: { is: () => asks('Note?', { optional: true }) },
        how: { kind: 'compute', is: (_, __, ctx) => ctx.outcome('note') },
        end: { is: (_, { how }) => asks(`${how}?`) },
      },
    };
    const first = await round(by);
    const second = await round(by, journalOf(first), { note: decline });
    expect(journalOf(second).entries.how).toMatchObject({
      value: 'declined',
      reads: { note: expect.any(String) },
    });
  });

  it('re-reads raw content by the schema of the day and asks again when it no longer fits', async () => {
    const first = await round(chain);
    const second = journalOf(await round(chain, journalOf(first), { first: accept('a') }));
    const events: RoundEvent[] = [];
    const entry = second.entries.first;
    const spoilt = {
      ...second,
      entries: { ...second.entries, first: { ...entry, raw: { value: null } } },
    } as Journal;
    expect(asked(await round(chain, spoilt, {}, { events }))).toEqual(['first']);
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'first', because: 'schema' });
  });
});

describe('R4: a finished compute is answered from the journal', () => {
  it('runs once in a flow, and again only for a state that does not hold it', async () => {
    const build = vi.fn(() => ({ id: 7, at: new Date(0) }));
    const spec: ComponentSpec = {
      steps: {
        build: { kind: 'compute', is: build },
        confirm: { is: (_, { build: b }) => asks(`Deploy ${b.id}?`) },
      },
    };
    const first = await round(spec);
    const done = await round(spec, journalOf(first), { confirm: accept('yes') });
    expect(resultOf(done)).toEqual({
      build: { id: 7, at: '1970-01-01T00:00:00.000Z' },
      confirm: 'yes',
    });
    expect(build).toHaveBeenCalledTimes(1);
    await round(spec);
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('freezes what it hands out, and nothing that belongs to the author', async () => {
    const shared = { list: [1] };
    const own = { ...question('A?'), read: () => ({ ok: true as const, value: shared }) };
    const spec: ComponentSpec = {
      steps: { a: { is: () => asksAll({ m: own }) } },
      run: (_, { a }) => [Object.isFrozen(a.m.list), a.m],
    };
    expect(resultOf(await round(spec, journalOf(await round(spec)), { 'a.m': accept(1) }))).toEqual(
      [true, { list: [1] }],
    );
    expect(Object.isFrozen(shared)).toBe(false);
  });

  it('lives with a promise that reads on after its step has returned', async () => {
    let reading: Promise<unknown> = Promise.resolve();
    const spec: ComponentSpec = {
      steps: {
        a: { kind: 'compute', is: () => 1 },
        b: {
          kind: 'compute',
          is: (_, answers) => {
            reading = new Promise((resolve) => setImmediate(() => resolve(answers.a)));
            return answers.a;
          },
        },
      },
    };
    expect(resultOf(await round(spec))).toEqual({ a: 1, b: 1 });
    expect(await reading).toBe(1);
  });

  it('hands out frozen JSON in the very round that made it', async () => {
    const spec: ComponentSpec = {
      steps: {
        list: { kind: 'compute', is: () => ({ at: new Date(0), gone: undefined, items: [1] }) },
      },
      run: (_, { list }) => [Object.isFrozen(list.items), list],
    };
    expect(resultOf(await round(spec))).toEqual([
      true,
      { at: '1970-01-01T00:00:00.000Z', items: [1] },
    ]);
  });

  it('refuses a value that is no JSON, naming class and step', async () => {
    const outcome = await round({ steps: { big: { kind: 'compute', is: () => 1n } } });
    expect(outcome).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'big',
      error: { message: expect.stringContaining('Example.big') },
    });
  });

  it.each([
    ['an ask', () => asks('Sure?')],
    ['a Map', () => new Map([['a', 1]])],
    ['a number that JSON does not have', () => ({ n: Number.NaN })],
  ])('refuses %s, which would quietly become something else', async (_, value) => {
    expect(await round({ steps: { c: { kind: 'compute', is: value } } })).toMatchObject({
      kind: 'failed',
      step: 'c',
      error: { message: expect.stringContaining('Example.c') },
    });
  });

  it('carries on from again, on the reads that the carry stood on', async () => {
    const spec: ComponentSpec = {
      steps: {
        pages: { is: () => asks('Pages?') },
        sum: {
          kind: 'compute',
          is: (_, { pages }, ctx) => {
            const so = (ctx.step.carried as number | undefined) ?? 0;
            return so < pages ? again(so + 1) : so * 10;
          },
        },
      },
    };
    const first = await round(spec);
    let outcome = await round(spec, journalOf(first), { pages: accept(2) });
    expect(outcome.kind).toBe('again');
    outcome = await round(spec, journalOf(outcome));
    expect(outcome.kind).toBe('again');
    expect(resultOf(await round(spec, journalOf(outcome)))).toEqual({ pages: 2, sum: 20 });
  });

  it('drops a carry when an answer changed that only an earlier entry of the compute read', async () => {
    const spec = (version: number): ComponentSpec => ({
      steps: {
        base: { kind: 'compute', version, is: () => version },
        sum: {
          kind: 'compute',
          is: (_, answers, ctx) =>
            ctx.step.carried === undefined
              ? again([answers.base, 1])
              : (ctx.step.carried as number[]).length < 3
                ? again([...(ctx.step.carried as number[]), 1])
                : ctx.step.carried,
        },
      },
    });
    const second = journalOf(await round(spec(1), journalOf(await round(spec(1)))));
    expect(resultOf(await round(spec(1), second))).toEqual({ base: 1, sum: [1, 1, 1] });
    const events: RoundEvent[] = [];
    const restarted = await round(spec(2), second, undefined, { events });
    expect(journalOf(restarted).entries.sum).toMatchObject({ carry: { value: [2, 1] } });
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'sum', because: 'reads' });
  });

  it('does not run before the sealed time, and says how long that is', async () => {
    const poll = vi.fn((_: unknown, __: unknown, ctx: { step: { carried: unknown } }) =>
      ctx.step.carried ? 'ready' : again(true, { afterMs: 500 }),
    );
    const spec: ComponentSpec = { steps: { poll: { kind: 'compute', is: poll } } };
    const first = await round(spec, undefined, undefined, { now: 1_000 });
    expect(first).toMatchObject({ kind: 'again', afterMs: 500, steps: ['poll'] });
    const early = await round(spec, journalOf(first), undefined, { now: 1_200 });
    expect(early).toMatchObject({ kind: 'again', afterMs: 300 });
    expect(poll).toHaveBeenCalledTimes(1);
    expect(resultOf(await round(spec, journalOf(early), undefined, { now: 1_500 }))).toEqual({
      poll: 'ready',
    });
  });

  it('lets one compute that says again hold up no other', async () => {
    const other = vi.fn(() => 1);
    const spec: ComponentSpec = {
      steps: {
        slow: { kind: 'compute', is: () => again(null) },
        other: { kind: 'compute', is: other },
      },
    };
    const first = await round(spec);
    expect(first).toMatchObject({ kind: 'again', steps: ['slow'] });
    expect(journalOf(first).entries.other).toMatchObject({ value: 1 });
    await round(spec, journalOf(first));
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('gives every continuation of a compute a key of its own, and a repeat the same', async () => {
    const keys: string[] = [];
    const spec: ComponentSpec = {
      steps: {
        chunk: {
          kind: 'compute',
          is: (_, __, ctx) => {
            keys.push(ctx.step.idempotencyKey);
            return again(((ctx.step.carried as number | undefined) ?? 0) + 1);
          },
        },
      },
    };
    const second = journalOf(await round(spec, journalOf(await round(spec))));
    await round(spec, second);
    await round(spec, second);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe(keys[3]);
  });

  it('gives a compute the same key for the same answers, and another for another flow', async () => {
    const keys: string[] = [];
    const spec: ComponentSpec = {
      steps: {
        who: { is: () => asks('Who?') },
        book: {
          kind: 'compute',
          is: (_, { who }, ctx) => {
            keys.push(ctx.step.idempotencyKey);
            return who;
          },
        },
        end: { is: (_, { book }) => asks(`${book}?`) },
      },
    };
    const first = journalOf(await round(spec));
    await round(spec, first, { who: accept('a') });
    await round(spec, first, { who: accept('a') });
    await round(spec, first, { who: accept('b') });
    await round(spec, { ...first, flow: 'other' }, { who: accept('a') });
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(3);
  });
});

describe('R5: a misfit is asked again and costs an attempt; a missing answer costs only a round', () => {
  it('ends at the last attempt, naming the field', async () => {
    let outcome = await round(one);
    for (const _ of [1, 2])
      outcome = await round(one, journalOf(outcome), { confirm: accept(null) });
    expect(asked(outcome)).toEqual(['confirm']);
    expect(await round(one, journalOf(outcome), { confirm: accept(null) })).toEqual({
      kind: 'exhausted',
      limit: 'attempts',
      step: 'confirm',
      field: 'value',
    });
  });

  it.each([
    [12345],
    ['x'],
    [null],
    [[]],
    [{}],
    [{ action: 'reject', content: { value: 1 } }],
    [{ action: 'Accept', content: { value: 1 } }],
  ])('asks again for the malformed answer %j', async (answer) => {
    const first = await round(one);
    const outcome = await round(one, journalOf(first), { confirm: answer });
    expect(asked(outcome)).toEqual(['confirm']);
    expect(journalOf(outcome).attempts).toEqual({ confirm: 1 });
  });

  it('names an unknown action word in the event, never the content', async () => {
    const events: RoundEvent[] = [];
    await round(
      one,
      journalOf(await round(one)),
      { confirm: { action: 'approve', content: { value: 'secret' } } },
      { events },
    );
    expect(events).toEqual([{ type: 'answer.invalid', step: 'confirm', action: 'approve' }]);
  });

  it('fails, naming the step, when a check of the author throws', async () => {
    const spec: ComponentSpec = {
      steps: {
        a: {
          is: () =>
            asksAll({
              m: {
                ...question('A?'),
                read: () => {
                  throw new Error('database gone');
                },
              },
            }),
        },
      },
    };
    expect(await round(spec, journalOf(await round(spec)), { 'a.m': accept(1) })).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'a',
    });
  });

  it('settles an optional ask as missing when it is used up, or left unanswered beside an answer', async () => {
    const spec: ComponentSpec = {
      steps: {
        name: { is: () => asks('Name?') },
        note: { attempts: 1, is: () => asks('Note?', { optional: true }) },
      },
      run: (_, answers, ctx) => [answers.name, answers.note, ctx.outcome('note')],
    };
    const first = journalOf(await round(spec));
    expect(resultOf(await round(spec, first, { name: accept('a') }))).toEqual([
      'a',
      undefined,
      'missing',
    ]);
    expect(resultOf(await round(spec, first, { name: accept('a'), note: accept(null) }))).toEqual([
      'a',
      undefined,
      'missing',
    ]);
    expect(asked(await round(spec, first, {}))).toEqual(['name', 'note']);
  });

  it('settles optional asks as missing when nothing else was open', async () => {
    const spec: ComponentSpec = {
      steps: {
        a: { is: () => asks('A?', { optional: true }) },
        b: { is: () => asks('B?', { optional: true }) },
      },
    };
    expect(resultOf(await round(spec, journalOf(await round(spec)), undefined))).toEqual({
      a: undefined,
      b: undefined,
    });
  });

  it('treats a number past the range of a double as a misfit, not as an error of the author', async () => {
    const first = await round(one);
    const outcome = await round(
      one,
      journalOf(first),
      JSON.parse('{"confirm":{"action":"accept","content":{"value":1e999}}}'),
    );
    expect(asked(outcome)).toEqual(['confirm']);
  });

  it.each([[['note', 'confirm']], [['confirm', 'note']]])(
    'judges an unanswered optional ask by what was open, in whatever order: %j',
    async (order) => {
      let text = 'Sure?';
      const all: ComponentSpec['steps'] = {
        confirm: { is: () => asks(text) },
        note: { is: () => asks('Note?', { optional: true }) },
      };
      const spec: ComponentSpec = {
        steps: Object.fromEntries(
          order.map((name) => [name, all[name as 'note']]),
        ) as ComponentSpec['steps'],
      };
      const first = await round(spec);
      text = 'Sure now?';
      expect([...asked(await round(spec, journalOf(first), {}))].sort()).toEqual([
        'confirm',
        'note',
      ]);
    },
  );
});

describe('R6: decline and cancel carry no content', () => {
  it.each(['decline', 'cancel'])(
    'ends the flow on %s, whatever content came along',
    async (action) => {
      const run = vi.fn();
      const first = await round({ ...one, run });
      expect(
        await round({ ...one, run }, journalOf(first), {
          confirm: { action, content: { value: true } },
        }),
      ).toEqual({
        kind: 'refused',
        step: 'confirm',
        action,
      });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it('hands a refusal to declined, with what was settled before', async () => {
    const spec: ComponentSpec = {
      steps: { ...chain.steps, base: { kind: 'compute', is: () => 1 } },
      declined: ({ step, key, action, answers }) => ({
        step,
        key,
        action,
        answers: { ...answers },
      }),
    };
    const second = await round(spec, journalOf(await round(spec)), { first: accept('a') });
    expect(await round(spec, journalOf(second), { second: cancel })).toMatchObject({
      kind: 'refused',
      result: {
        value: { step: 'second', key: 'second', action: 'cancel', answers: { first: 'a' } },
      },
    });
  });

  it('tells declined how the refused step stands, and fails on a misread there too', async () => {
    const spec: ComponentSpec = { ...one, declined: (_, __, ctx) => ctx.outcome('confirm') };
    const first = journalOf(await round(spec));
    expect(await round(spec, first, { confirm: decline })).toMatchObject({
      kind: 'refused',
      result: { value: 'declined' },
    });
    expect(await round(spec, first, { confirm: cancel })).toMatchObject({
      kind: 'refused',
      result: { value: 'cancelled' },
    });
    const misreading: ComponentSpec = {
      ...one,
      declined: (_, __, ctx) => {
        try {
          return ctx.outcome('nonsense');
        } catch {
          return 'fine';
        }
      },
    };
    expect(await round(misreading, first, { confirm: decline })).toMatchObject({
      kind: 'failed',
      where: 'run',
      error: expect.any(TypeError),
    });
  });

  it('settles a declined optional ask as undefined', async () => {
    const spec: ComponentSpec = {
      steps: { note: { is: () => asks('Note?', { optional: true }) } },
      run: (_, { note }, ctx) => [note, ctx.outcome('note')],
    };
    expect(
      resultOf(
        await round(spec, journalOf(await round(spec)), {
          note: { ...decline, content: { value: 'x' } },
        }),
      ),
    ).toEqual([undefined, 'declined']);
  });
});

describe('R7: only what the client declared is asked', () => {
  it('ends the call with all that the round lacks, and releases no notification', async () => {
    const spec: ComponentSpec = {
      steps: {
        a: { is: () => asks('A?', { needs: { sampling: {} } }) },
        b: { is: () => asks('B?') },
        c: { is: () => asks('C?', { needs: { roots: {} } }) },
      },
    };
    const notes: string[] = [];
    expect(asked(await round(spec, undefined, undefined, { notes }))).toEqual(['a', 'b', 'c']);
    expect(notes).toEqual(['asksKnown']);
    expect(
      await round(spec, undefined, undefined, { capabilities: { elicitation: {} }, notes }),
    ).toEqual({
      kind: 'unsupported',
      lacking: { sampling: {}, roots: {} },
      lacks: new Map([
        ['a', { sampling: {} }],
        ['c', { roots: {} }],
      ]),
    });
    expect(notes).toEqual(['asksKnown']);
  });

  it('treats an optional ask as unsupported, and seals nothing of it', async () => {
    const spec: ComponentSpec = {
      steps: {
        note: { is: () => asks('N?', { optional: true, needs: { roots: {} } }) },
        confirm: { is: () => asks('Sure?') },
      },
      run: (_, { note }, ctx) => [note, ctx.outcome('note')],
    };
    const capabilities = { elicitation: { form: {} } };
    const first = journalOf(await round(spec, undefined, undefined, { capabilities }));
    expect(first.entries).toEqual({});
    expect(resultOf(await round(spec, first, { confirm: accept(1) }, { capabilities }))).toEqual([
      undefined,
      'unsupported',
    ]);
    // Asked while the client could take it, and left open since it cannot any more: nobody missed it.
    const asking = journalOf(await round(spec));
    expect(asking.open).toHaveProperty('note');
    const told = await round(spec, asking, { confirm: accept(1) }, { capabilities });
    expect(resultOf(told)).toEqual([undefined, 'unsupported']);
    const answers = { confirm: accept(1), note: accept(2) };
    expect(resultOf(await round(spec, asking, answers, { capabilities }))).toEqual([2, 'answered']);
  });
});

describe('R8: unknown and inherited keys are nothing', () => {
  it.each([
    [[]],
    ['x'],
    [null],
    [7],
    [JSON.parse('{"__proto__":{"confirm":{"action":"accept","content":{"value":1}}}}')],
    [Object.create({ confirm: accept(1) })],
  ])('takes no answer from %j', async (responses) => {
    const first = await round(one);
    expect(asked(await round(one, journalOf(first), responses))).toEqual(['confirm']);
  });

  it('reports no part of a key that this flow did not write itself', async () => {
    const events: RoundEvent[] = [];
    await round(
      one,
      journalOf(await round(one)),
      { 'confirm.my secret': accept(1), confirm: accept(1) },
      { events },
    );
    expect(events).toContainEqual({ type: 'answer.ignored', step: 'confirm' });
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('ignores keys that name no step', async () => {
    const events: RoundEvent[] = [];
    const done = await round(
      one,
      journalOf(await round(one)),
      { confirm: accept(1), extra: accept(2), constructor: accept(3) },
      { events },
    );
    expect(resultOf(done)).toEqual({ confirm: 1 });
    expect(events).toEqual([{ type: 'answer.taken', step: 'confirm' }]);
  });
});

describe('R9: a flow is bounded', () => {
  it('ends after maxRounds results that settled nothing', async () => {
    let outcome = await round(one, undefined, undefined, { maxRounds: 3 });
    for (const _ of [2, 3])
      outcome = await round(one, journalOf(outcome), undefined, { maxRounds: 3 });
    expect(asked(outcome)).toEqual(['confirm']);
    expect(await round(one, journalOf(outcome), undefined, { maxRounds: 3 })).toEqual({
      kind: 'exhausted',
      limit: 'rounds',
      step: 'confirm',
    });
  });

  it('does not count a round that settled an answer, but allows 32 in all', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `s${index}`);
    const spec: ComponentSpec = {
      steps: Object.fromEntries(
        names.map((name, index) => [
          name,
          {
            is: (_: unknown, answers: Record<string, unknown>) =>
              asks(`${name} ${index > 0 ? answers[`s${index - 1}`] : ''}?`),
          },
        ]),
      ),
    };
    let outcome = await round(spec, undefined, undefined, { maxRounds: 1 });
    let results = 0;
    while (outcome.kind === 'asking') {
      results++;
      const [key] = asked(outcome);
      outcome = await round(spec, outcome.journal, { [String(key)]: accept(1) }, { maxRounds: 1 });
    }
    expect(results).toBe(32);
    expect(outcome).toEqual({ kind: 'exhausted', limit: 'rounds', step: 's32' });
  });

  it('fails, naming the step, when more is asked than a request may answer', async () => {
    const many = (count: number) =>
      asksAll(
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`q${index}`, question('Q?')]),
        ),
      );
    const spec = (count: number): ComponentSpec => ({
      steps: { a: { is: () => many(128) }, b: { is: () => many(count) } },
    });
    const room = { maxJournalBytes: 1_000_000 };
    expect(asked(await round(spec(128), undefined, undefined, room))).toHaveLength(256);
    expect(await round(spec(129), undefined, undefined, room)).toMatchObject({
      kind: 'failed',
      step: 'b',
      error: expect.any(RangeError),
    });
  });

  it('ends at the deadline sealed in the first round', async () => {
    const first = journalOf(await round(one, undefined, undefined, { now: 1_000 }));
    const second = journalOf(await round(one, first, undefined, { now: 2_000 }));
    expect(second.deadline).toBe(first.deadline);
    expect(await round(one, second, undefined, { now: first.deadline })).toEqual({
      kind: 'exhausted',
      limit: 'deadline',
      step: 'confirm',
    });
  });
});

describe('R10: flows live through deploys', () => {
  it('carries entries of steps it does not know, unread, and drops known ones that read them', async () => {
    const old: ComponentSpec = {
      steps: {
        gone: { kind: 'compute', is: () => 1 },
        kept: { kind: 'compute', is: () => 2 },
        reader: { kind: 'compute', is: (_, { gone }) => gone },
        q: { is: (_, a) => asks(`${a.gone}${a.kept}${a.reader}?`) },
      },
    };
    const journal = journalOf(await round(old));
    const events: RoundEvent[] = [];
    const fresh: ComponentSpec = {
      steps: {
        kept: old.steps.kept as never,
        reader: { kind: 'compute', is: () => 3 },
        q: { is: (_, a) => asks(`${a.kept}${a.reader}?`) },
      },
    };
    const outcome = await round(fresh, journal, { q: accept(1) }, { events });
    expect(journalOf(outcome).entries).toMatchObject({
      gone: { value: 1 },
      kept: { value: 2 },
      reader: { value: 3 },
    });
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'reader', because: 'unknown' });
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'q', because: 'unknown' });
  });

  it('keeps the answer of a step that another version added a step beside', async () => {
    const first = journalOf(await round(one));
    const wider: ComponentSpec = { steps: { ...one.steps, extra: { is: () => asks('Extra?') } } };
    const second = await round(wider, first, { confirm: accept('yes') });
    expect(asked(second)).toEqual(['extra']);
    expect(resultOf(await round(wider, journalOf(second), { extra: accept(1) }))).toEqual({
      confirm: 'yes',
      extra: 1,
    });
  });

  it('tells of an answer to a question that only another version puts, and puts it again where it is known', async () => {
    const wider: ComponentSpec = { steps: { extra: { is: () => asks('Extra?') }, ...one.steps } };
    const narrow: ComponentSpec = {
      steps: { late: { is: (_, { confirm }) => asks(`Late, ${confirm}?`) }, ...one.steps },
    };
    const responses = { extra: accept(1), confirm: accept('yes') };
    const first = await round(wider);
    const [same, other]: [RoundEvent[], RoundEvent[]] = [[], []];
    expect(resultOf(await round(wider, journalOf(first), responses, { events: same }))).toEqual({
      extra: 1,
      confirm: 'yes',
    });
    expect(same.map(({ type }) => type)).toEqual(['answer.taken', 'answer.taken']);
    const second = await round(
      narrow,
      journalOf(first),
      { ...responses, made_up: accept(1) },
      { events: other },
    );
    expect(asked(second)).toEqual(['late']);
    expect(other).toEqual([
      { type: 'answer.taken', step: 'confirm' },
      { type: 'answer.ignored', step: 'extra' },
    ]);
    expect(asked(await round(wider, journalOf(second), { late: accept(1) }))).toEqual(['extra']);
  });

  it('drops a value that the schema of the day refuses, and computes it again', async () => {
    const schema = (value: unknown) =>
      typeof value === 'number'
        ? { ok: true as const, value }
        : { ok: false as const, problems: [] };
    const before: ComponentSpec = {
      steps: { n: { kind: 'compute', is: () => 'old' }, q: { is: (_, { n }) => asks(`${n}?`) } },
    };
    const after: ComponentSpec = {
      steps: {
        n: { kind: 'compute', schema, is: () => 5 },
        q: { is: (_, { n }) => asks(`${n}?`) },
      },
    };
    const events: RoundEvent[] = [];
    const outcome = await round(
      after,
      journalOf(await round(before)),
      { q: accept(1) },
      { events },
    );
    expect(journalOf(outcome).entries.n).toMatchObject({ value: 5 });
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'n', because: 'schema' });
  });
});

describe('R11: order within a round', () => {
  it('takes answers before it asks anything else, and enters no compute that no ask read until all asks are settled', async () => {
    const entered: string[] = [];
    const mark = <T>(name: string, value: T): T => {
      entered.push(name);
      return value;
    };
    const spec: ComponentSpec = {
      steps: {
        late: { kind: 'compute', is: () => mark('late', 1) },
        needed: { kind: 'compute', is: () => mark('needed', 2) },
        a: { is: (_, { needed }) => mark('a', asks(`A ${needed}?`)) },
        b: { is: (_, { a }) => mark('b', asks(`B ${a}?`)) },
      },
    };
    const first = await round(spec);
    expect(asked(first)).toEqual(['a']);
    expect(entered).not.toContain('late');
    entered.length = 0;
    const second = await round(spec, journalOf(first), { a: accept(1) });
    expect(asked(second)).toEqual(['b']);
    expect(entered[0]).toBe('a');
    expect(entered).not.toContain('late');
    entered.length = 0;
    expect(resultOf(await round(spec, journalOf(second), { b: accept(1) }))).toMatchObject({
      late: 1,
    });
    expect(entered.at(-1)).toBe('late');
  });

  it('lets the last evaluation decide: a step that asks nothing any more loses its answer', async () => {
    const spec = (on: boolean): ComponentSpec => ({
      steps: {
        maybe: { is: () => (on ? asks('Maybe?') : asksNothing()) },
        end: { is: (_, { maybe }) => asks(`End ${maybe}?`) },
      },
    });
    const second = journalOf(
      await round(spec(true), journalOf(await round(spec(true))), { maybe: accept(1) }),
    );
    const events: RoundEvent[] = [];
    const outcome = await round(spec(false), second, { end: accept(1) }, { events });
    expect(events).toContainEqual({ type: 'entry.dropped', step: 'maybe', because: 'skipped' });
    expect(asked(outcome)).toEqual(['end']);
    expect(journalOf(outcome).entries).toEqual({});
  });
});

describe('R12: reads', () => {
  const hiding = (inner: (answers: Record<string, unknown>) => unknown): ComponentSpec => ({
    steps: {
      late: { is: () => asks('Late?') },
      sly: {
        kind: 'compute',
        is: (_, answers) => {
          try {
            return inner(answers);
          } catch {
            return 'default';
          }
        },
      },
      end: { is: (_, { sly }) => asks(`${sly}?`) },
    },
  });

  it("waits although the author's catch hides that the answer is not there", async () => {
    const spec = hiding((answers) => answers.late);
    const first = await round(spec);
    expect(asked(first)).toEqual(['late']);
    const second = await round(spec, journalOf(first), { late: accept('real') });
    if (second.kind !== 'asking') throw new Error('expected a question');
    expect(second.asks.get('end')?.params.message).toBe('real?');
  });

  it.each(['nonsense', 'sly', 'constructor'])(
    'fails with a TypeError naming class and key for a read of %s, whatever the author catches',
    async (key) => {
      const outcome = await round(hiding((answers) => answers[key]));
      expect(outcome).toMatchObject({
        kind: 'failed',
        where: 'step',
        step: 'sly',
        error: expect.any(TypeError),
      });
      if (outcome.kind === 'failed')
        expect((outcome.error as Error).message).toMatch(new RegExp(`Example\\.sly.*"${key}"`));
    },
  );

  it('fails in run as well, whatever run catches', async () => {
    const spec: ComponentSpec = {
      steps: { skip: { is: asksNothing } },
      run: (_, answers) => {
        try {
          return answers.skipp;
        } catch {
          return 'fine';
        }
      },
    };
    expect(await round(spec)).toMatchObject({
      kind: 'failed',
      where: 'run',
      error: expect.any(TypeError),
    });
  });

  it('does not count symbols, then and toJSON as reads', async () => {
    const spec: ComponentSpec = {
      steps: { a: { is: () => asks('A?') } },
      run: async (_, answers) => [
        await answers,
        JSON.stringify(answers),
        String(answers[Symbol.toStringTag]),
        'a' in answers,
        'b' in answers,
      ],
    };
    const done = resultOf(
      await round(spec, journalOf(await round(spec)), { a: accept(1) }),
    ) as unknown[];
    expect(done.slice(1)).toEqual(['{"a":1}', 'undefined', true, false]);
  });

  it('is stuck when steps wait for each other', async () => {
    const spec: ComponentSpec = {
      steps: { a: { is: (_, { b }) => asks(`${b}`) }, b: { kind: 'compute', is: (_, { a }) => a } },
    };
    expect(await round(spec)).toEqual({ kind: 'stuck', steps: ['a', 'b'] });
  });

  it('fails when a step returns something that is no ask', async () => {
    expect(await round({ steps: { a: { is: () => 'Sure?' } } })).toMatchObject({
      kind: 'failed',
      step: 'a',
      error: expect.any(TypeError),
    });
  });
});

describe('several questions of one step', () => {
  const files: ComponentSpec = {
    steps: {
      names: { kind: 'compute', is: () => ['a.log', 'b.log'] },
      keep: {
        is: (_, { names }) =>
          asksAll(
            Object.fromEntries(names.map((name: string) => [name, question(`Keep ${name}?`)])),
          ),
      },
    },
    run: (_, { keep }, ctx) => [{ ...keep }, ctx.outcome('keep.a.log')],
  };

  it('settles, asks again and keeps each on its own', async () => {
    const first = await round(files);
    expect(asked(first)).toEqual(['keep.a.log', 'keep.b.log']);
    const second = await round(files, journalOf(first), {
      'keep.a.log': accept(1),
      'keep.b.log': accept(null),
    });
    expect(asked(second)).toEqual(['keep.b.log']);
    const done = await round(files, journalOf(second), {
      'keep.b.log': accept(2),
      'keep.a.log': accept(9),
    });
    expect(resultOf(done)).toEqual([{ 'a.log': 1, 'b.log': 2 }, 'answered']);
  });

  it('ends the flow when one required member is declined', async () => {
    const first = await round(files);
    expect(
      await round(files, journalOf(first), { 'keep.a.log': accept(1), 'keep.b.log': decline }),
    ).toEqual({
      kind: 'refused',
      step: 'keep.b.log',
      action: 'decline',
    });
  });

  it('asks nothing for no members, and answers {}', async () => {
    const none: ComponentSpec = { steps: { keep: { is: () => asksAll({}) } } };
    expect(resultOf(await round(none))).toEqual({ keep: {} });
  });
});

describe('the key of a call', () => {
  it('is the same for a re-sent request and differs with the answers and the flow', async () => {
    const spec: ComponentSpec = { ...one, run: (_, __, ctx) => ctx.idempotencyKey };
    const first = journalOf(await round(spec));
    const key = async (journal: Journal, value: unknown) =>
      resultOf(await round(spec, journal, { confirm: accept(value) }));
    expect(await key(first, 1)).toBe(await key(first, 1));
    expect(await key(first, 2)).not.toBe(await key(first, 1));
    expect(await key({ ...first, flow: 'other' }, 1)).not.toBe(await key(first, 1));
  });

  it('is refused in a step, which has one of its own', async () => {
    const outcome = await round({
      steps: { c: { kind: 'compute', is: (_, __, ctx) => ctx.idempotencyKey } },
    });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('ctx.step.idempotencyKey') },
    });
  });
});
