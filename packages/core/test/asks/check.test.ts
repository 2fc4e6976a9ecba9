import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/asks/ask.js';
import type { Check } from '../../src/asks/check.js';
import { questionsOf } from '../../src/asks/question.js';
import { form } from '../../src/schema/form.js';
import { text } from '../../src/text.js';
import { asked, type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

const Seats = form(z.object({ seats: z.int().meta({ title: 'Seats' }), note: z.string() }));
type Seats = { readonly seats: number; readonly note: string };
const sent = (seats: number) => ({
  booking: { action: 'accept', content: { seats, note: 'aisle' } },
});
const messageOf = (outcome: Awaited<ReturnType<typeof round>>) =>
  outcome.kind === 'asking' ? outcome.asks.get('booking')?.params.message : outcome;
const booking = (check: Check<Seats>): ComponentSpec => ({
  steps: { booking: { is: () => ask.form('How many?', Seats, { check }) } },
  run: (_, { booking }) => booking.seats,
});

describe('a form with a check', () => {
  it.each<[string, Check<Seats>]>([
    ['now', ({ seats }) => (seats > 3 ? 'There are 3 left.' : undefined)],
    ['later', async ({ seats }) => (seats > 3 ? 'There are 3 left.' : undefined)],
    [
      'in a text that is meant',
      ({ seats }) => (seats > 3 ? text`There are ${3} left.` : undefined),
    ],
  ])('is put again with the problem that the check tells %s', async (_, check) => {
    const spec = booking(check);
    const again = await round(spec, journalOf(await round(spec)), sent(4));
    expect(messageOf(again)).toBe('How many?\n\nThere are 3 left.');
    expect(journalOf(again).attempts).toEqual({ booking: 1 });
    const filled = again.kind === 'asking' && again.asks.get('booking')?.params.requestedSchema;
    expect(filled).toMatchObject({ properties: { seats: { default: 4 } } });
    expect(resultOf(await round(spec, journalOf(again), sent(3)))).toBe(3);
  });

  it('ends the call at the last attempt', async () => {
    const spec = booking(() => 'Never.');
    let outcome = await round(spec);
    for (let at = 0; at < 3; at++) outcome = await round(spec, journalOf(outcome), sent(1));
    expect(outcome).toMatchObject({ kind: 'exhausted', limit: 'attempts', step: 'booking' });
  });

  it('is the same question with and without it', () => {
    const digestOf = (value: object) => {
      const questions = questionsOf(value);
      return questions && 'one' in questions && questions.one.digest;
    };
    const plain = digestOf(ask.form('How many?', Seats));
    expect(plain).toBeTruthy();
    expect(digestOf(ask.form('How many?', Seats, { check: () => 'x' }))).toBe(plain);
  });

  it('checks the answer that was taken in every later round, and asks again when it fails', async () => {
    let left = 3;
    const spec: ComponentSpec = {
      steps: {
        ...booking(({ seats }) => (seats > left ? `There are ${left} left.` : undefined)).steps,
        sure: { is: (_, { booking }) => booking && ask.form('Sure?', Seats) },
      },
    };
    const taken = await round(spec, journalOf(await round(spec)), sent(3));
    expect(asked(taken)).toEqual(['sure']);
    left = 2;
    const again = await round(spec, journalOf(taken));
    expect(asked(again)).toEqual(['booking']);
    expect(messageOf(again)).toBe('How many?\n\nThere are 2 left.');
  });

  it('may read the input, and the answers that the step read', async () => {
    const spec: ComponentSpec = {
      steps: {
        left: { kind: 'compute', is: () => 3 },
        booking: {
          is: ({ most }, { left }) =>
            ask.form('How many?', Seats, {
              check: ({ seats }) => (seats > Math.min(most, left) ? 'Too many.' : undefined),
            }),
        },
      },
      run: (_, { booking }) => booking.seats,
    };
    for (const most of [2, 9]) {
      const first = journalOf(await round(spec, undefined, undefined, { input: { most } }));
      const many = Math.min(most, 3);
      const again = await round(spec, first, sent(many + 1), { input: { most } });
      expect(messageOf(again)).toMatch(/Too many/);
      const done = await round(spec, journalOf(again), sent(many), { input: { most } });
      expect(resultOf(done)).toBe(many);
    }
  });

  it('may not read an answer that the method itself did not read', async () => {
    const spec: ComponentSpec = {
      steps: {
        left: { kind: 'compute', is: () => 3 },
        booking: {
          is: (_, answers) =>
            ask.form('How many?', Seats, {
              check: ({ seats }) => (seats > answers.left ? 'Too many.' : undefined),
            }),
        },
      },
    };
    expect(await round(spec, journalOf(await round(spec)), sent(1))).toMatchObject({
      kind: 'failed',
      step: 'booking',
      error: { message: expect.stringMatching(/Example\.booking.*"left".*in the method itself/) },
    });
  });

  it('fails the call where it throws, or returns what is no text', async () => {
    const failing: readonly unknown[] = [
      () => {
        throw new Error('SECRET');
      },
      () => Promise.reject(new Error('SECRET')),
      () => false,
      () => null,
      () => '',
      () => ({ problem: 'x' }),
      () => `${{}}`,
    ];
    for (const check of failing) {
      const spec = booking(check as Check<Seats>);
      expect(await round(spec, journalOf(await round(spec)), sent(1))).toMatchObject({
        kind: 'failed',
        where: 'step',
        step: 'booking',
      });
    }
  });

  it('cannot change the answer', async () => {
    const spec = booking((answer) => {
      (answer as { seats: number }).seats = 99;
      return undefined;
    });
    const outcome = await round(spec, journalOf(await round(spec)), sent(1));
    expect(outcome).toMatchObject({ kind: 'failed', error: { name: 'TypeError' } });
  });

  it('reads a zod object and a raw form as well', async () => {
    const zod = z.object({ seats: z.int(), note: z.string() });
    const raw = {
      type: 'object',
      properties: { seats: { type: 'integer' }, note: { type: 'string' } },
    } as const;
    const few: Check<{ readonly seats?: unknown }> = ({ seats }) =>
      Number(seats) > 3 ? 'Too many.' : undefined;
    for (const is of [
      () => ask.form('How many?', zod, { check: few }),
      () => ask.form('How many?', raw, { check: few }),
    ]) {
      const spec: ComponentSpec = { steps: { booking: { is } } };
      expect(messageOf(await round(spec, journalOf(await round(spec)), sent(4)))).toMatch(/Too/);
    }
  });
});

describe('the options of a question', () => {
  const refused = (cure: RegExp) =>
    expect.objectContaining({ code: 'invalid_ask', message: expect.stringMatching(cure) });

  it('have no member that is misspelt, null or of another kind of question', () => {
    const asking = (options: unknown) => () => ask.form('How many?', Seats, options as never);
    expect(asking(undefined)).not.toThrow();
    expect(asking({ optional: true, check: () => undefined })).not.toThrow();
    expect(asking({ chek: () => 'x' })).toThrow(refused(/"chek".*optional, check/));
    expect(asking({ check: null })).toThrow(refused(/check must not be null; leave it out/));
    expect(asking({ check: 'x' })).toThrow(refused(/function/));
    expect(asking(null)).toThrow(refused(/options/));
    const page = { check: () => 'x' } as never;
    expect(() => ask.url('Go', 'https://x.example/', page)).toThrow(refused(/"check"/));
  });
});
