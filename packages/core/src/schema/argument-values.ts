import { toJSONSchema } from 'zod';
import { isRecord, type JsonObject, own } from '../json.js';
import { layers, type ZodSchema } from './zod-schema.js';

/** By argument, all the values that its schema lists: what is there to complete without being asked. */
export type ArgumentValues = ReadonlyMap<string, readonly string[]>;

/** Words for yes and no that `z.stringbool()` takes, or may be told to take. */
const BOOLEANS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['on', 'off'],
  ['1', '0'],
] as const;

/** The values of fields of a JSON Schema: its enums, constants, and unions of these. */
export function listedValues({ properties, $defs }: JsonObject): ArgumentValues {
  const fields = isRecord(properties) ? Object.entries(properties) : [];
  const definitions = isRecord($defs) ? $defs : {};
  return valuesBy(fields, (field) => valuesIn(field, definitions));
}

/** The values of fields of zod: as above, and the words that a boolean takes. */
export const zodValues = (shape: Readonly<Record<string, ZodSchema>>): ArgumentValues =>
  valuesBy(Object.entries(shape), (field) => {
    const { $defs, ...json } = jsonOf(field);
    const values = valuesIn(json, isRecord($defs) ? $defs : {});
    return values.length > 0 ? values : booleansOf(field);
  });

/** What has no JSON Schema at all lists nothing. */
function jsonOf(field: ZodSchema): Record<string, unknown> {
  try {
    return { ...toJSONSchema(field as never, { io: 'input', unrepresentable: 'any' }) };
  } catch {
    return {};
  }
}

function valuesBy<F>(
  fields: readonly (readonly [string, F])[],
  valuesOf: (field: F) => readonly string[],
): ArgumentValues {
  const all = fields.map(([name, field]) => [name, [...new Set(valuesOf(field))]] as const);
  return new Map(all.filter(([, values]) => values.length > 0));
}

/** Values that are no strings cannot be sent. `depth` ends schemas that refer to themselves. */
function valuesIn(schema: unknown, definitions: object, depth = 8): readonly string[] {
  if (!isRecord(schema) || depth === 0) return [];
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === 'string')
    return valuesIn(own(definitions, $ref.replace('#/$defs/', '')), definitions, depth - 1);
  const listed = 'const' in schema ? [schema.const] : schema.enum;
  if (Array.isArray(listed)) return listed.filter((value) => typeof value === 'string');
  const members = anyOf ?? oneOf;
  return Array.isArray(members)
    ? members.flatMap((member) => valuesIn(member, definitions, depth - 1))
    : [];
}

function booleansOf(field: ZodSchema): readonly string[] {
  const pipe = layers(field).find(({ _zod }) => _zod.def.type === 'pipe');
  if ((pipe?._zod.def.out as ZodSchema | undefined)?._zod.def.type !== 'boolean') return [];
  const takes = (word: string) => {
    const result = pipe?.['~standard'].validate(word);
    if (!(result instanceof Promise)) return result?.issues === undefined;
    result.catch(() => undefined);
    return false;
  };
  return BOOLEANS.find((words) => words.every(takes)) ?? [];
}
