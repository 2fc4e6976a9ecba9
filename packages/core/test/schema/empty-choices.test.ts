import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, choices, createServer, form, Tool } from '../../src/index.js';

const start = (schema: z.ZodType, as: 'input' | 'output') => {
  class Deploy {
    run() {
      return {} as never;
    }
  }
  // biome-ignore lint/suspicious/noExplicitAny: a schema of any kind
  (Tool as any)({ name: 'deploy', description: 'Deploys.', [as]: schema })(Deploy);
  return createServer({ name: 's', version: '1', components: [Deploy] });
};

describe('a choice without a choice', () => {
  it.each<[string, () => z.ZodType, () => z.ZodType]>([
    ['enum', () => z.enum([]), () => z.enum(['a'])],
    ['literal', () => z.literal([]), () => z.literal(['a'])],
    ['union', () => z.union([]), () => z.union([z.string()])],
  ])('is refused at start, naming the field: %s', (type, empty, full) => {
    for (const as of ['input', 'output'] as const) {
      expect(() => start(z.object({ env: full() }), as)).not.toThrow();
      expect(() => start(z.object({ at: z.object({ env: empty().optional() }) }), as)).toThrow(
        expect.objectContaining({
          code: 'invalid_schema',
          message: expect.stringMatching(new RegExp(`"at.env" is an? ${type} without a value`)),
        }),
      );
    }
  });

  it('is refused in a form, as a list of choices, and among the asks of a step', () => {
    expect(() => form(z.object({ env: z.enum([]) }))).toThrow(/"env" .*without a value/);
    expect(() => choices({})).toThrow(/nothing to choose/);
    // biome-ignore lint/suspicious/noExplicitAny: passes what the types refuse
    expect(() => ask.all([ask.url('Look.', 'https://a.example/')] as any)).toThrow(
      /this is an array\. Name each/,
    );
  });
});
