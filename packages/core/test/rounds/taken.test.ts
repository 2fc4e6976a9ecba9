import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/asks/ask.js';
import type { JsonObject } from '../../src/json.js';
import type { AskEntry } from '../../src/rounds/journal.js';
import { form } from '../../src/schema/form.js';
import { compileJsonSchema } from '../../src/serving/calls/json-schema.js';
import { type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

const Order = form(
  z.object({
    name: z.string(),
    size: z.number().default(2),
    mail: z.email().optional(),
    twice: z
      .number()
      .transform((n) => n * 2)
      .default(8),
  }),
);
const Raw: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, mail: { type: 'string', format: 'email' } },
  required: ['name'],
};
const accept = (content: unknown) => ({ action: 'accept', content });
const sampled = (content: unknown, more: object = {}) => ({
  role: 'assistant',
  model: 'm',
  content,
  ...more,
});
const TEXT = { type: 'text', text: 'Hi' };
const USE = { type: 'tool_use', id: '1', name: 't', input: { a: 1 } };

const QUESTIONS = {
  form: () => ask.form('Order?', Order),
  raw: () => ask.form('Order?', Raw),
  confirm: () => ask.confirm('Sure?'),
  typed: () => ask.confirm('Sure?', { type: 'prod' }),
  url: () => ask.url('Look.', 'https://example.com/'),
  sample: () => ask.sample({ messages: ['Write'], maxTokens: 9 }),
  roots: () => ask.roots(),
};
type Kind = keyof typeof QUESTIONS;

/** What one answer makes of a call: its key, what was handed out, and what was sealed. */
async function taken(kind: Kind, sent: unknown) {
  const step = { kind: kind === 'sample' || kind === 'roots' ? kind : 'elicit' } as const;
  const spec: ComponentSpec = {
    steps: {
      q: { ...step, is: QUESTIONS[kind] },
      more: { is: (_, { q }) => q && ask.url('More?', 'https://example.com/') },
    },
    run: (_, { q }, ctx) => ({ key: ctx.idempotencyKey, q }),
  };
  const options = {
    compileJsonSchema,
    capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
  };
  const first = journalOf(await round(spec, undefined, undefined, options));
  const second = journalOf(await round(spec, first, { q: sent }, options));
  const done = await round(spec, second, { more: { action: 'accept' } }, options);
  const { key, q } = resultOf(done) as { key: string; q: unknown };
  return { key, q, sealed: (second.entries.q as AskEntry).raw };
}

describe('what counts of an answer is what was taken of it (C31)', () => {
  it.each<[string, Kind, unknown, unknown]>([
    ['a member beside the fields', 'form', { name: 'a' }, { name: 'a', stray: 1 }],
    [
      'members that are objects',
      'form',
      { name: 'a' },
      { name: 'a', x: { y: [1] }, constructor: 1 },
    ],
    ['a default that was sent', 'form', { name: 'a' }, { name: 'a', size: 2 }],
    ['a blank that counts as left out', 'form', { name: 'a' }, { name: 'a', mail: '' }],
    ['-0', 'form', { name: 'a', size: 0 }, { name: 'a', size: -0 }],
    ['the order of the fields', 'form', { name: 'a', size: 3 }, { size: 3, name: 'a' }],
    ['a member beside the fields', 'raw', { name: 'a' }, { name: 'a', stray: { deep: 1 } }],
    ['a blank that counts as left out', 'raw', { name: 'a' }, { name: 'a', mail: '' }],
    ['a member beside the yes', 'confirm', { confirm: 'yes' }, { confirm: 'yes', sure: true }],
    ['a member beside the text', 'typed', { confirm: 'prod' }, { confirm: 'prod', n: 1 }],
  ])('and not %s, of a question by %s', async (_, kind, one, other) => {
    const [a, b] = [await taken(kind, accept(one)), await taken(kind, accept(other))];
    expect(b).toEqual(a);
    expect(JSON.stringify(b.sealed)).not.toMatch(/stray|constructor|sure|-0/);
    expect(await taken(kind, { ...accept(one), _meta: { n: 1 }, stray: 2 })).toEqual(a);
  });

  it.each<[string, unknown, unknown]>([
    ['members of the message', sampled(TEXT), sampled(TEXT, { _meta: { n: 1 }, stray: 2 })],
    ['members of a block', sampled(TEXT), sampled({ ...TEXT, stray: { deep: 1 } })],
    ['members of a tool use', sampled([USE]), sampled([{ ...USE, stray: 1 }])],
    ['one block in a list', sampled(TEXT), sampled([TEXT])],
    ['null for absent', sampled(TEXT), sampled({ ...TEXT, annotations: null, _meta: null })],
  ])('and not %s, of a sampled one', async (_, one, other) => {
    const [a, b] = [await taken('sample', one), await taken('sample', other)];
    expect(b).toEqual(a);
    expect(JSON.stringify(b)).not.toContain('stray');
  });

  it('and not what came beside an accepted URL or a root', async () => {
    const roots = [{ uri: 'file:///a' }];
    expect(await taken('url', accept({ token: 1 }))).toEqual(
      await taken('url', { action: 'accept' }),
    );
    expect(
      await taken('roots', { roots: [{ ...roots[0], stray: 1 }, { uri: 'http://x' }], more: 1 }),
    ).toEqual(await taken('roots', { roots }));
  });

  it.each<[Kind, unknown, unknown]>([
    ['form', accept({ name: 'a' }), accept({ name: 'b' })],
    ['form', accept({ name: 'a', size: 2 }), accept({ name: 'a', size: 3 })],
    ['raw', accept({ name: 'a' }), accept({ name: 'a', mail: 'a@b.example' })],
    ['sample', sampled(TEXT), sampled({ ...TEXT, text: 'Ho' })],
    ['sample', sampled([USE]), sampled([{ ...USE, input: { a: 2 } }])],
    ['sample', sampled(TEXT), sampled({ ...TEXT, _meta: { signature: 's' } })],
    ['roots', { roots: [{ uri: 'file:///a' }] }, { roots: [{ uri: 'file:///b' }] }],
  ])(
    'and all of that: two answers to a question by %s that differ have two keys',
    async (kind, one, other) => {
      expect((await taken(kind, one)).key).not.toBe((await taken(kind, other)).key);
    },
  );

  it('takes a default for what it reads as, where the schema makes something else of it when it is sent', async () => {
    const [left, sent] = [
      await taken('form', accept({ name: 'a' })),
      await taken('form', accept({ name: 'a', twice: 8 })),
    ];
    expect([left.q, sent.q]).toMatchObject([{ twice: 8 }, { twice: 16 }]);
    expect(left.key).not.toBe(sent.key);
  });
});

describe('a number', () => {
  it('is handed out in the round that takes it as in every later one: there is no -0 (C58)', async () => {
    const seen: unknown[] = [];
    const spec: ComponentSpec = {
      steps: {
        q: { is: () => ask.form('Order?', Order) },
        more: {
          is: (_, { q }) => {
            seen.push(Object.is(q.size, 0));
            return ask.url('More?', 'https://example.com/');
          },
        },
      },
    };
    const options = { capabilities: { elicitation: { form: {}, url: {} } } };
    const first = journalOf(await round(spec, undefined, undefined, options));
    const second = await round(spec, first, { q: accept({ name: 'a', size: -0 }) }, options);
    await round(spec, journalOf(second), undefined, options);
    expect(seen).toEqual([true, true]);
  });
});
