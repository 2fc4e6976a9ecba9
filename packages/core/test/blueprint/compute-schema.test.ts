import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileComponent } from '../../src/blueprint/compile.js';
import { Compute, Tool } from '../../src/index.js';
import { compileJsonSchema } from '../support/compile-json-schema.js';

const compiled = (schema: z.ZodType) => {
  @Tool({ name: 't', description: 'A test tool.' })
  class Timed {
    @Compute({ schema: schema as z.ZodAny }) at(): unknown {
      return 1;
    }
    run() {
      return 'done';
    }
  }
  return compileComponent(Timed, compileJsonSchema);
};

describe('a schema of a compute that makes no JSON', () => {
  it.each([
    ['date', z.coerce.date(), ''],
    ['date', z.object({ at: z.array(z.coerce.date()) }), 'at\\[\\]'],
    ['date', z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: String }), ''],
    ['bigint', z.object({ n: z.coerce.bigint().optional() }), 'n'],
    ['map', z.map(z.string(), z.string()).nullable(), ''],
  ])('is refused at start, by field and cure: %s', (type, schema, field) => {
    expect(compiled(z.object({ n: z.string().transform(Number) })).steps.get('at')).toBeDefined();
    const where = field === '' ? 'the schema' : `field "${field}"`;
    expect(() => compiled(schema)).toThrow(
      expect.objectContaining({
        code: 'invalid_schema',
        message: expect.stringMatching(`^Timed\\.at: @Compute, schema: ${where} makes a ${type}`),
      }),
    );
  });
});
