import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { choices } from '../../src/index.js';
import type { Json, JsonObject } from '../../src/json.js';
import { form, formParts } from '../../src/schema/form.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';

const read = async (schema: object, content: Json) =>
  formParts(form(schema as JsonObject)).read(content, compileJsonSchema);
const zodForm = (it: z.ZodType) => z.object({ it });
const rawForm = (it: JsonObject, required = false): JsonObject => ({
  type: 'object',
  properties: { it },
  ...(required && { required: ['it'] }),
});

const BLANKS: readonly Json[] = ['', ' \t\n ', [], null];

describe('a blank in a field that may be left out', () => {
  it.each<[string, z.ZodType, Json]>([
    ['a text with a least length', z.string().min(5), 'abcde'],
    ['an e-mail', z.email(), 'a@b.co'],
    ['a URL', z.url(), 'https://a.example/'],
    ['a day', z.iso.date(), '2026-01-01'],
    ['a moment', z.iso.datetime(), '2026-01-01T00:00:00Z'],
    ['a number', z.number(), 1],
    ['a whole number', z.int().min(1), 1],
    ['a boolean', z.boolean(), false],
    ['a word for a boolean', z.stringbool(), 'no'],
    ['a choice', z.enum(['a', 'b']), 'a'],
    ['a titled choice', choices({ a: 'A', b: 'B' }), 'a'],
    ['a choice of several, one at least', z.array(z.enum(['a', 'b'])).min(1), ['a']],
    ['a text that is checked here', z.string().refine((text) => text.startsWith('K-')), 'K-1'],
    ['… and trimmed first', z.string().trim().min(1), 'a'],
    ['… elsewhere', z.string().refine(async (text) => text === 'ok'), 'ok'],
  ])('is left out, where it does not fit: %s', async (_, field, good) => {
    const optional = zodForm(field.optional());
    expect(await read(optional, { it: good })).toMatchObject({ ok: true });
    for (const it of BLANKS)
      expect([it, await read(optional, { it })]).toEqual([it, { ok: true, value: {} }]);
    const withDefault = zodForm(field.default(good as never));
    const whatSilenceSays = await read(withDefault, {});
    for (const it of BLANKS)
      expect([it, await read(withDefault, { it })]).toEqual([it, whatSilenceSays]);
  });

  it.each<[string, z.ZodType, readonly Json[]]>([
    ['a text', z.string().optional(), ['', ' ']],
    ['a text with a default', z.string().default('x'), ['', ' ']],
    ['a list', z.array(z.enum(['a', 'b'])).optional(), [[]]],
    ['a choice that has it', z.enum(['', 'a']).optional(), ['']],
    ['a text of one letter at least', z.string().min(1).optional(), [' ']],
  ])('stays where it fits: %s', async (_, field, fitting) => {
    for (const it of fitting)
      expect(await read(zodForm(field), { it })).toEqual({ ok: true, value: { it } });
  });

  it.each<[string, JsonObject, readonly Json[]]>([
    ['a text', { type: 'string' }, ['', ' \t\n ']],
    ['a text with a least length', { type: 'string', minLength: 2 }, [' \t\n ']],
    ['a day', { type: 'string', format: 'date', default: '2026-01-01' }, []],
    ['a number', { type: 'number' }, []],
    ['a boolean', { type: 'boolean', default: true }, []],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, []],
    ['a titled choice', { type: 'string', oneOf: [{ const: 'a', title: 'A' }] }, []],
    ['several', { type: 'array', items: { type: 'string', enum: ['a'] } }, [[]]],
    ['one at least', { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 }, []],
  ])('is told apart so in a raw form as well: %s', async (_, field, fitting) => {
    for (const it of BLANKS)
      expect([it, await read(rawForm(field), { it })]).toEqual([
        it,
        { ok: true, value: fitting.some((one) => isDeepStrictEqual(one, it)) ? { it } : {} },
      ]);
  });

  it('is left out in a raw form whatever the field is called', async () => {
    const raw = { type: 'object', properties: { 'a b/c~d': { type: 'number' } } } as const;
    expect(await read(raw, { 'a b/c~d': '' })).toEqual({ ok: true, value: {} });
  });

  it('is left out where the check of the whole form names it, and never hides another problem', async () => {
    const pair = z
      .object({ from: z.string().optional(), to: z.string().optional(), n: z.int() })
      .refine(({ to }) => to !== '', { path: ['to'] });
    expect(await read(pair, { from: '', to: '', n: 1 })).toEqual({
      ok: true,
      value: { from: '', n: 1 },
    });
    expect(await read(pair, { to: '', n: 'x' })).toMatchObject({ ok: false, field: 'n' });
  });
});

describe('a field that must be there', () => {
  it('is never left out: a blank that does not fit is a misfit', async () => {
    for (const schema of [
      zodForm(z.email()),
      zodForm(z.boolean()),
      zodForm(z.enum(['no', 'yes'])),
      zodForm(z.array(z.enum(['a'])).min(1)),
      rawForm({ type: 'boolean' }, true),
      rawForm({ type: 'string', enum: ['no', 'yes'], default: 'yes' }, true),
    ])
      for (const it of BLANKS) expect(await read(schema, { it })).toMatchObject({ ok: false });
  });
});

describe('what is no blank', () => {
  it('is a misfit in a field that may be left out', async () => {
    expect(await read(zodForm(z.email().optional()), { it: 'a@b.co' })).toMatchObject({ ok: true });
    for (const it of ['x', 0, false, {}, [''], [null]])
      expect(await read(zodForm(z.email().optional()), { it })).toMatchObject({ ok: false });
    expect(await read(rawForm({ type: 'string', format: 'email' }), { it: 0 })).toMatchObject({
      ok: false,
    });
  });
});
