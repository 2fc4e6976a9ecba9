import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { form, formParts } from '../../src/schema/form.js';
import { inputSchema, outputSchema } from '../../src/schema/input.js';
import { compileJsonSchema, noCompiler } from '../support/compile-json-schema.js';

const input = (schema: z.ZodType) =>
  inputSchema(z.object({ f: schema }), 'T: input', compileJsonSchema);
const output = (schema: z.ZodType) =>
  outputSchema(z.object({ f: schema }), 'T: output', compileJsonSchema);

/** What the official client makes of a listed schema. */
const fits = (json: object, value: unknown) =>
  new AjvJsonSchemaValidator().getValidator(json as never)(value).valid;

/** Whether the server takes a value in and out, and the official client agrees. */
function verdicts(schema: z.ZodType, f: unknown) {
  const [given, made] = [input(schema), output(schema)];
  const out = made.read({ f }) as { ok: boolean; value?: unknown };
  return {
    in: (given.read({ f }) as { ok: boolean }).ok,
    listedIn: fits(given.json, { f }),
    out: out.ok,
    listedOut: out.ok ? fits(made.json, out.value) : fits(made.json, { f }),
  };
}
const every = (ok: boolean) => ({ in: ok, listedIn: ok, out: ok, listedOut: ok });
const refusal = (pattern: RegExp) =>
  expect.objectContaining({ code: 'invalid_schema', message: expect.stringMatching(pattern) });

const A = z.object({ a: z.string() });
const B = z.object({ b: z.string() });

describe('an intersection of objects', () => {
  it.each([
    ['with a description', A.describe('A').and(B)],
    ['with a record', A.and(z.record(z.string(), z.string()))],
    ['that is read-only', A.readonly().and(B)],
    ['with an id', A.meta({ id: 'A' }).and(B)],
    ['that is lazy', z.lazy(() => A).and(B)],
    ['of three', A.and(B).and(z.object({ c: z.string().optional() }).describe('C'))],
  ])('lists what both sides take: %s', (_, schema) => {
    expect(verdicts(schema, { a: 'x', b: 'y' })).toEqual(every(true));
    expect(verdicts(schema, { b: 'y' })).toEqual(every(false));
  });

  it('lists what both sides take of their common members', () => {
    const nested = z.object({ n: A }).and(z.object({ n: B.describe('B') }));
    expect(verdicts(nested, { n: { a: 'x', b: 'y' } })).toEqual(every(true));
  });

  it('is refused where one side is closed to what the other names, by field and cure', () => {
    expect(
      verdicts(z.object({ n: z.strictObject({ a: z.string() }) }).and(B), { n: { a: '' }, b: '' }),
    ).toEqual(every(true));
    const closed = z.strictObject({ a: z.string() }).and(B);
    for (const listing of [input, output])
      expect(() => listing(closed)).toThrow(refusal(/field "f" is an intersection.*\.extend\(\)/));
  });
});

/** With a flag that older targets have no literal for. */
const sets = (source: string) => new RegExp(source, 'v');

