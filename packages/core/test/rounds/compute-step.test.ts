import { describe, expect, it } from 'vitest';
import type { StepBlueprint } from '../../src/blueprint/blueprint.js';
import {
  accept,
  asks,
  asksNothing,
  type ComponentSpec,
  journalOf,
  resultOf,
  round,
} from '../support/rounds.js';

/** Reads a number, and hands out an object. */
const schema: StepBlueprint['schema'] = (value) =>
  typeof value === 'number' ? { ok: true, value: { ms: value } } : { ok: false, problems: [] };

describe('the value of a compute with a schema', () => {
  const spec = (value: unknown): ComponentSpec => ({
    steps: {
      at: { kind: 'compute', schema, is: () => value },
      end: { is: (_, { at }) => asks(`At ${at.ms}?`) },
    },
    run: (_, { at }, ctx) => [at, ctx.outcome('at')],
  });

  it('is what the schema makes of it, in the round that computes it and in every later one', async () => {
    const first = await round(spec(5));
    if (first.kind !== 'asking') throw new Error('expected a question');
    expect(first.asks.get('end')?.params.message).toBe('At 5?');
    expect(journalOf(first).entries.at).toMatchObject({ value: 5 });
    expect(resultOf(await round(spec(5), journalOf(first), { end: accept(1) }))).toEqual([
      { ms: 5 },
      'answered',
    ]);
  });

  it('fails the call, naming class and step, when the schema refuses what was just computed', async () => {
    expect((await round(spec(5))).kind).toBe('asking');
    expect(await round(spec('late'))).toMatchObject({
      kind: 'failed',
      where: 'step',
      step: 'at',
      error: { name: 'TypeError', message: expect.stringMatching(/^Example\.at /) },
    });
  });
});

describe('a compute that asks', () => {
  it.each([
    ['a question', () => asks('A?')],
    ['nothing', asksNothing],
  ])('is the author’s mistake, also when it asks %s', async (_, is) => {
    expect(await round({ steps: { n: { is } } })).not.toMatchObject({ kind: 'failed' });
    expect(await round({ steps: { n: { kind: 'compute', is } } })).toMatchObject({
      kind: 'failed',
      step: 'n',
      error: { name: 'TypeError', message: expect.stringContaining('@Compute') },
    });
  });
});

describe('a schema that makes no JSON of a value', () => {
  it('fails the call, naming class and step: readers are told that the value is JSON', async () => {
    const dates: StepBlueprint['schema'] = (value) => ({
      ok: true,
      value: new Date(Number(value)),
    });
    const made = { steps: { at: { kind: 'compute', schema: dates, is: () => 5 } } } as const;
    expect(await round(made)).toMatchObject({
      kind: 'failed',
      step: 'at',
      error: { name: 'TypeError', message: expect.stringMatching(/^Example\.at .* makes no JSON/) },
    });
  });
});

describe('a value that is no JSON', () => {
  it('is refused with the reason as the cause', async () => {
    expect(await round({ steps: { n: { kind: 'compute', is: () => Number.NaN } } })).toMatchObject({
      kind: 'failed',
      step: 'n',
      error: { name: 'TypeError', cause: expect.any(TypeError) },
    });
  });
});
