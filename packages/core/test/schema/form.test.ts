import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from '../../src/errors.js';
import type { Json } from '../../src/json.js';
import { choices } from '../../src/schema/choices.js';
import { form, formParts } from '../../src/schema/form.js';
import { noCompiler } from '../support/compile-json-schema.js';

const shown = (shape: z.ZodRawShape) => form(z.object(shape)).requestedSchema;
const field = (schema: z.ZodType) => (shown({ it: schema }).properties as Record<string, Json>).it;
const read = (shape: z.ZodRawShape, content: Json) =>
  formParts(form(z.object(shape))).read(content, noCompiler);

describe('form of a zod object', () => {
  it('is a flat object with its required fields, without a dialect marker, frozen', () => {
    const schema = shown({ name: z.string(), nick: z.string().optional() });
    expect(schema).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, nick: { type: 'string' } },
      required: ['name'],
    });
    expect(
      Object.isFrozen(schema) &&
        Object.isFrozen(schema.properties) &&
        Object.isFrozen(schema.required),
    ).toBe(true);
    expect(shown({})).toEqual({ type: 'object', properties: {} });
  });

  it.each<[string, z.ZodType, Json]>([
    ['string bounds', z.string().min(3).max(50), { type: 'string', minLength: 3, maxLength: 50 }],
    [
      'a title and a description',
      z.string().meta({ title: 'T', description: 'D' }),
      { type: 'string', title: 'T', description: 'D' },
    ],
    ['an email, without its pattern', z.email(), { type: 'string', format: 'email' }],
    [
      'an email in another of zod’s spellings',
      z.email({ pattern: z.regexes.html5Email }),
      { type: 'string', format: 'email' },
    ],
    [
      'an email by method',
      z.string().email().max(40),
      { type: 'string', format: 'email', maxLength: 40 },
    ],
    ['a URL', z.url(), { type: 'string', format: 'uri' }],
    ['a date, without its pattern', z.iso.date(), { type: 'string', format: 'date' }],
    [
      'a date and time, without its pattern',
      z.iso.datetime(),
      { type: 'string', format: 'date-time' },
    ],
    [
      'a date and time with offset',
      z.iso.datetime({ offset: true }),
      { type: 'string', format: 'date-time' },
    ],
    ['a number', z.number().min(0.5).max(2), { type: 'number', minimum: 0.5, maximum: 2 }],
    ['an integer, without safe-integer bounds', z.int(), { type: 'integer' }],
    ['an integer with one bound', z.int().min(1), { type: 'integer', minimum: 1 }],
    ['a positive integer, inclusively', z.int().positive(), { type: 'integer', minimum: 1 }],
    [
      'an integer below a fraction, inclusively',
      z.int().lt(2.5).gt(-1.5),
      { type: 'integer', minimum: -1, maximum: 2 },
    ],
    [
      '32-bit bounds, which mean something',
      z.int32(),
      { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
    ],
    ['a boolean', z.boolean(), { type: 'boolean' }],
    [
      'a schema with an id',
      z.string().min(1).meta({ id: 'form-test-name', title: 'Name' }),
      { type: 'string', minLength: 1, title: 'Name' },
    ],
    ['a refined string', z.string().refine((text) => text !== 'no'), { type: 'string' }],
    ['a transformed string', z.string().transform((text) => text.length), { type: 'string' }],
    ['text that zod reads as a boolean', z.stringbool(), { type: 'string' }],
    ['a readonly, branded string', z.string().brand('x').readonly(), { type: 'string' }],
  ])('writes %s with listed keywords only', (_, schema, expected) => {
    expect(field(schema)).toEqual(expected);
  });

  it.each<[string, z.ZodType, RegExp]>([
    ['a pattern by annotation', z.string().meta({ pattern: '^a' }), /pattern.*\.regex/],
    ['a UUID', z.uuid(), /uuid.*\.regex/],
    ['a UUID with a prefix', z.uuid().startsWith('0'), /uuid/],
    ['base64', z.base64(), /base64|contentEncoding/],
    ['an exclusive bound', z.number().positive(), /exclusiveMinimum.*\.min\(\)/],
    ['multiples', z.number().multipleOf(5), /multipleOf/],
    ['a nested object', z.object({ deep: z.string() }), /flat/],
    ['a record', z.record(z.string(), z.string()), /flat/],
    ['a list of text', z.array(z.string()), /z\.array\(z\.enum/],
    ['a list of lists', z.array(z.array(z.enum(['a']))), /z\.array\(z\.enum/],
    ['a tuple', z.tuple([z.string()]), /z\.array\(z\.enum/],
    ['a union of types', z.union([z.string(), z.number()]), /union/],
    ['number choices', z.literal([1, 2]), /strings/],
    ['a number enum', z.enum({ One: 1, Two: 2 }), /strings/],
    ['choices of two types', z.union([z.literal('a'), z.literal(1)]), /strings/],
    ['a list of number choices', z.array(z.literal([1, 2])), /strings/],
    ['null', z.string().nullable(), /null.*optional/],
    ['a null choice', z.enum(['a']).nullable(), /null.*optional/],
    ['null alone', z.null(), /null/],
    ['anything', z.any(), /flat/],
    ['nothing', z.never(), /no|not/],
    ['a fallback for wrong answers', z.boolean().catch(true), /catch/],
    ['a preprocessed boolean', z.preprocess(Boolean, z.boolean()), /preprocessed/],
    ['a coerced boolean', z.coerce.boolean(), /z\.boolean\(\), or z\.stringbool\(\)/],
    ['a coerced number', z.coerce.number().optional(), /z\.number\(\)/],
    ['a set', z.set(z.string()), /z\.array\(\)/],
    ['a date object', z.date(), /z\.iso\.date/],
    ['a bigint', z.bigint(), /bigint/],
  ])('refuses %s, naming the field', (_, schema, cure) => {
    expect(shown({ fine: z.string() })).toHaveProperty('properties.fine');
    const convert = () => shown({ fine: z.string(), it: schema });
    expect(convert).toThrow(
      expect.objectContaining({ name: 'ConfigError', code: 'invalid_schema' }),
    );
    expect(convert).toThrow(/"it"/);
    expect(convert).toThrow(cure);
  });

  it('refuses a root that is not a closed object', () => {
    for (const schema of [
      z.looseObject({ a: z.string() }),
      z.object({ a: z.string() }).catchall(z.string()),
    ]) {
      expect(() => form(schema)).toThrow(ConfigError);
    }
    for (const other of [
      z.string(),
      z.union([z.object({}), z.object({})]),
      'x',
      undefined,
      { _def: {} },
    ]) {
      // @ts-expect-error only an object is a form
      expect(() => form(other)).toThrow(ConfigError);
    }
    expect(form(z.strictObject({ a: z.string() })).requestedSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    });
  });

  it('reads answers by zod, checks it could not show included', async () => {
    const shape = {
      even: z.int().refine((n) => n % 2 === 0, 'must be even'),
      name: z.string().transform((name) => name.toUpperCase()),
    };
    expect(await read(shape, { even: 2, name: 'a', stray: 1 })).toEqual({
      ok: true,
      value: { even: 2, name: 'A' },
    });
    expect(await read(shape, { even: 3, name: 'a' })).toEqual({
      ok: false,
      problem: 'even: must be even',
      field: 'even',
      misfits: ['even'],
    });
  });

  it('reads asynchronous checks', async () => {
    const shape = { name: z.string().refine(async (name) => name === 'a', 'unknown') };
    expect(await read(shape, { name: 'a' })).toEqual({ ok: true, value: { name: 'a' } });
    expect(await read(shape, { name: 'SECRET' })).toEqual({
      ok: false,
      problem: 'name: unknown',
      field: 'name',
      misfits: ['name'],
    });
  });

  it.each<Json>(['false', 'False', 'true', '0', 0, 1, 'no', null, [], {}])(
    'coerces nothing to a boolean: %j',
    async (value) => {
      expect(await read({ confirm: z.boolean() }, { confirm: false })).toEqual({
        ok: true,
        value: { confirm: false },
      });
      expect(await read({ confirm: z.boolean() }, { confirm: value })).toMatchObject({
        ok: false,
        field: 'confirm',
      });
    },
  );

  it('takes 3.0 for an integer, and no text or fraction', async () => {
    expect(await read({ n: z.int() }, JSON.parse('{"n":3.0}'))).toEqual({
      ok: true,
      value: { n: 3 },
    });
    for (const n of JSON.parse('["3", "3abc", 3.5, 9007199254740993, 1e999, true]'))
      expect(await read({ n: z.int() }, { n })).toMatchObject({ ok: false, field: 'n' });
  });

  it('names fields, never values', async () => {
    const shape = {
      a: z.enum(['x', 'y']),
      b: z.email(),
      c: z.int().max(3),
      d: z.union([z.literal('q'), z.literal('r')]),
      e: z.string().max(2),
      f: z.boolean(),
    };
    const result = await read(shape, {
      a: 'SECRET',
      b: 'SECRET',
      c: 987654,
      d: 'SECRET',
      e: 'SECRET',
      f: 'SECRET',
    });
    expect(result).toMatchObject({
      ok: false,
      field: 'a',
      problem: expect.stringMatching(/^a: .*; b: .*; c: /),
    });
    expect(JSON.stringify(result)).not.toMatch(/SECRET|987654/);
  });

  it('cuts what could be the client’s own text', async () => {
    const strict = formParts(form(z.strictObject({ a: z.string() })));
    const result = await strict.read({ a: 'x', ['k'.repeat(10_000)]: 1 }, noCompiler);
    expect(result).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^Unrecognized key/),
    });
    expect(JSON.stringify(result).length).toBeLessThan(400);
  });
});

