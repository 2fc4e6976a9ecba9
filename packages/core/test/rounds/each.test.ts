import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/asks/ask.js';
import type { RoundEvent } from '../../src/events.js';
import type { Journal } from '../../src/rounds/journal.js';
import type { RoundOutcome } from '../../src/rounds/outcome.js';
import { form } from '../../src/schema/form.js';
import { asked, type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

const Keep = form(z.object({ keep: z.boolean() }));
const Text = form(z.object({ text: z.string() }));
const keep = (value = true) => ({ action: 'accept', content: { keep: value } });
const named = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
const keysOf = (...names: readonly string[]) => names.map((name) => `files.${name}`);

interface Each {
  readonly batch?: number;
  readonly optional?: true;
}

/** Asks about each file of the input. */
const files = ({ batch = 3, optional }: Each = {}): ComponentSpec => ({
  steps: {
    files: {
      is: ({ names }: { names: readonly string[] }) =>
        ask.each(
          names,
          (name) =>
            optional
              ? ask.form(`Keep ${name}?`, Keep, { optional })
              : ask.form(`Keep ${name}?`, Keep),
          { batch },
        ),
    },
  },
  run: (_, { files }) => files,
});
const room = { maxJournalBytes: 1_000_000 };
const of = (count: number) => ({ ...room, input: { names: named(count) } });
const answers = (outcome: RoundOutcome, answer: (key: string) => unknown = () => keep()) =>
  Object.fromEntries(asked(outcome).map((key) => [key, answer(key)]));

describe('things that are asked about some at a time', () => {
  it('are put in their order, at most a batch of them open', async () => {
    const spec = files();
    const first = await round(spec, undefined, undefined, of(7));
    expect(asked(first)).toEqual(keysOf('f0', 'f1', 'f2'));
    const second = await round(spec, journalOf(first), answers(first), of(7));
    expect(asked(second)).toEqual(keysOf('f3', 'f4', 'f5'));
    const third = await round(spec, journalOf(second), answers(second), of(7));
    expect(asked(third)).toEqual(keysOf('f6'));
    const done = resultOf(await round(spec, journalOf(third), answers(third), of(7)));
    expect(Object.getPrototypeOf(done)).toBeNull();
    expect(Object.keys(done as object)).toEqual(named(7));
    expect(done).toEqual(Object.fromEntries(named(7).map((name) => [name, { keep: true }])));
  });

  it('are settled, asked again and left open one by one, and others move up', async () => {
    const spec = files();
    const first = journalOf(await round(spec, undefined, undefined, of(7)));
    const sent = { 'files.f0': keep(), 'files.f2': { action: 'accept', content: {} } };
    const second = await round(spec, first, sent, of(7));
    expect(asked(second)).toEqual(keysOf('f1', 'f2', 'f3'));
    expect(journalOf(second).attempts).toEqual({ 'files.f2': 1 });
  });

  it('take no answer before it is their turn', async () => {
    const spec = files();
    const events: RoundEvent[] = [];
    const first = journalOf(await round(spec, undefined, undefined, of(7)));
    const early = { 'files.f5': keep(false), 'files.f0': keep() };
    const second = await round(spec, first, early, { ...of(7), events });
    expect(asked(second)).toEqual(keysOf('f1', 'f2', 'f3'));
    expect(events).toContainEqual({ type: 'answer.ignored', step: 'files' });
    expect(journalOf(second).entries).not.toHaveProperty(['files.f5']);
  });

  it('end the call by one that is declined, unless it is optional', async () => {
    const declined = { 'files.f1': { action: 'decline' } };
    const first = journalOf(await round(files(), undefined, undefined, of(4)));
    expect(await round(files(), first, declined, of(4))).toMatchObject({
      kind: 'refused',
      step: 'files.f1',
    });
    const spec = files({ optional: true });
    const open = journalOf(await round(spec, undefined, undefined, of(4)));
    const last = await round(spec, open, { ...declined, 'files.f0': keep() }, of(4));
    expect(asked(last)).toEqual(keysOf('f3'));
    const done = await round(spec, journalOf(last), answers(last), of(4));
    expect(resultOf(done)).toMatchObject({ f0: { keep: true }, f1: undefined, f3: { keep: true } });
  });

  it('take no rounds where nobody can be asked, and all are optional', async () => {
    const spec = files({ optional: true, batch: 1 });
    const done = await round(spec, undefined, undefined, { ...of(99), capabilities: {} });
    expect(Object.keys(resultOf(done) as object)).toHaveLength(99);
  });

  it('are as many as a first request brings, where it may bring answers', async () => {
    const spec: ComponentSpec = {
      ...files(),
      steps: { files: { ...files().steps.files, presupplied: true } } as ComponentSpec['steps'],
    };
    const sent = Object.fromEntries(keysOf(...named(7)).map((key) => [key, keep()]));
    expect(Object.keys(resultOf(await round(spec, undefined, sent, of(7))) as object)).toHaveLength(
      7,
    );
  });

  it('hold up no other step, and no other step holds them up', async () => {
    const spec: ComponentSpec = {
      steps: {
        ...files({ batch: 2 }).steps,
        name: { is: () => ask.form('Name?', Text) },
        sure: { is: (_, { files }) => files && ask.form('Sure?', Text) },
      },
    };
    const first = await round(spec, undefined, undefined, of(3));
    expect(asked(first)).toEqual([...keysOf('f0', 'f1'), 'name']);
    const sent = { ...answers(first), name: { action: 'accept', content: { text: 'x' } } };
    const second = await round(spec, journalOf(first), sent, of(3));
    expect(asked(second)).toEqual(keysOf('f2'));
    const third = await round(spec, journalOf(second), answers(second), of(3));
    expect(asked(third)).toEqual(['sure']);
  });

  it('stay within a batch when an answer is too long, and are all asked in the end', async () => {
    const spec: ComponentSpec = {
      steps: {
        notes: { is: () => ask.each(named(5), (name) => ask.form(`${name}?`, Text), { batch: 2 }) },
      },
      run: (_, { notes }) => Object.keys(notes),
    };
    const text = (length: number) => ({ action: 'accept', content: { text: 'x'.repeat(length) } });
    const tight = { maxJournalBytes: 2_000 };
    const first = await round(spec, undefined, undefined, tight);
    const sent = { 'notes.f0': text(1_900), 'notes.f1': text(1) };
    let outcome = await round(spec, journalOf(first), sent, tight);
    expect(new Set(asked(outcome))).toEqual(new Set(['notes.f0', 'notes.f2']));
    while (outcome.kind === 'asking')
      outcome = await round(
        spec,
        journalOf(outcome),
        answers(outcome, () => text(1)),
        tight,
      );
    expect(resultOf(outcome)).toEqual(named(5));
  });
});

describe('as many things as the guide says', () => {
  it('fit into the state, by its formula', async () => {
    const maxBytes = 32 * 1024;
    const options = { maxJournalBytes: (maxBytes * 3) / 4 - 1024 };
    const [key, content] = ['files.f123'.length, JSON.stringify({ keep: false }).length];
    const things = Math.floor(((maxBytes * 3) / 4 - 1024 - 200) / (43 + key + content));
    const names = named(things + 100).slice(100);
    let outcome = await round(files({ batch: 36 }), undefined, undefined, {
      ...options,
      input: { names },
    });
    let rounds = 0;
    for (; outcome.kind === 'asking'; rounds++)
      outcome = await round(
        files({ batch: 36 }),
        journalOf(outcome),
        answers(outcome, () => keep(false)),
        { ...options, input: { names } },
      );
    expect(Object.keys(resultOf(outcome) as object)).toHaveLength(things);
    expect([things, rounds]).toEqual([348, 10]);
  });
});

describe('more things than can be asked about', () => {
  const first = (count: number, batch: number, options: object = {}) =>
    round(files({ batch }), undefined, undefined, { ...of(count), ...options });

  it('fail at once where the flow has too few rounds, naming the step and the bound', async () => {
    expect(await first(320, 10)).toMatchObject({ kind: 'asking' });
    expect(await first(321, 10)).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'files',
      error: {
        name: 'RangeError',
        message: expect.stringMatching(/Example\.files .*321 .*33 rounds.*32.*[Rr]aise batch/),
      },
    });
    expect(await first(321, 11)).toMatchObject({ kind: 'asking' });
  });

  it('count the rounds that are gone', async () => {
    const spec: ComponentSpec = {
      steps: {
        name: { is: () => ask.form('Name?', Text) },
        files: {
          is: (input, { name }) =>
            name && files({ batch: 1 }).steps.files?.is(input, {}, {} as never),
        },
      },
    };
    const sent = { name: { action: 'accept', content: { text: 'x' } } };
    const begun = journalOf(await round(spec, undefined, undefined, of(32)));
    expect(await round(spec, begun, sent, of(32))).toMatchObject({ kind: 'failed', step: 'files' });
    const fewer = journalOf(await round(spec, undefined, undefined, of(31)));
    expect(await round(spec, fewer, sent, of(31))).toMatchObject({ kind: 'asking' });
  });

  it('fail at once where the state has no room for their shortest answers, and never later', async () => {
    const finish = async (count: number, maxJournalBytes: number) => {
      const options = { ...of(count), maxJournalBytes };
      let outcome = await first(count, 10, options);
      const failedFirst = outcome.kind === 'failed';
      while (outcome.kind === 'asking')
        outcome = await round(files({ batch: 10 }), journalOf(outcome), answers(outcome), options);
      return { kind: outcome.kind, failedFirst };
    };
    expect(await finish(200, 20_000)).toEqual({ kind: 'completed', failedFirst: false });
    const failed = { kind: 'failed', failedFirst: true };
    expect(await finish(319, 9_000)).toEqual(failed);
    // Between what can never fit and what does are the bytes that only an answer shows.
    const kinds = [];
    for (let bytes = 6_000; bytes <= 7_500; bytes += 100) {
      const { kind, failedFirst } = await finish(100, bytes);
      kinds.push(kind === 'failed' && !failedFirst ? 'late' : kind);
    }
    expect(kinds.filter((kind) => kind === 'late').length, kinds.join()).toBeLessThan(2);
    expect(kinds.at(0)).toBe('failed');
    expect(kinds.at(-1)).toBe('completed');
  });
});

