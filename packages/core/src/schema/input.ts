import { ConfigError } from '../errors.js';
import { freezeDeep, type JsonObject } from '../json.js';
import { convert, rawSchema } from './convert.js';
import { compiledReader, type JsonSchemaCompiler, type Reader, zodReader } from './reader.js';
import { isZod } from './zod-schema.js';

/** A schema as clients are shown it (JSON Schema 2020-12, frozen), and the reader that goes with it. */
export interface CompiledSchema {
  readonly json: JsonObject;
  readonly read: Reader;
}

/** For a component without `input` (spec: server/tools, a tool with no parameters). Stray arguments are left out. */
const NOTHING: CompiledSchema = {
  json: freezeDeep({ type: 'object', additionalProperties: false }),
  read: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ok: true, value: {} }
      : { ok: false, problems: [{ field: '', message: 'expected an object' }] },
};

/**
 * Compiles the `input` of a component: a zod object, a raw JSON Schema (listed as written) or nothing. Absent arguments
 * are read as `{}`. `where` begins every error, as in `Deploy: input`.
 * @throws ConfigError `invalid_schema` for a type with no JSON form, a root that is no object, or another dialect.
 */
export function inputSchema(
  schema: unknown,
  where: string,
  compile: JsonSchemaCompiler,
): CompiledSchema {
  const { json, read } = schema === undefined ? NOTHING : compiled(schema, 'input', where, compile);
  if (json.type !== 'object')
    throw new ConfigError(
      'invalid_schema',
      `${where}: arguments are an object. Use z.object({...}), or type: "object"`,
    );
  return { json, read: (value) => read(value === undefined ? {} : value) };
}

/**
 * Compiles the `output` of a tool: any zod schema without transforms, or a raw JSON Schema. The reader checks and
 * completes the value that becomes `structuredContent`.
 * @throws ConfigError `invalid_schema` for a type with no JSON form, a transform, or another dialect.
 */
export function outputSchema(
  schema: unknown,
  where: string,
  compile: JsonSchemaCompiler,
): CompiledSchema {
  return compiled(schema, 'output', where, compile);
}

function compiled(
  schema: unknown,
  io: 'input' | 'output',
  where: string,
  compile: JsonSchemaCompiler,
): CompiledSchema {
  if (isZod(schema, where))
    return { json: freezeDeep(convert(schema, io, where)), read: zodReader(schema) };
  const json = rawSchema(schema as object, where);
  try {
    return { json, read: compiledReader(compile(json)) };
  } catch (cause) {
    throw new ConfigError('invalid_schema', `${where}: the JSON Schema does not compile`, {
      cause,
    });
  }
}
