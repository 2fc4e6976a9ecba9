import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from '../../src/errors.js';
import type { JsonObject } from '../../src/json.js';
import { form } from '../../src/schema/form.js';

/** The specification's own list, written out here once more. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  string: [
    'type',
    'title',
    'description',
    'minLength',
    'maxLength',
    'format',
    'enum',
    'oneOf',
    'default',
  ],
  number: ['type', 'title', 'description', 'minimum', 'maximum', 'default'],
  integer: ['type', 'title', 'description', 'minimum', 'maximum', 'default'],
  boolean: ['type', 'title', 'description', 'default'],
  array: ['type', 'title', 'description', 'minItems', 'maxItems', 'items', 'default'],
};

const count = fc.nat(20);
const base: fc.Arbitrary<z.ZodType> = fc.oneof(
  fc.record({ min: count, max: count }).map(({ min, max }) => z.string().min(min).max(max)),
  fc.constantFrom(
    ...[
      z.email(),
      z.url(),
      z.iso.date(),
      z.iso.datetime(),
      z.uuid(),
      z.ipv4(),
      z.base64(),
      z.stringbool(),
    ],
  ),
  fc
    .record({ min: fc.integer(), gt: fc.double({ noNaN: true, noDefaultInfinity: true }) })
    .map(({ min, gt }) => z.int().min(min).gt(gt)),
  fc.constantFrom<z.ZodType>(
    z.number(),
    z.number().positive(),
    z.number().multipleOf(2),
    z.int32(),
    z.float32(),
    z.boolean(),
    z.null(),
    z.any(),
    z.date(),
  ),
  fc
    .uniqueArray(fc.string(), { minLength: 1, maxLength: 4 })
    .map((values) => z.enum(values as [string])),
  fc
    .uniqueArray(fc.string(), { minLength: 1, maxLength: 4 })
    .map((values) => z.array(z.enum(values as [string])).min(1)),
  fc
    .array(fc.record({ value: fc.string(), title: fc.string() }), { minLength: 1, maxLength: 3 })
    .map((all) =>
      z.union(
        all.map(({ value, title }) => z.literal(value).meta({ title })) as unknown as [
          z.ZodLiteral<string>,
        ],
      ),
    ),
  fc.string().map((pattern) => z.string().regex(new RegExp(pattern.replace(/[^a-z]/g, '')))),
  fc.constantFrom(
    z.object({ deep: z.string() }),
    z.array(z.string()),
    z.record(z.string(), z.int()),
  ),
);
const field = base.chain((schema) =>
  fc.constantFrom<z.ZodType>(
    schema,
    schema.optional(),
    schema.meta({ title: 'T', examples: [1], vendor: 'x' }),
    schema.nullable(),
    schema.readonly(),
    schema.transform(String),
  ),
);

describe('form', () => {
  it('uses the listed keywords only, or refuses', () => {
    let converted = 0;
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), field, { maxKeys: 3 }),
        (shape) => {
          let schema: JsonObject;
          try {
            schema = form(z.object(shape)).requestedSchema;
          } catch (error) {
            expect(error).toBeInstanceOf(ConfigError);
            expect((error as ConfigError).code).toBe('invalid_schema');
            return;
          }
          converted++;
          expect(
            Object.keys(schema).every((keyword) =>
              ['type', 'properties', 'required'].includes(keyword),
            ),
          ).toBe(true);
          for (const property of Object.values(schema.properties as Record<string, JsonObject>)) {
            const listed = LISTED[property.type as string] ?? [];
            expect(Object.keys(property).filter((keyword) => !listed.includes(keyword))).toEqual(
              [],
            );
            if ('format' in property)
              expect(['email', 'uri', 'date', 'date-time']).toContain(property.format);
            if ('items' in property)
              expect(Object.keys(property.items as object).sort()).toSatisfy((keys: string[]) =>
                ['anyOf', 'enum,type'].includes(keys.join()),
              );
            if ('oneOf' in property)
              for (const option of property.oneOf as JsonObject[])
                expect(Object.keys(option)).toEqual(['const', 'title']);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(converted).toBeGreaterThan(20);
  });
});
