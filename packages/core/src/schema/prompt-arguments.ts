import { ConfigError } from '../errors.js';
import { freezeDeep, isRecord, type Json, type JsonObject } from '../json.js';
import { type ArgumentValues, listedValues, zodValues } from './argument-values.js';
import { inputSchema } from './input.js';
import { type JsonSchemaCompiler, type Reader, zodReader } from './reader.js';
import { isZod, layers, type ZodSchema } from './zod-schema.js';

/** One entry of a prompt's `arguments` in prompts/list. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A prompt's arguments as clients are shown them (frozen), and the reader that goes with them. */
export interface PromptArguments {
  readonly list: readonly PromptArgument[];
  readonly read: Reader;
  readonly values: ArgumentValues;
}

/**
 * Compiles the `input` of a prompt. Its arguments are strings on the wire (spec: server/prompts), so each field must take
 * one: a string, a choice, or a schema that makes something of a string (`z.coerce.number()`, `z.stringbool()`).
 * @throws ConfigError `invalid_schema`, naming the argument and the cure.
 */
export function promptArguments(
  schema: unknown,
  where: string,
  compile: JsonSchemaCompiler,
): PromptArguments {
  if (schema === undefined || !isZod(schema, where)) return rawArguments(schema, where, compile);
  const { type, shape } = schema._zod.def;
  if (type !== 'object')
    throw new ConfigError('invalid_schema', `${where}: prompt arguments are a z.object({...})`);
  const list = Object.entries(shape as Record<string, ZodSchema>).map(
    ([name, field]): PromptArgument => {
      if (!takesString(field)) refuse(where, name, field._zod.def.type);
      return {
        name,
        ...described(field),
        ...(field._zod.optin === undefined ? { required: true } : {}),
      };
    },
  );
  const read = zodReader(schema);
  return {
    list: freezeDeep(list),
    read: (value) => read(value === undefined ? {} : value),
    values: zodValues(shape as Record<string, ZodSchema>),
  };
}

function rawArguments(
  schema: unknown,
  where: string,
  compile: JsonSchemaCompiler,
): PromptArguments {
  const { json, read } = inputSchema(schema, where, compile);
  const required: readonly Json[] = Array.isArray(json.required) ? json.required : [];
  const list = Object.entries(isRecord(json.properties) ? json.properties : {}).map(
    ([name, field]): PromptArgument => {
      const { type, title, description } = field as JsonObject;
      if (type !== 'string') refuse(where, name, typeof type === 'string' ? type : 'any type');
      return {
        name,
        ...(typeof title === 'string' ? { title } : {}),
        ...(typeof description === 'string' ? { description } : {}),
        ...(required.includes(name) ? { required: true } : {}),
      };
    },
  );
  return { list: freezeDeep(list), read, values: listedValues(json) };
}

function refuse(where: string, name: string, type: string): never {
  throw new ConfigError(
    'invalid_schema',
    `${where}: argument "${name}" takes ${type}, but prompt arguments are strings. Use z.string(), z.enum(), z.stringbool() or z.coerce.number()`,
  );
}

/** Whether a string can be a valid argument. `z.coerce.boolean()` takes one too, and makes `true` of "false" (so it is refused). */
function takesString(field: ZodSchema): boolean {
  const { type, coerce, values, entries, options } = (layers(field).at(-1) as ZodSchema)._zod.def;
  switch (type) {
    case 'string':
    case 'template_literal':
    case 'transform':
    case 'any':
    case 'unknown':
      return true;
    case 'enum':
      return Object.values(entries as object).every((value) => typeof value === 'string');
    case 'literal':
      return (values as readonly unknown[]).every((value) => typeof value === 'string');
    case 'union':
      return (options as readonly ZodSchema[]).some(takesString);
    case 'number':
    case 'bigint':
    case 'date':
      return coerce === true;
    default:
      return false;
  }
}

/** The outermost title and description: wrappers such as `.optional()` hide what was said inside them. */
function described(field: ZodSchema): { title?: string; description?: string } {
  const said = [...layers(field)]
    .reverse()
    .map(
      (layer) =>
        (
          layer as { meta?: () => { title?: unknown; description?: unknown } | undefined }
        ).meta?.() ?? {},
    );
  const { title, description } = Object.assign({}, ...said) as {
    title?: unknown;
    description?: unknown;
  };
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}
