import { any, object } from 'zod';
import type { Json, JsonObject } from '../json.js';
import { listedChecks, numberKeywords, sizes, textKeywords } from './checks.js';
import { patternOf } from './pattern.js';
import { type Io, isTransform, metaOf, refuseAt, type Survey } from './survey.js';
import type { ZodSchema } from './zod-schema.js';

/** One part of a schema, and what zod lists of it: ours to change. */
export interface Part {
  readonly zodSchema: ZodSchema;
  readonly jsonSchema: Record<string, Json>;
  readonly path: string;
}

export interface Exactly {
  readonly io: Io;
  readonly where: string;
  readonly merged: Survey['merged'];
}

const TEXT = ['minLength', 'maxLength', 'format', 'pattern', 'allOf', 'contentEncoding'];
const NUMBER = [
  'type',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'allOf',
];

/**
 * Rewrites what zod lists of one part, so that it takes what zod takes, as exactly as JSON Schema can
 * say it. Where it cannot say it at all, the list is wider and tells it in words; zod still checks.
 */
export function rewrite({ zodSchema, jsonSchema, path }: Part, about: Exactly): void {
  const { io, where, merged } = about;
  const { def } = zodSchema._zod;
  const json = jsonSchema;
  const refuse = (problem: string): never => refuseAt(where, path, problem);
  // What refers to a definition has nothing of its own; the definition is rewritten where it stands.
  switch (json.$ref === undefined ? def.type : 'reference') {
    case 'string':
      replace(zodSchema, json, TEXT, textKeywords(listedChecks(zodSchema, io), refuse));
      break;
    case 'number':
      replace(zodSchema, json, NUMBER, numberKeywords(listedChecks(zodSchema, io)));
      break;
    case 'template_literal': {
      const pattern = patternOf((zodSchema._zod as unknown as { pattern: RegExp }).pattern);
      json.pattern = pattern ?? refuse('has parts that no pattern can say: take z.string()');
      break;
    }
    case 'array':
      replace(zodSchema, json, ['minItems', 'maxItems'], {
        keywords: sizes(listedChecks(zodSchema, io), 'minItems', 'maxItems'),
        words: [],
      });
      break;
    case 'tuple':
      tuple(zodSchema, json, io);
      break;
    case 'object':
      if (io === 'output' && def.catchall === undefined && merged.has(zodSchema))
        delete json.additionalProperties;
      required(json, def.shape as Record<string, ZodSchema>, io);
      break;
    case 'record':
      recordKeys(zodSchema, json, io);
      break;
    case 'readonly':
      delete json.readOnly; // to readers, the server's own: a client would leave it out
      break;
    default:
  }
  if (io === 'input' && takesAnything(zodSchema)) widen(json);
}

function replace(
  schema: ZodSchema,
  json: Record<string, Json>,
  owned: readonly string[],
  { keywords, words }: { readonly keywords: JsonObject; readonly words: readonly string[] },
): void {
  const said = metaOf(schema);
  for (const keyword of owned) delete json[keyword];
  Object.assign(json, keywords);
  for (const keyword of owned)
    if (said[keyword] !== undefined) json[keyword] = said[keyword] as Json;
  if (words.length === 0) return;
  const description = typeof json.description === 'string' ? [json.description] : [];
  const news = words.filter((word) => !description.join().includes(word));
  json.description = [...description, ...news].join(' ');
}

/** Trailing elements may be left out; a tuple without a rest has no more than its own. */
function tuple(schema: ZodSchema, json: Record<string, Json>, io: Io): void {
  const { items, rest } = schema._zod.def as unknown as {
    items: readonly ZodSchema[];
    rest: unknown;
  };
  let least = items.length;
  while (least > 0 && mayBeLeftOut(items[least - 1] as ZodSchema, io)) least--;
  const { minItems, maxItems } = sizes(listedChecks(schema, io), 'minItems', 'maxItems');
  if (items.length === 0) delete json.prefixItems; // a list of schemas is not empty
  json.minItems = Math.max(least, Number(minItems ?? 0));
  if (rest === null || rest === undefined) json.items = false;
  if (maxItems !== undefined) json.maxItems = maxItems;
}

function required(
  json: Record<string, Json>,
  shape: Readonly<Record<string, ZodSchema>>,
  io: Io,
): void {
  const names = Object.keys(shape).filter((key) => !mayBeLeftOut(shape[key] as ZodSchema, io));
  delete json.required;
  if (names.length > 0) json.required = names;
}

/** Whether this zod reads a missing member as it reads `undefined`. It depends on its version. */
const MISSING_IS_UNDEFINED = object({ a: any() }).safeParse({}).success;

/** Whether JSON may lack a member: zod takes it so, or what comes of it may be `undefined`. */
export function mayBeLeftOut(schema: ZodSchema, io: Io): boolean {
  const optional =
    io === 'input' ? schema._zod.optin : (schema._zod as { optout?: unknown }).optout;
  if (optional !== undefined) return true;
  return (io === 'output' || MISSING_IS_UNDEFINED) && takesUndefined(schema, io, new Set());
}

function takesUndefined(schema: ZodSchema, io: Io, seen: Set<ZodSchema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { def, optin } = schema._zod;
  const takes = (part: unknown) => takesUndefined(part as ZodSchema, io, seen);
  switch (def.type) {
    case 'any':
    case 'unknown':
      return true;
    case 'nonoptional':
      return false;
    case 'union':
      return (def.options as readonly unknown[]).some(takes);
    case 'intersection':
      return takes(def.left) && takes(def.right);
    case 'lazy':
      return takes((def.getter as () => unknown)());
    case 'pipe':
      return io === 'input' ? isTransform(def.in) || takes(def.in) : takes(def.out);
    case 'nullable':
    case 'readonly':
      return takes(def.innerType);
    case 'catch':
      return io === 'input' || takes(def.innerType);
    case 'default':
    case 'prefault':
      return io === 'input';
    case 'string':
    case 'boolean':
      return io === 'input' && def.coerce === true;
    default:
      return optin === 'optional' && io === 'input';
  }
}

/** A record whose keys are named has all of them, unless it is a partial one or they may be left out. */
function recordKeys(schema: ZodSchema, json: Record<string, Json>, io: Io): void {
  const { keyType, valueType } = schema._zod.def as unknown as {
    keyType: ZodSchema & { readonly _zod: { readonly values?: ReadonlySet<unknown> } };
    valueType: ZodSchema;
  };
  const isPartial = (schema._zod.def as { partial?: unknown }).partial === true;
  const named = [...(keyType._zod.values ?? [])].filter((key) => typeof key === 'string');
  delete json.required;
  const optional = mayBeLeftOut(valueType, io) || takesUndefined(valueType, io, new Set());
  if (named.length > 0 && !isPartial && !optional) json.required = named;
}

/** Whether a part takes a value of any type, and makes its own of it. */
function takesAnything({ _zod: { def } }: ZodSchema): boolean {
  if (def.type === 'catch' || def.coerce === true) return true;
  return def.type === 'pipe' && isTransform(def.in);
}

const NOTES = ['title', 'description', 'default', 'examples', 'deprecated'];

/** Lists what is meant, beside the fact that anything is taken. */
function widen(json: Record<string, Json>): void {
  const meant: Record<string, Json> = {};
  for (const keyword of Object.keys(json)) {
    if (NOTES.includes(keyword) || keyword.startsWith('x-')) continue;
    meant[keyword] = json[keyword] as Json;
    delete json[keyword];
  }
  json.anyOf = [meant, { description: 'Anything that can be read as that.' }];
}
