import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { JsonSchemaCompiler } from '../../src/schema/reader.js';

const validator = new AjvJsonSchemaValidator();

/** The validator that serving hands in, without serving. */
export const compileJsonSchema: JsonSchemaCompiler = (schema) => {
  const validate = validator.getValidator(schema);
  return (value) => (validate(value).valid ? { ok: true } : { ok: false, problem: 'does not fit' });
};

/** For what must never need it. */
export const noCompiler: JsonSchemaCompiler = () => {
  throw new Error('a zod schema needs no JSON Schema compiler');
};
