import { toJSONSchema } from 'zod';
import { ConfigError } from '../errors.js';
import { freezeDeep, isRecord, type Json, type JsonObject, own } from '../json.js';
import { rewrite } from './exact.js';
import { type Io, survey } from './survey.js';
import type { ZodSchema } from './zod-schema.js';

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

type Writable = Record<string, Json>;

/** Where a converted schema is used: for a form, the form narrows it itself. */
export type Use = 'listed' | 'form';

/**
 * Converts a zod schema to JSON Schema 2020-12, without the marker (absent means 2020-12; spec: basic/index, JSON Schema
 * Usage). `input` describes what may be received, `output` what comes of it.
 * @throws ConfigError `invalid_schema`, naming `where`, the field's path and the cure, for a type that has no JSON form.
 */
export function convert(schema: ZodSchema, io: Io, where: string, use: Use = 'listed'): JsonObject {
  const { merged, ids } = survey(schema, io, where);
  const rewritten = new Set<unknown>();
  try {
    const { $schema: _, ...json } = toJSONSchema(schema as never, {
      io,
      target: 'draft-2020-12',
      override: ({ zodSchema, jsonSchema, path }) => {
        rewritten.add(zodSchema);
        if (use === 'form') return;
        const part = { zodSchema: zodSchema as unknown as ZodSchema, path: fieldPath(path) };
        rewrite({ ...part, jsonSchema: jsonSchema as Writable }, { io, where, merged });
      },
    }) as JsonObject;
    // Older versions of zod hand over no schema that another one was made from, also where it is a definition.
    for (const [id, { schema: zodSchema, path }] of ids) {
      const jsonSchema = own((json.$defs as object | undefined) ?? {}, id);
      if (use === 'listed' && isRecord(jsonSchema) && !rewritten.has(zodSchema))
        rewrite({ zodSchema, jsonSchema: jsonSchema as Writable, path }, { io, where, merged });
    }
    // Through JSON: what is listed must be what was checked, and zod marks its result with a hidden member.
    return unreferred(withoutIds(JSON.parse(JSON.stringify(json))) as JsonObject);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    throw new ConfigError(
      'invalid_schema',
      `${where}: this schema cannot be written as JSON Schema${why}`,
      { cause },
    );
  }
}

/** Keywords whose members are schemas by name. */
const NAMED = new Set(['properties', 'patternProperties', '$defs']);
/** Keywords that hold values, and no schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** Takes zod's own tag off every schema: to readers it is a keyword of draft 4, which 2020-12 does not have. */
function withoutIds(node: Json, isSchema = true): Json {
  if (Array.isArray(node)) return node.map((part: Json) => withoutIds(part));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node as JsonObject)
      .filter(([key, part]) => !isSchema || key !== 'id' || typeof part !== 'string')
      .map(([key, part]) => {
        const isValue = isSchema && VALUES.has(key);
        return [key, isValue ? part : withoutIds(part, !isSchema || !NAMED.has(key))];
      }),
  );
}

/** A root with an id is moved into `$defs` by some versions of zod; clients look for its type at the root. */
function unreferred(json: JsonObject): JsonObject {
  const { $ref, $defs, ...rest } = json;
  const name = typeof $ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1] : undefined;
  const root =
    name === undefined
      ? undefined
      : own($defs as object, name.replace(/~1/g, '/').replace(/~0/g, '~'));
  if (!isRecord(root) || name === undefined) return json;
  const whole = { ...(root as JsonObject), ...rest };
  const isUsed = JSON.stringify([$defs]).includes(`"${$ref}"`);
  const others = Object.fromEntries(
    Object.entries($defs as JsonObject).filter(([key]) => isUsed || key !== name),
  );
  return Object.keys(others).length > 0 ? { ...whole, $defs: others } : whole;
}

/** Turns the path inside a JSON Schema document into the path of the field: `properties` and the like drop out. */
function fieldPath(path: readonly (string | number)[]): string {
  let text = '';
  for (let at = 0; at < path.length; at++) {
    const key = path[at];
    if (key === 'items' || key === 'additionalProperties') text += '[]';
    else if (key === 'prefixItems') text += `[${path[++at]}]`;
    else if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') at++;
    else if (key === 'properties') text += `${text === '' ? '' : '.'}${path[++at]}`;
  }
  return text;
}

/**
 * Checks that an author's raw JSON Schema is of the one dialect that clients must know, and copies it frozen.
 * @throws ConfigError `invalid_schema` for another dialect, and for what is no JSON.
 */
export function rawSchema(schema: object, where: string): JsonObject {
  const dialect = own(schema, '$schema');
  if (
    dialect !== undefined &&
    (typeof dialect !== 'string' || dialect.replace(/#$/, '') !== DIALECT)
  ) {
    throw new ConfigError(
      'invalid_schema',
      `${where}: $schema must be "${DIALECT}" or absent. Rewrite the schema for 2020-12`,
    );
  }
  try {
    return freezeDeep(JSON.parse(JSON.stringify(schema)) as JsonObject);
  } catch (cause) {
    throw new ConfigError('invalid_schema', `${where}: the JSON Schema cannot be written as JSON`, {
      cause,
    });
  }
}