describe('choices', () => {
  const titled = [
    { const: 'r', title: 'Red' },
    { const: 'g', title: 'Green' },
  ];
  const colours = choices({ r: 'Red', g: 'Green' });

  it.each<[string, z.ZodType, Json]>([
    ['one of', z.enum(['r', 'g']).default('r'), { type: 'string', enum: ['r', 'g'], default: 'r' }],
    [
      'one of, titled',
      colours.default('g').describe('Pick'),
      { type: 'string', oneOf: titled, default: 'g', description: 'Pick' },
    ],
    [
      'several of',
      z
        .array(z.enum(['r', 'g']))
        .min(1)
        .max(2),
      { type: 'array', items: { type: 'string', enum: ['r', 'g'] }, minItems: 1, maxItems: 2 },
    ],
    [
      'several of, titled',
      z.array(colours).default(['r']),
      { type: 'array', items: { anyOf: titled }, default: ['r'] },
    ],
    ['literals', z.literal(['r', 'g']), { type: 'string', enum: ['r', 'g'] }],
    ['one literal', z.literal('r'), { type: 'string', enum: ['r'] }],
    [
      'a union of literals',
      z.union([z.literal('r'), z.literal('g')]),
      { type: 'string', enum: ['r', 'g'] },
    ],
    [
      'a union of enums',
      z.union([z.enum(['r']), z.literal('g')]),
      { type: 'string', enum: ['r', 'g'] },
    ],
    [
      'a union of literals with some titles',
      z.union([z.literal('r').meta({ title: 'Red' }), z.literal('g')]),
      { type: 'string', oneOf: [titled[0] as Json, { const: 'g', title: 'g' }] },
    ],
    [
      'a shared enum',
      z.array(z.enum(['r', 'g']).meta({ id: 'form-test-colour' })),
      { type: 'array', items: { type: 'string', enum: ['r', 'g'] } },
    ],
  ])('writes %s in one of the four shapes', (_, schema, expected) => {
    expect(field(schema)).toEqual(expected);
  });

  it('accepts values, never titles', async () => {
    expect(await read({ colour: colours }, { colour: 'r' })).toEqual({
      ok: true,
      value: { colour: 'r' },
    });
    const result = await read({ colour: colours }, { colour: 'Red' });
    expect(result).toEqual({
      ok: false,
      field: 'colour',
      misfits: ['colour'],
      problem: 'colour: Invalid option: expected one of "r"|"g"',
    });
  });

  it('takes each of several values once, and only offered ones', async () => {
    const several = { colours: z.array(colours).min(1) };
    expect(await read(several, { colours: ['g', 'r'] })).toEqual({
      ok: true,
      value: { colours: ['g', 'r'] },
    });
    for (const wrong of [['r', 'r'], ['blue'], [], 'r'])
      expect(await read(several, { colours: wrong })).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/^colours/),
      });
  });

  it('refuses an offer that is empty or has a value twice', () => {
    expect(() => choices({})).toThrow(ConfigError);
    expect(() => field(z.union([z.literal('a'), z.literal('a')]))).toThrow(/twice/);
  });
});

