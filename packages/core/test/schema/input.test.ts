import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchema, outputSchema } from '../../src/schema/input.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';

const WHERE = 'Deploy: input';
const input = (schema: unknown) => inputSchema(schema, WHERE, compileJsonSchema);
const output = (schema: unknown) => outputSchema(schema, 'Deploy: output', compileJsonSchema);
const refusal = (pattern: RegExp) =>
  expect.objectContaining({
    name: 'ConfigError',
    code: 'invalid_schema',
    message: expect.stringMatching(pattern),
  });

describe('inputSchema', () => {
  it('lists what may be left out as optional, and no dialect marker', () => {
    const schema = z.object({
      n: z.int().default(3),
      list: z.array(z.string()).optional().default([]),
      pre: z.string().prefault('x'),
      text: z.string().transform(Number),
      must: z.boolean(),
    });
    const { json } = inputSchema(schema, WHERE, compileJsonSchema);
    expect(json).not.toHaveProperty('$schema');
    expect(json).not.toHaveProperty('additionalProperties');
    expect(json.required).toEqual(['text', 'must']);
    expect(json).toMatchObject({
      type: 'object',
      properties: { n: { default: 3 }, list: { default: [] }, text: { type: 'string' } },
    });
    expect(Object.isFrozen(json.properties)).toBe(true);
  });

  it('reads by zod, with problems that name fields and no values', async () => {
    const { read } = input(
      z.object({ env: z.enum(['staging', 'prod']), deep: z.object({ list: z.array(z.int()) }) }),
    );
    expect(await read({ env: 'prod', deep: { list: [1] }, stray: 1 })).toEqual({
      ok: true,
      value: { env: 'prod', deep: { list: [1] } },
    });
    const result = await read({ env: 'SECRET', deep: { list: [1, 'SECRET'] } });
    expect(result).toMatchObject({
      ok: false,
      problems: [{ field: 'env' }, { field: 'deep.list[1]' }],
    });
    expect(JSON.stringify(result)).not.toContain('SECRET');
  });

  it.each([null, [], 'x', 1, JSON.parse('{"__proto__":{"env":"prod"}}')])(
    'reads %j without throwing',
    async (value) => {
      expect(await input(z.object({ env: z.string() })).read({ env: 'prod' })).toMatchObject({
        ok: true,
      });
      expect(await input(z.object({ env: z.string() })).read(value)).toMatchObject({ ok: false });
    },
  );

  it('reads absent arguments as none', async () => {
    expect(await input(z.object({ env: z.string().default('staging') })).read(undefined)).toEqual({
      ok: true,
      value: { env: 'staging' },
    });
    expect(await input({ type: 'object', required: ['env'] }).read(undefined)).toMatchObject({
      ok: false,
    });
  });

  it('takes no arguments when there is no schema', async () => {
    const { json, read } = input(undefined);
    expect(json).toEqual({ type: 'object', additionalProperties: false });
    expect([await read(undefined), await read({ stray: 1 })]).toEqual([
      { ok: true, value: {} },
      { ok: true, value: {} },
    ]);
    expect(await read([])).toMatchObject({ ok: false });
  });

  it.each<[string, z.ZodType, RegExp]>([
    ['date', z.date(), /z\.iso\.date\(\)/],
    ['bigint', z.bigint(), /z\.int\(\)/],
    ['set', z.set(z.string()), /z\.array\(\)/],
    ['map', z.map(z.string(), z.string()), /z\.record\(\)/],
    ['custom', z.custom(), /refine/],
    ['literal', z.literal([undefined, 'a']), /literals/],
  ])('refuses a %s at start, naming class and field', (type, schema, cure) => {
    const nested = (it: z.ZodType) =>
      z.object({ fine: z.string(), a: z.object({ list: z.array(it) }) });
    expect(() => input(nested(z.string()))).not.toThrow();
    expect(() => input(nested(schema))).toThrow(
      refusal(new RegExp(`^Deploy: input: field "a\\.list\\[\\]" is a zod ${type}`)),
    );
    expect(() => input(nested(schema))).toThrow(cure);
  });

  it('refuses a root that is no object', () => {
    for (const schema of [
      z.string(),
      z.union([z.object({}), z.object({ a: z.string() })]),
      { type: 'string' },
      {},
    ]) {
      expect(() => input(schema)).toThrow(refusal(/^Deploy: input: arguments are an object/));
    }
    expect(() => input('x')).toThrow(refusal(/^Deploy: input/));
  });

  it('lists a raw JSON Schema as written and reads by the compiler', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { env: { $anchor: 'env', enum: ['prod'] } },
      properties: { env: { $ref: '#/$defs/env' } },
      if: { required: ['x'] },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { required: ['env'] },
      additionalProperties: false,
    };
    const { json, read } = input(schema);
    expect(json).toEqual(schema);
    expect(await read({ env: 'prod' })).toEqual({ ok: true, value: { env: 'prod' } });
    const result = await read({ env: 'SECRET' });
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result)).not.toContain('SECRET');
  });

  it('refuses another dialect, and a raw schema that does not compile', () => {
    const zod = z.object({ a: z.string() });
    expect(() => input(z.toJSONSchema(zod))).not.toThrow();
    expect(() => input(z.toJSONSchema(zod, { target: 'draft-7' }))).toThrow(
      refusal(/\$schema must be "https:\/\/json-schema\.org\/draft\/2020-12\/schema"/),
    );
    expect(() =>
      input({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }),
    ).toThrow(refusal(/\$schema/));
    expect(() => input({ $schema: 7, type: 'object' })).toThrow(refusal(/\$schema/));
    expect(() => input({ type: 'object', properties: { a: { type: 'nonsense' } } })).toThrow(
      refusal(/does not compile/),
    );
  });

  it('refuses schemas of other libraries', () => {
    expect(() =>
      input({ '~standard': { version: 1, vendor: 'other', validate: () => ({ value: 1 }) } }),
    ).toThrow(refusal(/zod 4/));
    expect(() => input({ _def: { typeName: 'ZodObject' } })).toThrow(refusal(/zod 4/));
  });
});

describe('outputSchema', () => {
  it('describes and checks the finished value', async () => {
    const { json, read } = output(z.object({ id: z.int(), tag: z.string().default('latest') }));
    expect(json).toMatchObject({
      type: 'object',
      required: ['id', 'tag'],
      additionalProperties: false,
    });
    expect(await read({ id: 1, stray: 2 })).toEqual({ ok: true, value: { id: 1, tag: 'latest' } });
    expect(await read({ id: 'x' })).toMatchObject({ ok: false, problems: [{ field: 'id' }] });
  });

  it('takes any root, and a raw JSON Schema', async () => {
    expect(output(z.array(z.string())).json).toMatchObject({ type: 'array' });
    expect(await output({ type: 'integer' }).read(3)).toEqual({ ok: true, value: 3 });
  });

  it('refuses a transform, which input may have', () => {
    const schema = z.object({ a: z.object({ n: z.string().transform(Number) }) });
    expect(() => input(schema)).not.toThrow();
    expect(() => output(schema)).toThrow(
      refusal(/^Deploy: output: field "a\.n" is a zod transform/),
    );
  });
});