describe('things that are asked about some at a time, whatever is answered', () => {
  const sent = fc.constantFrom('fits', 'fits', 'fits', 'misfit', 'nothing');

  it('are all answered in the end, a batch at a time, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(sent),
        async (count, batch, stream) => {
          const spec: ComponentSpec = {
            ...files({ batch }),
            steps: { files: { ...files({ batch }).steps.files, attempts: 99 } as never },
          };
          fc.pre(count <= batch * 16);
          let outcome = await round(spec, undefined, undefined, { ...of(count), maxRounds: 99 });
          let journal: Journal | undefined;
          while (outcome.kind === 'asking') {
            const open = asked(outcome);
            expect(open.length).toBeLessThanOrEqual(batch);
            const settled: ReadonlySet<string> = new Set(Object.keys(outcome.journal.entries));
            const left = keysOf(...named(count)).filter((key) => !settled.has(key));
            expect(open).toEqual(left.slice(0, batch));
            journal = outcome.journal;
            const next = open.flatMap((key): [string, unknown][] => {
              const kind = stream.next().value;
              if (kind === 'nothing') return [];
              return [[key, kind === 'fits' ? keep() : { action: 'accept', content: {} }]];
            });
            outcome = await round(spec, journal, Object.fromEntries(next), {
              ...of(count),
              maxRounds: 99,
            });
          }
          if (outcome.kind === 'exhausted') expect(journal?.rounds).toBe(32);
          else expect(Object.keys(resultOf(outcome) as object)).toEqual(named(count));
        },
      ),
      { numRuns: 40 },
    );
  });
});
