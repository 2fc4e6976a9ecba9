import { toJSONSchema } from 'zod';
import { ConfigError } from '../errors.js';
import { freezeDeep, type JsonObject, own } from '../json.js';
import type { ZodSchema } from './zod-schema.js';

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Types that have no JSON form, with what to write instead. Transforms have none in output mode only. */
const CURES: Readonly<Record<string, string>> = {
  date: 'take z.iso.date() or z.iso.datetime() and build the Date yourself',
  bigint: 'take z.int() or digits in a z.string()',
  set: 'take z.array()',
  map: 'take z.record()',
  custom: 'take the JSON type it arrives as, and .refine() it',
  symbol: 'take z.string()',
  undefined: 'use .optional() on the JSON type',
  void: 'use .optional() on the JSON type',
  function: 'take data only',
  nan: 'take z.number()',
  literal: 'take string, number, boolean or null literals only',
  promise: 'await it and describe what it resolves to',
  transform: 'describe the finished value, and transform it before you return it',
};

/**
 * Converts a zod schema to JSON Schema 2020-12, without the marker (absent means 2020-12; spec: basic/index, JSON Schema
 * Usage). `input` describes what may be received, `output` what comes of it.
 * @throws ConfigError `invalid_schema`, naming `where`, the field's path and the cure, for a type that has no JSON form.
 */
export function convert(schema: ZodSchema, io: 'input' | 'output', where: string): JsonObject {
  try {
    const { $schema: _, ...json } = toJSONSchema(schema as never, {
      io,
      target: 'draft-2020-12',
    }) as JsonObject;
    // Through JSON: what is listed must be what was checked, and zod marks its result with a hidden member.
    return JSON.parse(JSON.stringify(json)) as JsonObject;
  } catch (cause) {
    throw new ConfigError('invalid_schema', `${where}: ${whatIsWrong(schema, io)}`, { cause });
  }
}

/** zod's own error names the type but not the field, so a second, lenient conversion looks for it. */
function whatIsWrong(schema: ZodSchema, io: 'input' | 'output'): string {
  const found: { path: string; type: string }[] = [];
  try {
    toJSONSchema(schema as never, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, path }) => {
        const { def } = (zodSchema as unknown as ZodSchema)._zod;
        if (unrepresentable(def.type, def.values, io))
          found.push({ path: fieldPath(path), type: def.type });
      },
    });
  } catch {
    // Reported below without a field.
  }
  const [first] = found;
  if (first === undefined) return 'this schema cannot be written as JSON Schema';
  const subject = first.path === '' ? 'the schema' : `field "${first.path}"`;
  return `${subject} is a zod ${first.type}, which has no JSON Schema${io === 'output' ? ' for output' : ''}: ${CURES[first.type]}`;
}

function unrepresentable(type: string, values: unknown, io: 'input' | 'output'): boolean {
  if (type === 'transform') return io === 'output';
  if (type === 'literal')
    return (
      Array.isArray(values) &&
      values.some((value) => value === undefined || typeof value === 'bigint')
    );
  return Object.hasOwn(CURES, type);
}

/** Turns the path inside a JSON Schema document into the path of the field: `properties` and the like drop out. */
function fieldPath(path: readonly (string | number)[]): string {
  let text = '';
  for (let at = 0; at < path.length; at++) {
    const key = path[at];
    if (key === 'items' || key === 'additionalProperties') text += '[]';
    else if (key === 'prefixItems') text += `[${path[++at]}]`;
    else if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') at++;
    else if (key === 'properties') text += `${text === '' ? '' : '.'}${path[++at]}`;
  }
  return text;
}

/**
 * Checks that an author's raw JSON Schema is of the one dialect that clients must know, and copies it frozen.
 * @throws ConfigError `invalid_schema` for another dialect, and for what is no JSON.
 */
export function rawSchema(schema: object, where: string): JsonObject {
  const dialect = own(schema, '$schema');
  if (
    dialect !== undefined &&
    (typeof dialect !== 'string' || dialect.replace(/#$/, '') !== DIALECT)
  ) {
    throw new ConfigError(
      'invalid_schema',
      `${where}: $schema must be "${DIALECT}" or absent. Rewrite the schema for 2020-12`,
    );
  }
  try {
    return freezeDeep(JSON.parse(JSON.stringify(schema)) as JsonObject);
  } catch (cause) {
    throw new ConfigError('invalid_schema', `${where}: the JSON Schema cannot be written as JSON`, {
      cause,
    });
  }
}
