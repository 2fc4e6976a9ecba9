import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json, JsonObject } from '../../src/json.js';
import { choices } from '../../src/schema/choices.js';
import { form, formParts } from '../../src/schema/form.js';
import { noCompiler } from '../support/compile-json-schema.js';

const shown = (schema: z.ZodType): JsonObject =>
  (form(z.object({ it: schema })).requestedSchema.properties as { it: JsonObject }).it;
const read = async (schema: z.ZodType, it: Json) =>
  await formParts(form(z.object({ it: schema }))).read({ it }, noCompiler);
const text = (description: string) => ({ type: 'string', description });

/** A check that a form cannot carry: what clients are told, an answer that fits, and one that does not. */
const CHECKS: readonly (readonly [string, z.ZodType, JsonObject, Json, Json])[] = [
  ['a pattern', z.string().regex(/^K-\d+$/i), text('Matches /^K-\\d+$/i'), 'k-1', 'x'],
  [
    'a pattern with a message',
    z.string().regex(/^K-\d+$/, 'Such as K-42'),
    text('Such as K-42'),
    'K-1',
    'x',
  ],
  [
    'two patterns',
    z.string().regex(/^a/, { error: 'From a' }).regex(/b$/, { message: 'to b' }),
    text('From a; to b'),
    'ab',
    'a',
  ],
  ['a prefix', z.string().startsWith('K-'), text('Begins with "K-"'), 'K-', 'k'],
  ['an ending', z.string().endsWith('.txt'), text('Ends with ".txt"'), 'a.txt', 'a'],
  ['a part', z.string().includes('@'), text('Contains "@"'), 'a@', 'a'],
  [
    'a part at a place',
    z.string().includes('@', { position: 1 }),
    text('Contains "@", from character 2 on'),
    'a@',
    '@a',
  ],
  ['lower case', z.string().lowercase(), text('In lower case'), 'a', 'A'],
  ['upper case', z.string().uppercase(), text('In upper case'), 'A', 'a'],
  ['a time', z.iso.time(), text('A time of day, such as 14:30:00'), '14:30:00', '25:00:00'],
  [
    'a local date and time',
    z.iso.datetime({ local: true }),
    text('A date and time, such as 2026-01-31T14:30:00'),
    '2026-01-31T14:30:00',
    'x',
  ],
  [
    'a template literal',
    z.templateLiteral(['v', z.int()]),
    expect.objectContaining(text(expect.stringMatching(/^Matches \/\^v/))),
    'v1',
    'x',
  ],
  [
    'a pattern beside a format',
    z.email().regex(/@example\.com$/, 'Of example.com'),
    { type: 'string', format: 'email', description: 'Of example.com' },
    'a@example.com',
    'a@example.org',
  ],
  [
    'a prefix beside a format',
    z.url().startsWith('https:'),
    { type: 'string', format: 'uri', description: 'Begins with "https:"' },
    'https://a.example/',
    'http://a.example/',
  ],
  [
    'a prefix after a format',
    z.string().email().startsWith('a'),
    { type: 'string', format: 'email', description: 'Begins with "a"' },
    'a@example.com',
    'b@example.com',
  ],
  [
    'an email pattern of one’s own, which is no email to others',
    z.email({ pattern: /^[a-z]+$/ }),
    text('Matches /^[a-z]+$/'),
    'ann',
    'ann@example.com',
  ],
  ['a refined text', z.string().refine((it) => it !== 'no', 'Not no'), text('Not no'), 'a', 'no'],
  [
    'a refined number',
    z.int().refine((it) => it % 2 === 0, { error: 'Even' }),
    { type: 'integer', description: 'Even' },
    2,
    3,
  ],
  [
    'a refined choice',
    choices({ a: 'A', b: 'B' }).refine((it) => it === 'a', 'Not b today'),
    expect.objectContaining({ description: 'Not b today' }),
    'a',
    'b',
  ],
  [
    'a refined list',
    z.array(z.enum(['a', 'b'])).refine((all) => all.length === 1, 'Just one'),
    expect.objectContaining({ type: 'array', description: 'Just one' }),
    ['a'],
    ['a', 'b'],
  ],
  [
    'a check inside and outside of wrappers, and of a transform',
    z
      .string()
      .regex(/^a/, 'From a')
      .transform((it) => it.length)
      .refine((length) => length > 1, 'not alone')
      .optional(),
    text('From a; not alone'),
    'ab',
    'a',
  ],
];

describe('a check that a form cannot carry', () => {
  it.each(CHECKS)('is told in words, and checked here: %s', async (_, schema, field, good, bad) => {
    expect(shown(schema)).toEqual(field);
    expect(await read(schema, good)).toMatchObject({ ok: true });
    expect(await read(schema, bad)).toMatchObject({ ok: false, field: 'it' });
  });

  it('is told after what the author says of the field, and not twice', () => {
    const ticket = z.string().regex(/^K-\d+$/, 'Such as K-42');
    expect(shown(ticket.describe('The ticket'))).toEqual(text('The ticket. Such as K-42'));
    expect(shown(ticket.describe('Which one?'))).toEqual(text('Which one? Such as K-42'));
    expect(shown(ticket.describe('Such as K-42.'))).toEqual(text('Such as K-42.'));
  });

  it('says nothing where there is nothing to say', () => {
    expect(shown(z.string().refine(() => true))).toEqual({ type: 'string' });
    expect(shown(z.string().refine(() => true, { error: ({ input }) => `${input}?` }))).toEqual({
      type: 'string',
    });
    expect(shown(z.string().trim().toLowerCase())).toEqual({ type: 'string' });
    expect(shown(z.string().regex(/^(undefined|null)$/))).toEqual(
      text('Matches /^(undefined|null)$/'),
    );
  });

  it('says how a pattern looks where its message depends on the answer', () => {
    const schema = z.string().regex(/^a$/, { error: ({ input }) => `not ${input}` });
    expect(shown(schema)).toEqual(text('Matches /^a$/'));
  });
});
