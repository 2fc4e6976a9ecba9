import { ConfigError } from '../errors.js';
import { freezeDeep, type JsonObject } from '../json.js';
import { NotJson, throughJson } from '../strict-json.js';
import { convert, rawSchema } from './convert.js';
import {
  compiledReader,
  type JsonSchemaCompiler,
  type Reader,
  type ReaderResult,
  zodReader,
} from './reader.js';
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
 * are read as `{}`. What is listed is enforced, beside what zod checks. `where` begins every error, as in `Deploy: input`.
 * @throws ConfigError `invalid_schema` for a type with no JSON form, a root that is no object, or another dialect.
 */
export function inputSchema(
  schema: unknown,
  where: string,
  compile: JsonSchemaCompiler,
): CompiledSchema {
  if (schema === undefined) return withoutArguments(NOTHING);
  const { json, listed, zod } = compiledObject(schema, where, compile);
  if (zod === undefined) return withoutArguments({ json, read: listed });
  const read: Reader = (value) =>
    chained(zod(value), (result) => chained(listed(value), () => result));
  return withoutArguments({ json, read });
}

/** Compiles the `input` of a resource template, whose schema is listed nowhere: only what it reads counts. */
export function variablesSchema(
  schema: unknown,
  where: string,
  compile: JsonSchemaCompiler,
): CompiledSchema {
  const { json, listed, zod } = compiledObject(schema, where, compile);
  return { json, read: zod ?? listed };
}

function compiledObject(schema: unknown, where: string, compile: JsonSchemaCompiler): Compiled {
  const input = compiled(schema, 'input', where, compile);
  if (input.json.type === 'object') return input;
  throw new ConfigError(
    'invalid_schema',
    `${where}: arguments are an object. Use z.object({...}), or type: "object"`,
  );
}

const withoutArguments = ({ json, read }: CompiledSchema): CompiledSchema => ({
  json,
  read: (value) => read(value === undefined ? {} : value),
});

/**
 * Compiles the `output` of a tool: any zod schema without transforms, or a raw JSON Schema. The reader checks and
 * completes a value, makes it JSON, and holds that against the schema that clients were shown: they would throw away
 * a result that does not fit it.
 * @throws ConfigError `invalid_schema` for a type with no JSON form, a transform, or another dialect.
 */
export function outputSchema(
  schema: unknown,
  where: string,
  compile: JsonSchemaCompiler,
): CompiledSchema {
  const { json, listed, zod } = compiled(schema, 'output', where, compile);
  const written: Reader = (value) => {
    try {
      return listed(throughJson(value));
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      return { ok: false, problems: [{ field: error.path, message: error.reason }] };
    }
  };
  if (zod === undefined) return { json, read: written };
  return { json, read: (value) => chained(zod(value), (result) => written(result.value)) };
}

/** Goes on with what was read; what was not stays as it is. */
function chained(
  read: ReaderResult | Promise<ReaderResult>,
  next: (result: Extract<ReaderResult, { ok: true }>) => ReturnType<Reader>,
): ReturnType<Reader> {
  if (read instanceof Promise) return read.then((late) => (late.ok ? next(late) : late));
  return read.ok ? next(read) : read;
}

interface Compiled {
  readonly json: JsonObject;
  /** Holds a value against what is listed. */
  readonly listed: Reader;
  /** Absent for raw JSON Schema. */
  readonly zod: Reader | undefined;
}

function compiled(
  schema: unknown,
  io: 'input' | 'output',
  where: string,
  compile: JsonSchemaCompiler,
): Compiled {
  const zod = isZod(schema, where) ? schema : undefined;
  const json =
    zod === undefined ? rawSchema(schema as object, where) : freezeDeep(convert(zod, io, where));
  try {
    const listed = compiledReader(compile(json));
    return { json, listed, zod: zod && zodReader(zod) };
  } catch (cause) {
    throw new ConfigError('invalid_schema', `${where}: the JSON Schema does not compile`, {
      cause,
    });
  }
}
