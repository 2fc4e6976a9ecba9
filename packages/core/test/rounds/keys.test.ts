import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/rounds/journal.js';
import type { RoundOutcome } from '../../src/rounds/outcome.js';
import {
  accept,
  asks,
  asksAll,
  type ComponentSpec,
  cancel,
  decline,
  journalOf,
  question,
  resultOf,
  round,
} from '../support/rounds.js';

const spec: ComponentSpec = {
  steps: {
    who: { is: () => asks('Who?') },
    pay: { is: () => asks('Pay?') },
    both: { is: () => asksAll({ a: question('A?'), b: question('B?') }) },
  },
  declined: (_, __, ctx) => ctx.idempotencyKey,
  run: (_, __, ctx) => ctx.idempotencyKey,
};
const all = { who: accept('Ann'), pay: accept(1), 'both.a': accept(1), 'both.b': accept(1) };

const keyOf = (outcome: RoundOutcome) =>
  outcome.kind === 'refused' ? outcome.result?.value : resultOf(outcome);

describe('the key of a refusal (C50)', () => {
  it('is another for another question and for another refusal, and the same for the same again', async () => {
    const first = journalOf(await round(spec));
    const keys = new Map<unknown, string>();
    for (const key of Object.keys(all))
      for (const refusal of [decline, cancel]) {
        const sent = { ...all, [key]: refusal };
        const got = keyOf(await round(spec, first, sent));
        expect(keyOf(await round(spec, first, sent))).toBe(got);
        expect([`${key} ${refusal.action}`, keys.get(got)]).toEqual([
          `${key} ${refusal.action}`,
          undefined,
        ]);
        keys.set(got, `${key} ${refusal.action}`);
      }
    expect(keys.size).toBe(8);
    expect(keys.has(keyOf(await round(spec, first, all)))).toBe(false);
  });

  it('is the digest that the ledger gets of it, however much more the hook is told', async () => {
    const given: string[] = [];
    const gate = {
      settled: async () => true,
      enter: async (answers: () => string) => {
        given.push(answers());
        return true;
      },
    };
    const more: ComponentSpec = {
      ...spec,
      declined: ({ answers }, _, ctx) => [Object.keys(answers), ctx.idempotencyKey],
    };
    const second = await round(more, journalOf(await round(more)), { pay: accept(1) });
    const outcome = await round(more, journalOf(second), { who: decline }, { gate });
    expect(keyOf(outcome)).toEqual([['pay'], given[0]]);
  });
});

describe('the key of a call that a deploy met (C56)', () => {
  const { who, pay } = spec.steps as Required<typeof spec.steps>;
  const { run } = spec as Required<ComponentSpec>;
  const old: ComponentSpec = {
    steps: { who: who as never, pay: { is: (_, { who: name }) => asks(name && 'Pay?') } },
    run,
  };
  const now: ComponentSpec = { steps: { pay: pay as never }, run };

  it('is the same at a version that lacks a question which an earlier round settled', async () => {
    const keys = new Set<unknown>();
    for (const name of ['Ann', 'Bob']) {
      const first = journalOf(await round(old));
      const final = journalOf(await round(old, first, { who: accept(name) }));
      // Put by the new version, as it reads nothing: its own wording is the same, so only the reads differ.
      const asked = journalOf(await round(now, final)) as Journal;
      const [before, after] = [
        keyOf(await round(old, final, { pay: accept(1) })),
        keyOf(await round(now, asked, { pay: accept(1) })),
      ];
      expect(after).toBe(before);
      keys.add(after);
    }
    expect(keys.size).toBe(2);
  });

  it('is another where the answer was still on its way, and is not taken', async () => {
    const before: ComponentSpec = { steps: { who: who as never, pay: pay as never }, run };
    const first = journalOf(await round(before));
    const sent = { who: accept('Ann'), pay: accept(1) };
    expect(keyOf(await round(now, first, sent))).not.toBe(keyOf(await round(before, first, sent)));
    expect(keyOf(await round(now, first, sent))).toBe(
      keyOf(await round(now, first, { ...sent, who: accept('Bob') })),
    );
  });
});
