import { digestJson } from '../digest.js';
import { ConfigError } from '../errors.js';
import { isRecord, type Json, type JsonObject, own } from '../json.js';
import { digestValue } from '../value-digest.js';
import { leavable, leavingBlanksOut } from './blanks.js';
import { convert } from './convert.js';
import { narrowField } from './form-field.js';
import { type Fields, type FormParts, formPartsOf } from './form-parts.js';
import { zodReader } from './reader.js';
import { checkField, refuseField } from './restricted.js';
import { readingTimes } from './utc.js';
import { layers, type ZodSchema } from './zod-schema.js';

type ZodFields = { readonly [name: string]: ZodSchema };

/** Converts a zod object to a form, in input mode: a field with a default may be left out. */
export function zodForm(schema: ZodSchema, where: string): FormParts {
  const { type, shape, catchall } = schema._zod.def;
  if (type !== 'object')
    throw new ConfigError(
      'invalid_schema',
      `${where}: a form is a z.object({...}), not a zod ${type}`,
    );
  if (catchall !== undefined && (catchall as ZodSchema)._zod.def.type !== 'never') {
    throw new ConfigError(
      'invalid_schema',
      `${where}: a form asks for the fields it names. Use z.object() without .loose() or .catchall()`,
    );
  }
  const zodFields = shape as ZodFields;
  const json = convert(schema, 'input', where, 'form');
  const properties = narrow(zodFields, json);
  refuseUnsteady(properties, narrow(zodFields, convert(schema, 'input', where, 'form')));
  const filled: Record<string, Json> = {};
  for (const [name, field] of Object.entries(properties)) {
    const zodField = zodFields[name] as ZodSchema;
    checkField(name, field, { enumNames: false });
    checkDefault(name, zodField, field.default);
    if (field.default !== undefined && readsAlike(zodField, undefined, field.default))
      filled[name] = field.default;
  }
  const required =
    Array.isArray(json.required) && json.required.length > 0
      ? { required: json.required as Json }
      : {};
  const requestedSchema: JsonObject = { type: 'object', properties, ...required };
  const times = Object.keys(properties).filter((name) => properties[name]?.format === 'date-time');
  const read = leavingBlanksOut(readingTimes(zodReader(schema), times), leavable(requestedSchema));
  return formPartsOf(requestedSchema, () => read, filled);
}

function narrow(zodFields: ZodFields, json: JsonObject): Fields {
  const definitions = (json.$defs ?? {}) as JsonObject;
  return Object.fromEntries(
    Object.entries(json.properties as Fields).map(([name, field]) => [
      name,
      narrowField(name, zodFields[name] as ZodSchema, inlined(field, definitions)),
    ]),
  );
}

/** zod moves a schema that has an `id` into `$defs`; a form is flat, so it comes back. */
function inlined(field: JsonObject, definitions: JsonObject): JsonObject {
  const { $ref, ...rest } = field;
  const target =
    typeof $ref === 'string' ? own(definitions, $ref.replace('#/$defs/', '')) : undefined;
  if (isRecord(target)) return { ...inlined(target as JsonObject, definitions), ...rest };
  return isRecord(field.items)
    ? { ...field, items: inlined(field.items as JsonObject, definitions) }
    : field;
}

/** A default from a clock or a counter would make another question of every round (R2). */
function refuseUnsteady(first: Fields, second: Fields): void {
  for (const [name, field] of Object.entries(first)) {
    if (digestJson(field) === digestJson(second[name])) continue;
    refuseField(
      name,
      'has a default that differs each time it is asked for',
      'Give it a constant default, or build the form from a settled @Compute',
    );
  }
}

/** zod hands out a default unread, so a bad one would only be met by the person who leaves it as it is. */
function checkDefault(name: string, schema: ZodSchema, value: Json | undefined): void {
  if (value === undefined) return;
  const holder = layers(schema).find(
    ({ _zod }) => _zod.def.type === 'default' || _zod.def.type === 'prefault',
  );
  const result = (holder?._zod.def.innerType as ZodSchema | undefined)?.['~standard'].validate(
    value,
  );
  // An asynchronous check has the world to ask, which is too much for load time.
  if (result instanceof Promise) result.catch(() => undefined);
  else if (result?.issues !== undefined)
    refuseField(
      name,
      'has a default that its own schema refuses',
      'Give it a default that is itself a valid answer',
    );
}

/** Whether two values read as the same: a default need not, where the schema transforms what is sent. */
function readsAlike(schema: ZodSchema, one: unknown, other: unknown): boolean {
  try {
    const [a, b] = [one, other].map((value) => {
      const result = schema['~standard'].validate(value);
      if (!(result instanceof Promise)) return result;
      result.catch(() => undefined);
      return undefined;
    });
    if (a === undefined || b === undefined || a.issues || b.issues) return false;
    return digestValue(a.value) === digestValue(b.value);
  } catch {
    return false; // values that cannot be told apart, or a check of the author's that throws
  }
}
