import { describe, expect, it } from 'vitest';
import { again } from '../../src/asks/again.js';
import type { RoundEvent } from '../../src/events.js';
import {
  accept,
  asked,
  asks,
  asksNothing,
  type ComponentSpec,
  cancel,
  decline,
  journalOf,
  round,
} from '../support/rounds.js';

/** What `declined` is given, with the answers as a plain object. */
const given: unknown[] = [];
const hook: NonNullable<ComponentSpec['declined']> = ({ answers, ...refusal }) =>
  given.push({ ...refusal, answers: { ...answers } });

describe('what declined is given', () => {
  it('is what was settled before, computes included, and nothing that this request would have settled as well', async () => {
    const computed: string[] = [];
    const spec: ComponentSpec = {
      steps: {
        base: { kind: 'compute', is: () => computed.push('base') },
        first: { is: (_, { base }) => asks(`First ${base}?`) },
        second: { is: (_, { first }) => asks(`Second ${first}?`) },
        third: { is: (_, { first }) => asks(`Third ${first}?`) },
        idle: { kind: 'compute', is: () => computed.push('idle') },
        skipped: { is: asksNothing },
      },
      declined: hook,
    };
    const second = journalOf(
      await round(spec, journalOf(await round(spec)), { first: accept('a') }),
    );
    given.length = 0;
    const events: RoundEvent[] = [];
    const outcome = await round(
      spec,
      second,
      { second: decline, third: accept('forgotten') },
      { events },
    );
    expect(outcome).toEqual({
      kind: 'refused',
      step: 'second',
      action: 'decline',
      result: { value: 1 },
    });
    expect(given).toEqual([
      {
        step: 'second',
        key: 'second',
        action: 'decline',
        answers: { base: 1, first: 'a', skipped: undefined },
      },
    ]);
    expect(events).toEqual([{ type: 'answer.declined', step: 'second' }]);
    expect(computed).toEqual(['base']);
  });

  it('holds no value of a compute that is not finished, and no compute runs for it that an ask reads', async () => {
    const entered: string[] = [];
    const spec: ComponentSpec = {
      steps: {
        go: { is: () => asks('Go?') },
        slow: {
          kind: 'compute',
          is: () => {
            entered.push('slow');
            return again(1);
          },
        },
        after: { is: (_, { slow }) => asks(`After ${slow}?`) },
        also: { is: () => asks('Also?') },
      },
      declined: hook,
    };
    const first = await round(spec);
    expect([asked(first), entered]).toEqual([['go', 'also'], ['slow']]);
    given.length = 0;
    await round(spec, journalOf(first), { go: cancel });
    expect(given).toEqual([{ step: 'go', key: 'go', action: 'cancel', answers: {} }]);
    expect(entered).toEqual(['slow']);
  });

  it('is the answer of an ask, too, that is read by one declared before it', async () => {
    const spec: ComponentSpec = {
      steps: {
        reader: { is: (_, { first }) => asks(`Reader ${first}?`) },
        first: { is: () => asks('First?') },
        go: { is: (_, { reader }) => asks(`Go ${reader}?`) },
      },
      declined: hook,
    };
    const second = journalOf(
      await round(spec, journalOf(await round(spec)), { first: accept('a') }),
    );
    const third = journalOf(await round(spec, second, { reader: accept('b') }));
    given.length = 0;
    expect(await round(spec, third, { go: decline })).toMatchObject({ kind: 'refused' });
    expect(given).toEqual([
      { step: 'go', key: 'go', action: 'decline', answers: { reader: 'b', first: 'a' } },
    ]);
  });

  it('is still given when another step fails meanwhile', async () => {
    let broken = false;
    const spec: ComponentSpec = {
      steps: {
        go: { is: () => asks('Go?') },
        odd: {
          is: () => {
            if (broken) throw new Error('broken');
            return asksNothing();
          },
        },
        fine: { is: asksNothing },
      },
      declined: hook,
    };
    const first = journalOf(await round(spec));
    broken = true;
    given.length = 0;
    expect(await round(spec, first, { go: decline })).toMatchObject({ kind: 'refused' });
    expect(given).toEqual([
      { step: 'go', key: 'go', action: 'decline', answers: { fine: undefined } },
    ]);
  });

  it('tells how each step stands, the refused one by its step and by its key', async () => {
    const spec: ComponentSpec = {
      steps: {
        note: { is: () => asks('Note?', { optional: true }) },
        go: { is: (_, { note }) => asks(`Go ${note}?`) },
      },
      declined: (_, __, ctx) => ['note', 'go'].map((step) => ctx.outcome(step)),
    };
    const second = journalOf(await round(spec, journalOf(await round(spec)), { note: accept(1) }));
    expect(await round(spec, second, { go: cancel })).toMatchObject({
      result: { value: ['answered', 'cancelled'] },
    });
  });

  it('comes with the input and a context that has the key of the call', async () => {
    const spec: ComponentSpec = {
      steps: { go: { is: () => asks('Go?') } },
      declined: (_, input, ctx) => [input, ctx.idempotencyKey],
    };
    const first = journalOf(await round(spec, undefined, undefined, { input: { env: 'prod' } }));
    expect(await round(spec, first, { go: decline }, { input: { env: 'prod' } })).toMatchObject({
      result: { value: [{ env: 'prod' }, expect.any(String)] },
    });
  });

  it('fails the call when it throws', async () => {
    const error = new Error('mine');
    const spec: ComponentSpec = {
      steps: { go: { is: () => asks('Go?') } },
      declined: () => Promise.reject(error),
    };
    expect(await round(spec, journalOf(await round(spec)), { go: decline })).toEqual({
      kind: 'failed',
      where: 'run',
      error,
    });
  });
});
