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
  round,
} from '../support/rounds.js';

const dropped = async (spec: ComponentSpec, journal: Journal) => {
  const events: RoundEvent[] = [];
  await round(spec, journal, undefined, { events });
  return events.flatMap((event) =>
    event.type === 'entry.dropped' ? [`${event.step}: ${event.because}`] : [],
  );
};

describe('what a reader stands on', () => {
  it('is what was answered, where the value that the schema makes of it has no JSON form', async () => {
    const mapped: Question = {
      ...question('Q?'),
      read: (content) => ({ ok: true, value: new Map([['value', (content as JsonObject).value]]) }),
    };
    const single: ComponentSpec['steps'] = {
      q: { is: () => askOf('form', { one: mapped }) },
      reader: { kind: 'compute', is: (_, { q }) => q.get('value') },
    };
    const several: ComponentSpec['steps'] = {
      q: { is: () => asksAll({ m: mapped }) },
      reader: { kind: 'compute', is: (_, { q }) => q.m.get('value') },
    };
    for (const [key, steps] of [
      ['q', single],
      ['q.m', several],
    ] as const) {
      const spec: ComponentSpec = {
        steps: { ...steps, end: { is: (_, { reader }) => asks(`${reader}?`) } },
      };
      const first = journalOf(await round(spec));
      const [one, other] = [
        journalOf(await round(spec, first, { [key]: accept(1) })),
        journalOf(await round(spec, first, { [key]: accept(2) })),
      ];
      expect(one.entries.reader).toMatchObject({ value: 1 });
      expect(await dropped(spec, one)).toEqual([]);
      const mixed = { ...one, entries: { ...one.entries, [key]: other.entries[key] } } as Journal;
      expect(await dropped(spec, mixed)).toEqual(['reader: reads', 'end: reads']);
    }
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
