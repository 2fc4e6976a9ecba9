import { describe, expect, it } from 'vitest';
import { again } from '../../src/asks/again.js';
import type { RoundEvent } from '../../src/events.js';
import type { Journal } from '../../src/rounds/journal.js';
import { packJournal } from '../../src/rounds/packing.js';
import {
  accept,
  asked,
  asks,
  asksAll,
  type ComponentSpec,
  decline,
  journalOf,
  question,
  resultOf,
  round,
} from '../support/rounds.js';

const room = { maxJournalBytes: 4_000 };
const long = 'x'.repeat(3_900);

/** Asks for a text, computes from it, and asks about both. */
const story: ComponentSpec = {
  steps: {
    text: { is: () => asks('Text?') },
    size: { kind: 'compute', is: (_, { text }) => text.length },
    other: { is: () => asks('Other?') },
    right: { is: (_, { text, size }) => asks(`${text[0]} has ${size}?`) },
  },
};

describe('an answer that the state has no room for', () => {
  it('is asked again as too long, and nothing made from it stays', async () => {
    const first = await round(story, undefined, undefined, room);
    const outcome = await round(
      story,
      journalOf(first),
      { text: accept(long), other: accept(1) },
      room,
    );
    expect(asked(outcome)).toEqual(['text']);
    const journal = journalOf(outcome);
    expect(Object.keys(journal.entries)).toEqual(['other']);
    expect(journal.attempts).toEqual({ text: 1 });
    if (outcome.kind === 'asking')
      expect(outcome.asks.get('text')?.params.message).toBe('Text?\n\nThe answer is too long.');
    const third = await round(story, journal, { text: accept('short') }, room);
    expect(asked(third)).toEqual(['right']);
    expect(resultOf(await round(story, journalOf(third), { right: accept('yes') }, room))).toEqual({
      text: 'short',
      size: 5,
      other: 1,
      right: 'yes',
    });
  });

  it('ends the call at the last attempt', async () => {
    let outcome = await round(story, undefined, undefined, room);
    for (const _ of [1, 2])
      outcome = await round(story, journalOf(outcome), { text: accept(long) }, room);
    expect(await round(story, journalOf(outcome), { text: accept(long) }, room)).toMatchObject({
      kind: 'exhausted',
      limit: 'attempts',
      step: 'text',
    });
  });

  it('settles an optional question that is used up, in a round of its own', async () => {
    const spec: ComponentSpec = {
      steps: {
        text: { attempts: 1, is: () => asks('Text?', { optional: true }) },
        end: { is: (_, { text }) => asks(`${text === undefined}?`) },
      },
    };
    const outcome = await round(
      spec,
      journalOf(await round(spec, undefined, undefined, room)),
      { text: accept(long) },
      room,
    );
    expect(outcome).toMatchObject({ kind: 'again', afterMs: undefined });
    expect(asked(await round(spec, journalOf(outcome), undefined, room))).toEqual(['end']);
  });

  it('is fine where nothing has to be sealed any more', async () => {
    const spec: ComponentSpec = {
      steps: { text: { is: () => asks('Text?') } },
      run: (_, { text }) => text.length,
    };
    expect(
      resultOf(await round(spec, journalOf(await round(spec)), { text: accept(long) }, room)),
    ).toBe(3_900);
  });
});

