import type { JsonSchemaCompiler } from '../../asks/question.js';
import { isRecord, type JsonObject, own } from '../../json.js';
import { AjvJsonSchemaValidator } from '../sdk.js';

const shared = new AjvJsonSchemaValidator();
const compiled = new WeakMap<JsonObject, ReturnType<JsonSchemaCompiler>>();

/** Compiles a raw JSON Schema (2020-12) once per object. The problem names the first field that does not fit, never its value. */
export const compileJsonSchema: JsonSchemaCompiler = (schema) => {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const check = validatorFor(schema).getValidator(schema);
  const reader: ReturnType<JsonSchemaCompiler> = (value) => {
    const verdict = check(value);
    if (verdict.valid) return { ok: true };
    const [, pointer = '', problem = verdict.errorMessage] =
      /^data(\/\S*)? (.*?)(?:, data[ /]|$)/.exec(verdict.errorMessage) ?? [];
    const path = pointer.split('/').slice(1);
    const stray = problem.endsWith('additional properties')
      ? strayField(schema, value, path)
      : undefined;
    const field = [...path, ...(stray === undefined ? [] : [stray])].join('.');
    return { ok: false, problem, ...(field !== '' && { field }) };
  };
  compiled.set(schema, reader);
  return reader;
};

/** An engine remembers every `$id` it met, and would take one schema for another of the same name. */
const validatorFor = (schema: JsonObject): AjvJsonSchemaValidator =>
  JSON.stringify(schema).includes('"$id"') ? new AjvJsonSchemaValidator() : shared;

/** The name of a field that nobody asked for, which the validator does not say; `undefined` where the schema is not that simple. */
function strayField(root: JsonObject, value: unknown, path: readonly string[]): string | undefined {
  let schema: unknown = root;
  let at = value;
  for (const segment of path) {
    const { properties, items } = referred(root, schema) ?? {};
    schema = Array.isArray(at)
      ? items
      : isRecord(properties)
        ? own(properties, segment)
        : undefined;
    at = typeof at === 'object' && at !== null ? own(at, segment) : undefined;
  }
  const { properties, patternProperties } = referred(root, schema) ?? {};
  if (!isRecord(properties) || patternProperties !== undefined || !isRecord(at)) return undefined;
  return Object.keys(at).find((name) => !Object.hasOwn(properties, name));
}

/** A schema, or the definition that it is a reference to. */
function referred(root: JsonObject, schema: unknown): Record<string, unknown> | undefined {
  if (!isRecord(schema) || typeof schema.$ref !== 'string')
    return isRecord(schema) ? schema : undefined;
  const [start, ...path] = schema.$ref.split('/');
  const found = path.reduce<unknown>(
    (node, name) => (isRecord(node) ? own(node, name) : undefined),
    root,
  );
  return start === '#' && isRecord(found) && found !== schema ? found : undefined;
}
