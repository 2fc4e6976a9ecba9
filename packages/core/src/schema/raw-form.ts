import { ConfigError } from '../errors.js';
import { isRecord, type Json, type JsonObject, own } from '../json.js';
import { isBlank, leavable } from './blanks.js';
import { rawSchema } from './convert.js';
import { type Fields, type FormParts, formPartsOf } from './form-parts.js';
import { compiledReader, type JsonSchemaCompiler, type Reader } from './reader.js';
import { checkField, fits } from './restricted.js';

const ROOT = ['$schema', 'type', 'properties', 'required'];

/** Takes a raw JSON Schema as a form: checked for the restricted shape, otherwise passed on as written. */
export function rawForm(schema: object, where: string): FormParts {
  const requestedSchema = rawSchema(schema, where);
  const { type, properties, required } = requestedSchema;
  if (type !== 'object' || !isRecord(properties))
    throw new ConfigError(
      'invalid_schema',
      `${where}: a raw form has type "object" and properties`,
    );
  const stray = Object.keys(requestedSchema).find((keyword) => !ROOT.includes(keyword));
  if (stray !== undefined)
    throw new ConfigError(
      'invalid_schema',
      `${where}: a form cannot carry "${stray}". Its keywords are ${ROOT.join(', ')}`,
    );
  for (const [name, field] of Object.entries(properties)) {
    if (!isRecord(field))
      throw new ConfigError('invalid_schema', `${where}: field "${name}" is no schema object`);
    checkField(name, field as JsonObject, { enumNames: true });
  }
  if (
    required !== undefined &&
    !(
      Array.isArray(required) &&
      required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    )
  ) {
    throw new ConfigError('invalid_schema', `${where}: required must list fields of the form`);
  }
  return formPartsOf(requestedSchema, compiledOnce(requestedSchema));
}

/** Compiles the schema once for each compiler (there is one in a server, and others in tests). */
function compiledOnce(schema: JsonObject): (compile: JsonSchemaCompiler) => Reader {
  const readers = new WeakMap<JsonSchemaCompiler, Reader>();
  const optional = leavable(schema);
  const required = (schema.required ?? []) as readonly string[];
  return (compile) => {
    const known = readers.get(compile);
    if (known !== undefined) return known;
    const validate = compiledReader(compile(schema));
    const read: Reader = (value) => {
      const missing = required.filter((name) => isRecord(value) && !Object.hasOwn(value, name));
      if (missing.length > 0)
        return {
          ok: false,
          problems: missing.map((field) => ({ field, message: 'needs an answer' })),
        };
      const from = onlyNamed(value, schema.properties as Fields, optional);
      const result = validate(from);
      return result.ok ? { ...result, from } : result;
    };
    readers.set(compile, read);
    return read;
  };
}

/**
 * Copies what the form asked for. Members nobody asked for are left out, as zod leaves them out, and so are blanks that do not fit
 * in fields that may be left out (R5).
 */
function onlyNamed(value: unknown, fields: Fields, optional: ReadonlySet<string>): unknown {
  if (!isRecord(value)) return value;
  const named = Object.entries(fields).flatMap(([name, field]) => {
    const given = own(value, name) as Json;
    const left = optional.has(name) && isBlank(given) && !fits(field, given);
    return left || !Object.hasOwn(value, name) ? [] : [[name, given] as const];
  });
  return structuredClone(Object.fromEntries(named));
}
