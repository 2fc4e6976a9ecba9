import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { promptArguments } from '../../src/schema/prompt-arguments.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';

const compiled = (schema: unknown) => promptArguments(schema, 'Review: input', compileJsonSchema);

describe('promptArguments', () => {
  it('lists names, titles, descriptions and what is required, frozen', () => {
    const { list } = compiled(
      z.object({
        file: z.string().meta({ title: 'File', description: 'What to review' }),
        tone: z.enum(['kind', 'blunt']).describe('How to say it').optional(),
        depth: z.coerce.number().default(1),
      }),
    );
    expect(list).toEqual([
      { name: 'file', title: 'File', description: 'What to review', required: true },
      { name: 'tone', description: 'How to say it' },
      { name: 'depth' },
    ]);
    expect(Object.isFrozen(list)).toBe(true);
  });

  it('reads strings by the schema', async () => {
    const { read } = compiled(
      z.object({
        file: z.string(),
        depth: z.coerce.number().default(1),
        draft: z.stringbool().optional(),
      }),
    );
    expect(await read({ file: 'a', depth: '3', draft: 'no' })).toEqual({
      ok: true,
      value: { file: 'a', depth: 3, draft: false },
    });
    expect(await read(undefined)).toMatchObject({ ok: false, problems: [{ field: 'file' }] });
  });

  it.each<[string, z.ZodType]>([
    ['text', z.iso.date()],
    ['a literal', z.literal('a')],
    ['a union that takes text', z.union([z.int(), z.string()])],
    ['a template', z.templateLiteral(['v', z.number()])],
    ['preprocessed text', z.preprocess(String, z.int())],
    ['a date made of text', z.coerce.date()],
    ['a codec of text', z.codec(z.string(), z.int(), { decode: Number, encode: String })],
  ])('takes %s', (_, schema) => {
    expect(compiled(z.object({ it: schema })).list).toHaveLength(1);
  });

  it.each<[string, z.ZodType]>([
    ['a number', z.number()],
    ['a boolean', z.boolean().optional()],
    ['a coerced boolean', z.coerce.boolean()],
    ['an object', z.object({})],
    ['a list', z.array(z.string())],
    ['number choices', z.enum({ One: 1 })],
    ['a number literal', z.literal(1)],
  ])('refuses %s, naming the argument', (_, schema) => {
    expect(() => compiled(z.object({ it: z.string() }))).not.toThrow();
    expect(() => compiled(z.object({ it: schema }))).toThrow(
      expect.objectContaining({
        code: 'invalid_schema',
        message: expect.stringMatching(/^Review: input: argument "it"/),
      }),
    );
  });

  it('reads a raw JSON Schema too', async () => {
    const schema = {
      type: 'object',
      properties: {
        file: { type: 'string', title: 'File', description: 'D' },
        tone: { type: 'string' },
      },
      required: ['file'],
    };
    const { list, read } = compiled(schema);
    expect(list).toEqual([
      { name: 'file', title: 'File', description: 'D', required: true },
      { name: 'tone' },
    ]);
    expect(await read({ file: 'a' })).toEqual({ ok: true, value: { file: 'a' } });
    expect(() => compiled({ type: 'object', properties: { n: { type: 'integer' } } })).toThrow(
      /argument "n"/,
    );
  });

  it('has no arguments without a schema', () => {
    expect(compiled(undefined).list).toEqual([]);
    expect(() => compiled(z.string())).toThrow(/z\.object/);
  });
});
