import { describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../src/json.js';
import { form, formParts } from '../../src/schema/form.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2, default: 'Jo' },
    age: { type: 'integer', minimum: 0 },
    size: { type: 'number', maximum: 1.5 },
    sure: { type: 'boolean' },
    single: { type: 'string', enum: ['a', 'b'], default: 'a' },
    titled: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
    legacy: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
    multi: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 },
    titledMulti: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
  },
  required: ['name'],
} as const satisfies JsonObject;
const one = (field: JsonObject): JsonObject => ({ type: 'object', properties: { it: field } });

describe('form of a raw JSON Schema', () => {
  it('is passed on as written, older titled choices included, and leaves the author’s object alone', () => {
    const { requestedSchema } = form(SCHEMA);
    expect(requestedSchema).toEqual(SCHEMA);
    expect(Object.isFrozen(requestedSchema.properties)).toBe(true);
    expect(Object.isFrozen(SCHEMA.properties)).toBe(false);
  });

  it('reads answers with the compiler handed in, compiled once', async () => {
    const compile = vi.fn(compileJsonSchema);
    const parts = formParts(form(SCHEMA));
    expect(await parts.read({ name: 'Ann', multi: ['a'] }, compile)).toEqual({
      ok: true,
      value: { name: 'Ann', multi: ['a'] },
    });
    expect(await parts.read({ name: 7 }, compile)).toEqual({ ok: false, problem: 'does not fit' });
    expect(await parts.read({ name: 'Ann', multi: ['a', 'a'] }, compile)).toMatchObject({
      ok: false,
      field: 'multi',
    });
    expect(compile).toHaveBeenCalledTimes(1);
  });

  it('hands on a copy of the named fields', async () => {
    const content = JSON.parse(
      '{"name":"Ann","multi":["a"],"stray":1,"__proto__":{"sure":true}}',
    ) as Record<string, Json>;
    const result = (await formParts(form(SCHEMA)).read(content, compileJsonSchema)) as {
      value: Record<string, unknown>;
    };
    expect(result.value).toEqual({ name: 'Ann', multi: ['a'] });
    expect(result.value.sure).toBeUndefined();
    expect(result.value.multi).not.toBe(content.multi);
  });

  it('fills in no defaults', async () => {
    const parts = formParts(form(one({ type: 'string', default: 'x' })));
    expect(await parts.read({}, compileJsonSchema)).toEqual({ ok: true, value: {} });
  });

  it.each<[string, JsonObject]>([
    ['another dialect', { ...SCHEMA, $schema: 'http://json-schema.org/draft-07/schema#' }],
    ['no properties', { type: 'object' }],
    ['another root', { type: 'string' }],
    ['keywords of the root', { ...SCHEMA, additionalProperties: false }],
    ['a required field it lacks', { ...SCHEMA, required: ['nobody'] }],
    ['a boolean schema', { type: 'object', properties: { it: true } }],
    ['a pattern', one({ type: 'string', pattern: 'x' })],
    ['another format', one({ type: 'string', format: 'uuid' })],
    ['no type', one({ title: 'x' })],
    ['two types', one({ type: ['string', 'null'] })],
    ['an object field', one({ type: 'object', properties: {} })],
    ['a list of text', one({ type: 'array', items: { type: 'string' } })],
    ['a list of anything', one({ type: 'array' })],
    ['untyped choices', one({ enum: ['a'] })],
    ['untyped choices of several', one({ type: 'array', items: { enum: ['a'] } })],
    ['untyped titled choices', one({ oneOf: [{ const: 'a', title: 'A' }] })],
    ['titled choices without a title', one({ type: 'string', oneOf: [{ const: 'a' }] })],
    ['number choices', one({ type: 'number', enum: [1] })],
    ['no choices', one({ type: 'string', enum: [] })],
    ['names that do not match', one({ type: 'string', enum: ['a', 'b'], enumNames: ['A'] })],
    ['a title that is no text', one({ type: 'boolean', title: 1 })],
    ['a bound that is no number', one({ type: 'number', minimum: '1' })],
    ['a length that is no count', one({ type: 'string', minLength: -1 })],
    ['a bad default', one({ type: 'string', maxLength: 1, default: 'ab' })],
  ])('refuses %s', (_, schema) => {
    expect(() => form(SCHEMA)).not.toThrow();
    expect(() => form(schema)).toThrow(
      expect.objectContaining({ name: 'ConfigError', code: 'invalid_schema' }),
    );
  });

  it('takes the marker of 2020-12', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(form({ $schema, ...SCHEMA }).requestedSchema).toEqual({ $schema, ...SCHEMA });
  });

  it('refuses what zod wrote for another dialect', async () => {
    const { z } = await import('zod');
    const zod = z.object({ name: z.string() });
    expect(() => form(z.toJSONSchema(zod, { io: 'input' }) as JsonObject)).not.toThrow();
    expect(() =>
      form(z.toJSONSchema(zod, { io: 'input', target: 'draft-7' }) as JsonObject),
    ).toThrow(/\$schema/);
  });
});
