import type { JsonSchemaCompiler } from '../asks/question.js';
import type { JsonObject } from '../json.js';
import { AjvJsonSchemaValidator } from './sdk.js';

const validator = new AjvJsonSchemaValidator();
const compiled = new WeakMap<JsonObject, ReturnType<JsonSchemaCompiler>>();

/** Compiles a raw JSON Schema once per object. The problem names the first field that does not fit, never its value. */
export const compileJsonSchema: JsonSchemaCompiler = (schema) => {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const check = validator.getValidator(schema);
  const reader: ReturnType<JsonSchemaCompiler> = (value) => {
    const verdict = check(value);
    if (verdict.valid) return { ok: true };
    const [, pointer = '', problem = verdict.errorMessage] = /^data(\/\S*)? (.*?)(?:, data[ /]|$)/.exec(verdict.errorMessage) ?? [];
    const field = pointer.slice(1).replaceAll('/', '.');
    return { ok: false, problem, ...(field !== '' && { field }) };
  };
  compiled.set(schema, reader);
  return reader;
};
