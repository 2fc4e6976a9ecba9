import { describe, expect, it, vi } from 'vitest';

describe.each(['zod', 'zod-oldest'])('with %s, a root with an id', (version) => {
  const loaded = async () => {
    vi.resetModules();
    vi.doMock('zod', () => (version === 'zod' ? vi.importActual('zod') : import('zod-oldest')));
    const { z } = await import('zod');
    const { inputSchema, outputSchema } = await import('../../src/schema/input.js');
    const { compileJsonSchema } = await import('../support/compile-json-schema.js');
    return { z, inputSchema, outputSchema, compile: compileJsonSchema };
  };

  it('is listed at the root, by its type, without zod’s own tag', async () => {
    const { z, inputSchema, outputSchema, compile } = await loaded();
    const Root = z.object({ a: z.string() }).meta({ id: 'Root', title: 'R' });
    const expected = {
      type: 'object',
      title: 'R',
      properties: { a: { type: 'string' } },
      required: ['a'],
    };
    expect(inputSchema(Root, 'T: input', compile).json).toEqual(expected);
    expect(outputSchema(Root, 'T: output', compile).json).toEqual({
      ...expected,
      additionalProperties: false,
    });
    vi.doUnmock('zod');
  });

  it('is listed at the root also where it refers to itself', async () => {
    const { z, inputSchema, compile } = await loaded();
    const Tree: import('zod').ZodType = z
      .object({ name: z.string(), kids: z.array(z.lazy(() => Tree)) })
      .meta({ id: 'Tree' });
    const { json, read } = inputSchema(Tree, 'T: input', compile);
    expect(json.type).toBe('object');
    expect(read({ name: 'a', kids: [{ name: 'b', kids: [] }] })).toMatchObject({ ok: true });
    expect(read({ name: 'a', kids: [{ name: 1, kids: [] }] })).toMatchObject({ ok: false });
    vi.doUnmock('zod');
  });
});
