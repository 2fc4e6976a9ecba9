import type { JsonSchemaCompiler } from '../../asks/question.js';
import { type Digest, fingerprint } from '../../digest.js';
import { isRecord, type JsonObject, own } from '../../json.js';
import { AjvJsonSchemaValidator } from '../sdk.js';

type Check = ReturnType<JsonSchemaCompiler>;

/** Compiled schemas that are kept for steps that build an equal one each time. */
const MOST_KEPT = 256;
/**
 * Schemas that one engine compiles before another takes over. An engine holds all that it ever compiled, some six
 * KiB each, and whoever holds one of them holds its engine.
 */
const MOST_IN_ENGINE = 32;

let engine = new AjvJsonSchemaValidator();
let inEngine = 0;
/** By digest, the least recently made first. */
const compiled = new Map<Digest, Check>();
/** The digest of a schema that is made once is worked out once. */
const known = new WeakMap<JsonObject, Check>();

/**
 * Compiles a raw JSON Schema (2020-12) once; memory is bounded, however many there are. The problem names the first
 * field that does not fit, never its value.
 */
export const compileJsonSchema: JsonSchemaCompiler = (schema) => {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const digest = fingerprint(schema);
  const check = compiled.get(digest) ?? compile(schema);
  compiled.delete(digest);
  compiled.set(digest, check);
  const [oldest] = compiled.keys();
  if (compiled.size > MOST_KEPT && oldest !== undefined) compiled.delete(oldest);
  known.set(schema, check);
  return check;
};

function compile(schema: JsonObject): Check {
  const check = engineFor(schema).getValidator(schema);
  return (value) => {
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
}

/** An engine remembers every `$id` it met, and would take one schema for another of the same name. */
function engineFor(schema: JsonObject): AjvJsonSchemaValidator {
  if (JSON.stringify(schema).includes('"$id"')) return new AjvJsonSchemaValidator();
  if (++inEngine > MOST_IN_ENGINE) [engine, inEngine] = [new AjvJsonSchemaValidator(), 1];
  return engine;
}

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