describe('defaults', () => {
  it.each<[string, z.ZodType, Json]>([
    ['text', z.string().default('x'), 'x'],
    ['a number', z.number().default(95.5), 95.5],
    ['an integer', z.int().default(30), 30],
    ['a boolean', z.boolean().default(false), false],
    ['a choice', z.enum(['a', 'b']).default('b'), 'b'],
    ['choices', z.array(z.enum(['a', 'b'])).default(['a']), ['a']],
    [
      'an optional default',
      z
        .array(z.enum(['a']))
        .optional()
        .default([]),
      [],
    ],
    ['a prefault', z.string().prefault('q'), 'q'],
  ])('shows %s, makes the field optional, and fills it in on accept', async (_, schema, value) => {
    expect(shown({ it: schema })).not.toHaveProperty('required');
    expect(shown({ it: schema })).toHaveProperty('properties.it.default', value);
    expect(await read({ it: schema }, {})).toEqual({ ok: true, value: { it: value } });
  });

  it.each<[string, z.ZodType]>([
    ['outside the choices', z.enum(['a']).default('b' as 'a')],
    ['outside the choices of several', z.array(z.enum(['a'])).default(['b' as 'a'])],
    ['twice in several', z.array(z.enum(['a'])).default(['a', 'a'])],
    ['above the bound', z.int().max(3).default(4)],
    ['below the length', z.string().min(3).default('ab')],
    ['a fraction', z.int().default(1.5)],
    ['of another type', z.boolean().default('true' as unknown as boolean)],
    ['against its format', z.email().default('nobody')],
    [
      'against a check of the author’s',
      z
        .string()
        .refine((text) => text.startsWith('y'))
        .default('no'),
    ],
  ])('refuses a default that is %s', (_, schema) => {
    expect(() => shown({ it: schema })).toThrow(
      expect.objectContaining({
        code: 'invalid_schema',
        message: expect.stringContaining('"it" has a default'),
      }),
    );
  });

  it('refuses a default that differs between two conversions', () => {
    let count = 0;
    expect(field(z.int().default(() => 3))).toEqual({ type: 'integer', default: 3 });
    expect(() => shown({ it: z.int().default(() => count++) })).toThrow(
      /"it" has a default that differs/,
    );
  });
});
