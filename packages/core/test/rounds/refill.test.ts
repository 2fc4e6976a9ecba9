import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/asks/ask.js';
import type { RoundEvent } from '../../src/events.js';
import type { JsonObject } from '../../src/json.js';
import type { RoundOutcome } from '../../src/rounds/outcome.js';
import { form } from '../../src/schema/form.js';
import { asked, type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

const Booking = form(
  z.object({
    name: z.string().meta({ title: 'Your name' }),
    nights: z.int().min(1).meta({ title: 'Nights' }),
    notes: z.string().optional().meta({ title: 'Notes' }),
  }),
);
const booking: ComponentSpec = {
  steps: { booking: { is: () => ask.form('Book what?', Booking) } },
  run: (_, { booking }) => booking,
};
const sent = (content: object) => ({ booking: { action: 'accept', content } });
const paramsOf = (outcome: RoundOutcome): JsonObject =>
  (outcome.kind === 'asking' && outcome.asks.get('booking')?.params) || {};
const defaultsOf = (outcome: RoundOutcome): Readonly<Record<string, unknown>> => {
  const { properties } = paramsOf(outcome).requestedSchema as { properties: JsonObject };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      'default' in (field as object) ? [[name, (field as JsonObject).default]] : [],
    ),
  );
};

describe('a form that did not fit', () => {
  it('is put again as the same question, with what fitted filled in', async () => {
    const events: RoundEvent[] = [];
    const first = journalOf(await round(booking));
    const again = await round(booking, first, sent({ name: 'SECRET Ann', nights: 0 }), { events });
    expect(paramsOf(again).message).toMatch(/^Book what\?\n\nNights: /);
    expect(defaultsOf(again)).toEqual({ name: 'SECRET Ann' });
    const journal = journalOf(again);
    expect(journal.open.booking?.ask).toBe(first.open.booking?.ask);
    expect(JSON.stringify([journal, events])).not.toContain('SECRET');
    const done = await round(booking, journal, sent({ name: 'Ann', nights: 2 }));
    expect(resultOf(done)).toEqual({ name: 'Ann', nights: 2 });
  });

  it('is put afresh in a round that brought no answer', async () => {
    const first = journalOf(await round(booking));
    const again = journalOf(await round(booking, first, sent({ name: 'Ann', nights: 0 })));
    expect(defaultsOf(await round(booking, again))).toEqual({});
  });

  it('keeps what is short where the answer is too long', async () => {
    const spec: ComponentSpec = {
      steps: { ...booking.steps, sure: { is: (_, a) => ask.form(`${a.booking.name}?`, Booking) } },
    };
    const room = { maxJournalBytes: 2_000 };
    const first = journalOf(await round(spec, undefined, undefined, room));
    const long = { name: 'Ann', nights: 2, notes: 'x'.repeat(3_000) };
    const again = await round(spec, first, sent(long), room);
    expect(asked(again)).toEqual(['booking']);
    expect(paramsOf(again).message).toMatch(/too long/);
    expect(defaultsOf(again)).toEqual({ name: 'Ann', nights: 2 });
  });

  it('says what is wrong, and keeps the rest, when an answer that was taken fits no more', async () => {
    let least = 1;
    const Live = form(
      z.object({ name: z.string(), nights: z.int().refine((nights) => nights >= least, 'More') }),
    );
    const spec: ComponentSpec = {
      steps: {
        booking: { is: () => ask.form('Book what?', Live) },
        sure: { is: (_, { booking }) => booking && ask.form('Sure?', Booking) },
      },
    };
    const taken = await round(spec, journalOf(await round(spec)), sent({ name: 'Ann', nights: 1 }));
    expect(asked(taken)).toEqual(['sure']);
    least = 2;
    const again = await round(spec, journalOf(taken));
    expect(paramsOf(again).message).toBe('Book what?\n\nnights: More');
    expect(defaultsOf(again)).toEqual({ name: 'Ann' });
    expect(journalOf(again).attempts).toEqual({});
  });
});
