import { Complete, choices, Prompt, Resource } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connected, OFFICIAL } from '../support/official.js';
import { served } from '../support/served.js';

@Prompt({
  name: 'review',
  description: 'Reviews.',
  input: z.object({
    tone: z.enum(['kind', 'blunt', 'Brief']),
    region: choices({ eu: 'Frankfurt', us: 'Oregon' }).optional(),
    depth: z.literal(['shallow', 'deep']).default('deep'),
    either: z.union([z.literal('a'), z.enum(['b', 'c']), z.literal('a')]).describe('A letter'),
    strict: z.stringbool().optional(),
    known: z.stringbool({ truthy: ['yes'], falsy: ['no'] }),
    mine: z.enum(['x', 'y']).optional(),
    text: z.string().optional(),
    count: z.coerce.number().optional(),
  }),
})
class Review {
  @Complete('mine')
  protected own() {
    return ['mine alone'];
  }
  run() {
    return 'Fine.';
  }
}

@Prompt({
  name: 'raw',
  description: 'Of raw JSON Schema.',
  input: {
    type: 'object',
    properties: {
      tone: { type: 'string', enum: ['kind', 'blunt'] },
      one: { type: 'string', const: 'only' },
      titled: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
    },
  } as unknown as z.ZodObject,
})
class Raw {
  run() {
    return 'Fine.';
  }
}

const Environment = z.enum(['staging', 'prod']).meta({ id: 'Environment' });
@Resource({
  uri: 'logs://{environment}/{day}',
  name: 'logs',
  input: z.object({ environment: Environment, day: z.string() }),
})
class Logs {
  run() {
    return 'quiet';
  }
}

const GENERATIONS = Object.keys(OFFICIAL) as (keyof typeof OFFICIAL)[];

describe.each(GENERATIONS)('the official client (%s)', (generation) => {
  const ready = async () => {
    const { url, events } = await served({}, { components: [Review, Raw, Logs], providers: [] });
    const client = await connected(generation, url);
    const suggested = async (ref: object, name: string, value = '') =>
      (await client.complete({ ref, argument: { name, value } })).completion;
    return { events, suggested };
  };
  const review = { type: 'ref/prompt', name: 'review' };
  const raw = { type: 'ref/prompt', name: 'raw' };
  const logs = { type: 'ref/resource', uri: 'logs://{environment}/{day}' };

  it.each<[object, string, string[]]>([
    [review, 'tone', ['kind', 'blunt', 'Brief']],
    [review, 'region', ['eu', 'us']],
    [review, 'depth', ['shallow', 'deep']],
    [review, 'either', ['a', 'b', 'c']],
    [review, 'strict', ['true', 'false']],
    [review, 'known', ['yes', 'no']],
    [review, 'mine', ['mine alone']],
    [review, 'text', []],
    [review, 'count', []],
    [raw, 'tone', ['kind', 'blunt']],
    [raw, 'one', ['only']],
    [raw, 'titled', ['r']],
    [logs, 'environment', ['staging', 'prod']],
    [logs, 'day', []],
  ])('completes what a schema lists, where no method does: %o %s', async (ref, name, values) => {
    const { suggested } = await ready();
    expect(await suggested(ref, name)).toEqual({ values, total: values.length, hasMore: false });
  });

  it('is given what begins as it was typed, or else what holds it', async () => {
    const { suggested, events } = await ready();
    const typed = async (value: string) => (await suggested(review, 'tone', value)).values;
    expect(await typed('B')).toEqual(['blunt', 'Brief']);
    expect(await typed('unt')).toEqual(['blunt']);
    expect(await typed('zzz')).toEqual([]);
    expect(events.filter(({ type }) => type === 'completion.answered')).toMatchObject([
      { component: 'review', argument: 'tone', values: 2 },
      { values: 1 },
      { values: 0 },
    ]);
  });
});