describe('what fits', () => {
  const sized = (journal: Journal) => JSON.stringify(packJournal(journal)).length;
  const two: ComponentSpec = {
    steps: {
      a: { is: () => asks('A?') },
      b: { is: () => asks('B?') },
      end: { is: (_, { a, b }) => asks(`${a[0]}${b[0]}?`) },
    },
  };
  /** An accept whose content is that many bytes of JSON. */
  const sizedAnswer = (bytes: number) => accept('x'.repeat(bytes - '{"value":""}'.length));

  it('is a journal of exactly the room that there is', async () => {
    const first = journalOf(await round(two));
    const sent = { a: sizedAnswer(2_000), b: sizedAnswer(2_000) };
    const bytes = sized(journalOf(await round(two, first, sent)));
    expect(asked(await round(two, first, sent, { maxJournalBytes: bytes }))).toEqual(['end']);
    expect(asked(await round(two, first, sent, { maxJournalBytes: bytes - 1 }))).toEqual(['b']);
  });

  it('is found by putting the longest answer again, and then the next', async () => {
    const first = journalOf(await round(two));
    const again = async (a: number, b: number, maxJournalBytes: number) =>
      asked(await round(two, first, { a: sizedAnswer(a), b: sizedAnswer(b) }, { maxJournalBytes }));
    expect(await again(2_001, 2_000, 3_000)).toEqual(['a']);
    expect(await again(2_000, 2_001, 3_000)).toEqual(['b']);
    expect(await again(2_001, 2_000, 1_000)).toEqual(['a', 'b']);
  });

  it('takes no answer under 1024 bytes for too long: then it is the number of them, which is the author’s error', async () => {
    const first = journalOf(await round(two));
    const tight = { maxJournalBytes: 1_200 };
    expect(
      asked(await round(two, first, { a: sizedAnswer(1_024), b: sizedAnswer(100) }, tight)),
    ).toEqual(['a']);
    expect(
      await round(two, first, { a: sizedAnswer(1_023), b: sizedAnswer(100) }, tight),
    ).toMatchObject({
      kind: 'failed',
      step: 'a',
      error: expect.any(RangeError),
    });
  });

  it('is judged by answers alone: one that was declined or left out has no length', async () => {
    const spec: ComponentSpec = {
      steps: {
        long: { is: () => asks('Long?') },
        no: { is: () => asks('No?', { optional: true }) },
        none: { is: () => asks('None?', { optional: true }) },
        end: { is: (_, { long }) => asks(`${long.length}?`) },
      },
    };
    const first = journalOf(await round(spec));
    expect(asked(await round(spec, first, { long: sizedAnswer(100), no: decline }, room))).toEqual([
      'end',
    ]);
    const outcome = await round(spec, first, { long: sizedAnswer(5_000), no: decline }, room);
    expect(asked(outcome)).toEqual(['long']);
    expect(journalOf(outcome).entries).toMatchObject({
      no: { outcome: 'declined' },
      none: { outcome: 'missing' },
    });
  });

  it('tells of the answer that did not fit as of any that does not', async () => {
    const events: RoundEvent[] = [];
    await round(
      two,
      journalOf(await round(two)),
      { a: sizedAnswer(5_000), b: accept('b') },
      { ...room, events },
    );
    expect(events.filter(({ type }) => type === 'answer.invalid')).toEqual([
      { type: 'answer.invalid', step: 'a' },
    ]);
  });

  it('fails by the step with the largest share, all its members taken together', async () => {
    const member = (at: number) => [`m${at}`, question(`${at} ${'?'.repeat(100)}`)] as const;
    const spec: ComponentSpec = {
      steps: {
        small: { kind: 'compute', is: () => 'x'.repeat(400) },
        many: {
          is: () => asksAll(Object.fromEntries(Array.from({ length: 20 }, (_, at) => member(at)))),
        },
        one: { is: (_, { small }) => asks(`${small.length}?`) },
      },
    };
    const one: ComponentSpec = {
      steps: { ...spec.steps, small: { kind: 'compute', is: () => 'x'.repeat(9_000) } },
    };
    expect(await round(one, undefined, undefined, { maxJournalBytes: 500 })).toMatchObject({
      kind: 'failed',
      step: 'small',
    });
    const outcome = await round(spec, undefined, undefined, { maxJournalBytes: 500 });
    expect(outcome).toMatchObject({
      kind: 'failed',
      step: 'many',
      error: { message: expect.stringMatching(/^Example\.many .* 500 /) },
    });
  });
});

describe('a computed value that the state has no room for', () => {
  const computing = (value: () => unknown): ComponentSpec => ({
    steps: {
      rows: { kind: 'compute', is: value },
      end: { is: (_, { rows }) => asks(`${rows.length}?`) },
    },
  });

  it('fails, naming class and step', async () => {
    expect(
      asked(
        await round(
          computing(() => 'short'),
          undefined,
          undefined,
          room,
        ),
      ),
    ).toEqual(['end']);
    const outcome = await round(
      computing(() => long),
      undefined,
      undefined,
      room,
    );
    expect(outcome).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'rows',
      error: { message: expect.stringContaining('Example.rows') },
    });
  });

  it('is not counted twice when it replaces what was carried or computed before', async () => {
    const half = 'x'.repeat(2_500);
    const carrying: ComponentSpec = {
      steps: {
        sum: {
          kind: 'compute',
          is: (_, __, ctx) => (ctx.step.carried ? again(`${half}${half.length}`) : again(half)),
        },
      },
    };
    const first = await round(carrying, undefined, undefined, room);
    expect((await round(carrying, journalOf(first), undefined, room)).kind).toBe('again');

    const versioned = (version: number): ComponentSpec => ({
      steps: {
        rows: { kind: 'compute', version, is: () => half },
        end: { is: (_, { rows }) => asks(`${rows.length}?`) },
      },
    });
    const before = await round(versioned(1), undefined, undefined, room);
    expect(asked(await round(versioned(2), journalOf(before), {}, room))).toEqual(['end']);
  });
});

describe('many small answers', () => {
  // What the default of 32 KiB leaves for the journal.
  const standard = { maxJournalBytes: (32 * 1024 * 3) / 4 - 1024 };
  const files = Array.from({ length: 256 }, (_, index) => `f${index}`);
  const spec: ComponentSpec = {
    steps: {
      names: { kind: 'compute', is: () => files },
      keep: {
        is: (_, { names }) =>
          asksAll(
            Object.fromEntries(names.map((name: string) => [name, question(`Keep ${name}?`)])),
          ),
      },
      sure: { is: (_, { keep }) => asks(`Keep ${Object.keys(keep).length}?`) },
    },
    run: (_, { keep }) => Object.keys(keep).length,
  };

  it('fit, as many as a request may bring, also when a later step reads them all', async () => {
    const first = await round(spec, undefined, undefined, standard);
    expect(asked(first)).toHaveLength(256);
    const answers = Object.fromEntries(files.map((name) => [`keep.${name}`, accept(true)]));
    const second = await round(spec, journalOf(first), answers, standard);
    expect(asked(second)).toEqual(['sure']);
    expect(resultOf(await round(spec, journalOf(second), { sure: accept(true) }, standard))).toBe(
      256,
    );
  });

  it('fail, naming the step that asks, where even the questions do not fit', async () => {
    expect(await round(spec, undefined, undefined, room)).toMatchObject({
      kind: 'failed',
      step: 'keep',
      error: expect.any(RangeError),
    });
  });

  it('name what they read once', async () => {
    const journal = journalOf(await round(spec, undefined, undefined, standard));
    expect(packJournal(journal).reads).toHaveLength(1);
  });
});
