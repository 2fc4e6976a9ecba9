import { describe, expect, it } from 'vitest';
import { askOf, type Question } from '../../src/asks/question.js';
import type { RoundEvent } from '../../src/events.js';
import type { JsonObject } from '../../src/json.js';
import type { Journal } from '../../src/rounds/journal.js';
import {
  accept,
  asks,
  asksAll,
  type ComponentSpec,
  journalOf,
  question,
  resultOf,
  round,
} from '../support/rounds.js';

class Amount {
  constructor(readonly n: number) {}
}

const dropped = async (spec: ComponentSpec, journal: Journal) => {
  const events: RoundEvent[] = [];
  await round(spec, journal, undefined, { events });
  return events.flatMap((event) =>
    event.type === 'entry.dropped' ? [`${event.step}: ${event.because}`] : [],
  );
};

describe('what a reader stands on', () => {
  const handing = (make: (value: unknown) => unknown): Question => ({
    ...question('Q?'),
    read: (content) => ({ ok: true, value: make((content as JsonObject).value) }),
  });

  it.each<[string, (value: never, shift: number) => unknown]>([
    ['a Date', (at: number, shift) => new Date(at + shift)],
    ['a Map', (n: number, shift) => new Map([['n', n + shift]])],
    ['a Set', (n: number, shift) => new Set([n + shift])],
    ['a bigint', (n: number, shift) => BigInt(n + shift)],
    ['bytes', (n: number, shift) => new Uint8Array([n + shift])],
    ['-0', (n: number, shift) => (shift === 0 ? 0 * n : -0)],
    ['an instance', (n: number, shift) => new Amount(n + shift)],
    [
      'a member that is undefined',
      (n: number, shift) => (shift === 0 ? { n } : { n, m: undefined }),
    ],
  ])('is the value as handed out, whatever its type: %s (C47)', async (_, make) => {
    for (const single of [true, false]) {
      const spec = (shift: number): ComponentSpec => ({
        steps: {
          q: {
            is: () => {
              const asked = handing((value) => make(value as never, shift));
              return single ? askOf('form', { one: asked }) : asksAll({ m: asked });
            },
          },
          reader: { kind: 'compute', is: (_, { q }) => (q === undefined ? 0 : shift) },
          end: { is: (_, { reader }) => asks(`${reader}?`) },
        },
        run: (_, { reader }) => reader,
      });
      const key = single ? 'q' : 'q.m';
      const journal = journalOf(
        await round(spec(0), journalOf(await round(spec(0))), { [key]: accept(1) }),
      );
      expect(journal.entries.reader).toMatchObject({ value: 0 });
      expect(await dropped(spec(0), journal)).toEqual([]);
      // A deploy whose schema makes another value of the same answer.
      expect(await dropped(spec(7), journal)).toEqual(['reader: reads', 'end: reads']);
      expect(resultOf(await round(spec(0), journal, { end: accept(1) }))).toBe(0);
    }
  });

  it('tells two values of one type apart, also where the answers were swapped', async () => {
    const spec: ComponentSpec = {
      steps: {
        q: { is: () => askOf('form', { one: handing((value) => new Map([['value', value]])) }) },
        reader: { kind: 'compute', is: (_, { q }) => q.get('value') },
        end: { is: (_, { reader }) => asks(`${reader}?`) },
      },
    };
    const first = journalOf(await round(spec));
    const [one, other] = [
      journalOf(await round(spec, first, { q: accept(1) })),
      journalOf(await round(spec, first, { q: accept(2) })),
    ];
    expect(await dropped(spec, one)).toEqual([]);
    const mixed = { ...one, entries: { ...one.entries, q: other.entries.q } } as Journal;
    expect(await dropped(spec, mixed)).toEqual(['reader: reads', 'end: reads']);
  });

  it('is refused to a step where nobody could compare it, whatever the step catches; run may read it (C47)', async () => {
    const q = { is: () => askOf('form', { one: handing(() => ({ at: () => 1 })) }) };
    const reading: ComponentSpec = {
      steps: {
        q,
        sly: {
          kind: 'compute',
          is: (_, answers) => {
            try {
              return answers.q;
            } catch {
              return 'default';
            }
          },
        },
      },
    };
    const only: ComponentSpec = { steps: { q }, run: (_, answers) => answers.q.at() };
    const sent = { q: accept(1) };
    expect(resultOf(await round(only, journalOf(await round(only)), sent))).toBe(1);
    expect(await round(reading, journalOf(await round(reading)), sent)).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'sly',
      error: {
        message: expect.stringMatching(
          /^Example\.sly reads the answer of "q": it holds a function at at/,
        ),
      },
    });
  });

  it('may be a circle', async () => {
    const spec: ComponentSpec = {
      steps: {
        q: {
          is: () =>
            askOf('form', {
              one: handing((value) => {
                const circle: Record<string, unknown> = { value };
                return Object.assign(circle, { circle });
              }),
            }),
        },
        reader: { kind: 'compute', is: (_, { q }) => q.circle.circle.value },
      },
    };
    expect(
      resultOf(await round(spec, journalOf(await round(spec)), { q: accept(1) })),
    ).toMatchObject({ reader: 1 });
  });

  it('tells nothing from null, and an empty text from both', async () => {
    const spec = (value: unknown, version: number): ComponentSpec => ({
      steps: {
        base: { kind: 'compute', version, is: () => value },
        end: { is: (_, { base }) => asks(base ? 'Some?' : 'None?') },
      },
    });
    for (const [one, other] of [
      [undefined, null],
      [null, undefined],
      ['', null],
      [undefined, ''],
    ]) {
      const first = journalOf(await round(spec(one, 1)));
      expect(await dropped(spec(one, 2), first)).toEqual(['base: version']);
      expect(await dropped(spec(other, 2), first)).toEqual(['base: version', 'end: reads']);
    }
  });
});