describe('a regular expression', () => {
  it.each([
    [/^abc$/i, 'ABC', true],
    [/^[a-y]+$/i, 'ABZ', false],
    [/^\x61-b$/i, 'A-B', true],
    [/^a.c$/s, 'a\nc', true],
    [/^a.c$/, 'a\nc', false],
    [/^b$/m, 'a\nb', true],
    [/b/y, 'ab', false],
    [/^.$/u, '💩', true],
    [/^\p{Lu}$/u, 'É', true],
    [sets('^\\p{Lu}$'), 'é', false],
    [/^k$/iu, '\u212a', true],
    [/^[\w-.]+$/, 'a-.', true],
    [/a{/, 'a{', true],
  ])('is listed with its flags: %s for %j', (regex, text, ok) => {
    expect(verdicts(z.string().regex(regex), text)).toEqual(every(ok));
  });

  it.each([/^é$/i, /^(a)\1$/i, sets('^[\\p{L}--[a-z]]$')])(
    'is refused where no pattern says it: %s',
    (regex) => {
      for (const listing of [input, output])
        expect(() => listing(z.string().regex(regex))).toThrow(
          refusal(/field "f" has a regular.*refine/),
        );
    },
  );

  it('counts a character beyond the BMP as the list does, in and out', () => {
    expect(verdicts(z.string().regex(/^..$/), '💩')).toEqual(every(false));
    expect(verdicts(z.string().min(2), '💩')).toEqual(every(false));
  });
});

describe('a format', () => {
  it.each([
    ['a@b-.com', z.email(), true],
    ['a@localhost', z.email({ pattern: z.regexes.html5Email }), true],
    ['ä@ö.de', z.email({ pattern: z.regexes.unicodeEmail }), true],
    ['x', z.email(), false],
    ['http://exämple.com/', z.url(), true],
    ['http://a/{x}', z.url(), true],
    ['::ffff:1.2.3.4', z.ipv6(), true],
    ['2020-01-01T00:00:00+02:00', z.iso.datetime(), false],
    ['2020-01-01T00:00:00+02:00', z.iso.datetime({ offset: true }), true],
    ['2020-01-01T00:00:00', z.iso.datetime({ local: true }), true],
    ['PT1.5S', z.iso.duration(), true],
    ['123e4567-e89b-42d3-a456-426614174000', z.uuid(), true],
    ['2021-02-29', z.iso.date(), false],
  ])('is listed as zod checks it: %j', (text, schema, ok) => {
    expect(verdicts(schema, text)).toEqual(every(ok));
  });

  it('is told in words where only zod can check it', () => {
    const { properties } = input(z.url().describe('Where.')).json;
    expect(properties).toEqual({ f: { type: 'string', description: 'Where. A URL.' } });
    expect(input(z.url()).read({ f: 'no url' })).toMatchObject({ ok: false });
  });
});

describe('numbers', () => {
  it('are multiples as zod counts them', () => {
    expect(verdicts(z.number().multipleOf(0.01), 19.99)).toEqual(every(true));
    expect(input(z.number().multipleOf(0.01)).read({ f: 19.999 })).toMatchObject({ ok: false });
    expect(input(z.number().multipleOf(0.01)).json).toMatchObject({
      properties: { f: { description: 'A multiple of 0.01.' } },
    });
    expect(verdicts(z.int().multipleOf(3).multipleOf(2), 6)).toEqual(every(true));
    expect(verdicts(z.int().multipleOf(3).multipleOf(2), 3)).toEqual(every(false));
  });
});

describe('what may be undefined', () => {
  it('is not listed as required of a result', () => {
    for (const schema of [z.any(), z.unknown(), z.union([z.string(), z.any()]), z.any().nullable()])
      expect(verdicts(schema, undefined)).toMatchObject({ out: true, listedOut: true });
  });

  it('may be left out at the end of a tuple', () => {
    const pair = z.tuple([z.string(), z.number().optional()]);
    expect(verdicts(pair, ['a'])).toEqual(every(true));
    expect(verdicts(pair, ['a', 1])).toEqual(every(true));
    for (const wrong of [[], ['a', 1, 2], ['a', 'b']])
      expect(verdicts(pair, wrong)).toEqual(every(false));
  });

  it('is no file: z.file() is refused by field, in and out', () => {
    for (const listing of [input, output])
      expect(() => listing(z.file())).toThrow(refusal(/field "f" is a zod file.*base64/));
  });
});

describe('what makes its own of a value', () => {
  it.each([
    ['5', z.coerce.number()],
    ['x', z.number().catch(0)],
    ['a,b', z.preprocess((v) => (typeof v === 'string' ? v.split(',') : v), z.array(z.string()))],
    [' a ', z.string().trim().max(1)],
    ['A', z.string().toLowerCase().startsWith('a')],
  ])('is listed as taking it: %j', (value, schema) => {
    expect(verdicts(schema, value)).toMatchObject({ in: true, listedIn: true });
  });

  it('lists of a result what it made', () => {
    expect(verdicts(z.string().min(3).trim(), ' a ')).toMatchObject({ out: true, listedOut: true });
  });
});

describe('what an author says in .meta()', () => {
  it('is listed, and enforced: the server takes no more than its list', () => {
    const schema = z.number().meta({ maximum: 5 });
    expect(verdicts(schema, 5)).toEqual(every(true));
    expect(verdicts(schema, 6)).toEqual(every(false));
  });

  it('does not compile when it is no schema, which createServer says by class', () => {
    expect(() => input(z.string().meta({ pattern: '(' }))).toThrow(refusal(/^T: input: .*compile/));
  });
});

describe('an error about a schema', () => {
  const two = () => ({
    x: A.meta({ id: 'Same' }),
    y: z.object({ list: z.array(B.meta({ id: 'Same' })) }),
  });

  it('names both fields of one id', () => {
    const schema = z.object(two());
    expect(() => inputSchema(schema, 'T: input', compileJsonSchema)).toThrow(
      refusal(/field "y\.list\[\]" has the id "Same" of another schema, x/),
    );
  });

  it('names a field that is of another zod', () => {
    const old = { _def: { typeName: 'ZodString' }, parse: () => '' } as never;
    for (const [schema, field] of [
      [z.object({ a: z.object({ b: old }) }), 'a.b'],
      [z.object({ a: z.array(old) }), 'a[]'],
      [z.object({ a: z.union([z.string(), old]) }), 'a'],
    ] as const)
      expect(() => inputSchema(schema, 'T: input', compileJsonSchema)).toThrow(
        refusal(new RegExp(`field "${field.replace(/[[\].]/g, '\\$&')}" is not of zod 4`)),
      );
  });

  it('names a literal and an enum that JSON cannot say', () => {
    expect(() => input(z.literal(Number.NaN))).toThrow(refusal(/field "f" is a zod literal/));
    expect(() => input(z.enum([]))).toThrow(refusal(/field "f" is an enum without a value/));
  });
});

describe('a time in a form', () => {
  const read = async (schema: z.ZodType, at: unknown) =>
    formParts(form(z.object({ at: schema as z.ZodString }))).read({ at } as never, noCompiler);

  it('is taken as the client was told, in any offset, and handed out as zod has it', async () => {
    for (const [sent, got] of [
      ['2020-01-01T02:00:00+02:00', '2020-01-01T00:00:00Z'],
      ['2020-01-01t00:00:00.125z', '2020-01-01T00:00:00.125Z'],
      ['2019-12-31T22:30:00-01:30', '2020-01-01T00:00:00Z'],
      ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ])
      expect(await read(z.iso.datetime(), sent)).toMatchObject({ ok: true, value: { at: got } });
    const kept = '2020-01-01T02:00:00+02:00';
    expect(await read(z.iso.datetime({ offset: true }), kept)).toMatchObject({
      value: { at: kept },
    });
  });

  it('is a misfit where it is no time', async () => {
    for (const sent of ['2020-02-30T02:00:00+02:00', '2020-01-01', '2020-01-01T00:00:00+99:00', 7])
      expect(await read(z.iso.datetime(), sent)).toMatchObject({ ok: false });
  });
});
