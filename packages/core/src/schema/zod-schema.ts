import { ConfigError } from '../errors.js';
import { isRecord } from '../json.js';
import type { StandardLike } from './reader.js';

/**
 * What this package reads of a zod 4 schema. Structural, because zod is a peer dependency and a project may hold several
 * copies of it: `instanceof` would tell two equal schemas apart.
 */
export interface ZodSchema extends StandardLike {
  readonly _zod: {
    readonly def: ZodDef;
    readonly optin?: string | undefined;
    /** Of a template literal. */
    readonly pattern?: RegExp;
  };
}
export interface ZodDef {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Tells a zod 4 schema from a raw JSON Schema; a schema of zod 3 or of another library is a `ConfigError`. */
export function isZod(schema: unknown, where: string): schema is ZodSchema {
  if (!isRecord(schema))
    throw new ConfigError(
      'invalid_schema',
      `${where}: expected a zod object or a JSON Schema object, not ${typeof schema}`,
    );
  if ('_zod' in schema && '~standard' in schema) return true;
  // What z.toJSONSchema() returns has the member too, hidden; other libraries show it.
  if (!Object.prototype.propertyIsEnumerable.call(schema, '~standard') && !('_def' in schema))
    return false;
  throw new ConfigError(
    'invalid_schema',
    `${where}: this schema is not of zod 4. Import z from 'zod' version 4, or pass a JSON Schema`,
  );
}

/** Wrappers that leave the wire type of what they hold alone. */
const WRAPPERS = new Set([
  'optional',
  'nonoptional',
  'default',
  'prefault',
  'readonly',
  'catch',
  'exactOptional',
  'success',
  'nullable',
]);

/**
 * Lists the schemas around the one that first meets the received value, outermost first, that one last. A pipe meets it
 * with its first half.
 */
export function layers(schema: ZodSchema): readonly ZodSchema[] {
  const found: ZodSchema[] = [];
  for (
    let at: ZodSchema | undefined = schema;
    at !== undefined && found.length < 64;
    at = inner(at)
  )
    found.push(at);
  return found;
}

function inner({ _zod: { def } }: ZodSchema): ZodSchema | undefined {
  if (WRAPPERS.has(def.type)) return def.innerType as ZodSchema;
  if (def.type === 'pipe') return def.in as ZodSchema;
  if (def.type === 'lazy') return (def.getter as () => ZodSchema)();
  return undefined;
}
