import { globalRegistry } from 'zod';
import { ConfigError } from '../errors.js';
import { isRecord } from '../json.js';
import type { ZodSchema } from './zod-schema.js';

export type Io = 'input' | 'output';

/** Types that have no JSON form, with what to write instead. Transforms have none in output only. */
const CURES: Readonly<Record<string, string>> = {
  date: 'take z.iso.date() or z.iso.datetime() and build the Date yourself',
  bigint: 'take z.int() or digits in a z.string()',
  set: 'take z.array()',
  map: 'take z.record()',
  custom: 'take the JSON type it arrives as, and .refine() it',
  symbol: 'take z.string()',
  undefined: 'use .optional() on the JSON type',
  void: 'use .optional() on the JSON type',
  function: 'take data only',
  nan: 'take z.number()',
  literal: 'take string, finite number, boolean or null literals only',
  promise: 'await it and describe what it resolves to',
  transform: 'describe the finished value, and transform it before you return it',
  file: 'take base64 in a z.string(), or a URL',
  success: 'take the type itself, and look whether it fits in run',
};

/** What is known of a schema once every part of it was looked at. */
export interface Survey {
  /** Objects that an intersection merges with others, so that none may be closed for itself. */
  readonly merged: ReadonlySet<ZodSchema>;
  /** Schemas by id, which zod moves into definitions. */
  readonly ids: ReadonlyMap<string, { readonly schema: ZodSchema; readonly path: string }>;
}

interface Walk {
  readonly io: Io;
  readonly where: string;
  readonly ids: Map<string, { readonly schema: ZodSchema; readonly path: string }>;
  readonly seen: Set<ZodSchema>;
  readonly merged: Set<ZodSchema>;
}

/**
 * Looks at every part of a zod schema, as it reads (`input`) or as it is listed for what comes of it.
 * @throws ConfigError `invalid_schema`, naming the field and the cure, for what the wire cannot say.
 */
export function survey(schema: ZodSchema, io: Io, where: string): Survey {
  const walk: Walk = { io, where, ids: new Map(), seen: new Set(), merged: new Set() };
  look(schema, '', walk);
  return walk;
}

/**
 * Looks for parts that make of JSON what is no JSON, in a schema that reads values of a compute. What a transform makes
 * shows only when it runs.
 * @throws ConfigError `invalid_schema`, naming the field and the cure.
 */
export function refuseNoJson(schema: ZodSchema, where: string): void {
  const seen = new Set<unknown>();
  const open: [unknown, string][] = [[schema, '']];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [part, path] = at;
    if (seen.has(part) || !isRecord(part) || !isRecord(part._zod)) continue;
    seen.add(part);
    const { type } = (part as unknown as ZodSchema)._zod.def;
    if (NO_JSON.has(type))
      refuseAt(where, path, `makes a ${type}, which is no JSON as its answer is: ${CURES[type]}`);
    open.push(...parts(part as unknown as ZodSchema, path, 'output'));
  }
}

const NO_JSON = new Set([
  'date',
  'bigint',
  'set',
  'map',
  'nan',
  'symbol',
  'function',
  'promise',
  'file',
]);

/** Says what is wrong with a field. */
export function refuseAt(where: string, path: string, problem: string): never {
  const subject = path === '' ? 'the schema' : `field "${path}"`;
  throw new ConfigError('invalid_schema', `${where}: ${subject} ${problem}`);
}

function look(schema: unknown, path: string, walk: Walk): void {
  const { io, where, seen } = walk;
  if (!isRecord(schema) || !isRecord(schema._zod))
    refuseAt(where, path, "is not of zod 4. Import z from 'zod' version 4");
  const node = schema as unknown as ZodSchema;
  if (seen.has(node)) return;
  seen.add(node);
  checkId(node, path, walk);
  const { type, values } = node._zod.def;
  const isBad =
    type === 'literal'
      ? (values as readonly unknown[]).some((value) => !isJsonLiteral(value))
      : Object.hasOwn(CURES, type) && (type !== 'transform' || io === 'output');
  if (isBad)
    refuseAt(
      where,
      path,
      `is a zod ${type}, which has no JSON Schema${io === 'output' ? ' for output' : ''}: ${CURES[type]}`,
    );
  const choices = { enum: node._zod.def.entries, literal: values, union: node._zod.def.options };
  if (type in choices && Object.keys(choices[type as keyof typeof choices] as object).length === 0)
    refuseAt(
      where,
      path,
      `is ${type === 'enum' ? 'an enum' : `a ${type}`} without a value: name at least one`,
    );
  if (type === 'intersection') checkIntersection(node, path, walk);
  // What `.describe()` and the like were called on keeps its id.
  const { parent } = node._zod as { parent?: unknown };
  if (parent !== undefined) look(parent, path, walk);
  for (const [part, at] of parts(node, path, io)) look(part, at, walk);
}

const isJsonLiteral = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value);

function checkId(node: ZodSchema, path: string, { ids, where }: Walk): void {
  const id = idOf(node);
  if (id === undefined) return;
  const known = ids.get(id);
  if (known === undefined) ids.set(id, { schema: node, path });
  else if (known.schema !== node)
    refuseAt(
      where,
      path,
      `has the id "${id}" of another schema, ${known.path || 'the root'}: give each an id of its own`,
    );
}

/** What `.meta()` says of a schema, in whichever copy of zod made it. */
export function metaOf(schema: ZodSchema): Readonly<Record<string, unknown>> {
  const { meta } = schema as { meta?: () => unknown };
  const said = typeof meta === 'function' ? meta.call(schema) : globalRegistry.get(schema as never);
  return isRecord(said) ? said : {};
}

const idOf = (schema: ZodSchema): string | undefined => {
  const { id } = metaOf(schema);
  return typeof id === 'string' ? id : undefined;
};

/** The parts of a schema that meet the value, each with the path of its field. */
function parts({ _zod: { def } }: ZodSchema, path: string, io: Io): [unknown, string][] {
  const under = (key: string) => (path === '' ? key : `${path}.${key}`);
  const fields: [unknown, string][] =
    def.type === 'object'
      ? Object.entries(def.shape as object).map(([key, field]) => [field, under(key)])
      : [];
  const items = Array.isArray(def.items) ? def.items : [];
  const halves =
    def.type === 'pipe' ? [io === 'output' || isTransform(def.in) ? def.out : def.in] : [];
  return [
    ...fields,
    ...items.map((item: unknown, at): [unknown, string] => [item, `${path}[${at}]`]),
    ...[def.catchall, def.element, def.rest, def.valueType, def.keyType]
      .filter((part) => part !== undefined && part !== null)
      .map((part): [unknown, string] => [part, `${path}[]`]),
    ...[...((def.options as unknown[] | undefined) ?? []), ...halves, def.left, def.right]
      .concat(def.innerType, def.type === 'lazy' ? (def.getter as () => unknown)() : undefined)
      .filter((part) => part !== undefined)
      .map((part): [unknown, string] => [part, path]),
  ];
}

export const isTransform = (schema: unknown): boolean =>
  (schema as ZodSchema)._zod.def.type === 'transform';

/** Both sides of an intersection read the same value: neither may be closed to what the other names. */
function checkIntersection(node: ZodSchema, path: string, { where, io, merged }: Walk): void {
  const { left, right } = node._zod.def;
  for (const object of [...objectsIn(left, io, true), ...objectsIn(right, io, true)])
    merged.add(object);
  if (collide(left, right, io, new Set()))
    refuseAt(
      where,
      path,
      'is an intersection with a strict object, which refuses what the other side names: use .extend()',
    );
}

/** Whether a strict object of one side would meet members that only the other side names. */
function collide(left: unknown, right: unknown, io: Io, seen: Set<unknown>): boolean {
  if (seen.has(left) && seen.has(right)) return false;
  seen.add(left).add(right);
  return objectsIn(left, io).some((one) =>
    objectsIn(right, io).some(
      (two) =>
        (isStrict(one) && hasMore(two, one)) ||
        (isStrict(two) && hasMore(one, two)) ||
        Object.entries(shapeOf(one)).some(
          ([key, field]) =>
            Object.hasOwn(shapeOf(two), key) && collide(field, shapeOf(two)[key], io, seen),
        ),
    ),
  );
}

const shapeOf = ({ _zod }: ZodSchema): Readonly<Record<string, unknown>> =>
  (_zod.def.shape as Record<string, unknown> | undefined) ?? {};
const isStrict = ({ _zod: { def } }: ZodSchema): boolean =>
  (def.catchall as ZodSchema | undefined)?._zod.def.type === 'never';
const hasMore = (two: ZodSchema, one: ZodSchema): boolean =>
  Object.keys(shapeOf(two)).some((key) => !Object.hasOwn(shapeOf(one), key));

/** The objects that meet a value itself; with `deep`, those that meet its parts as well. */
function objectsIn(schema: unknown, io: Io, deep = false): readonly ZodSchema[] {
  const found: ZodSchema[] = [];
  const seen = new Set<unknown>();
  const open = [schema];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at) || !isRecord(at) || !isRecord(at._zod)) continue;
    seen.add(at);
    const node = at as unknown as ZodSchema;
    if (node._zod.def.type === 'object') found.push(node);
    for (const [part, path] of parts(node, '', io)) if (deep || path === '') open.push(part);
  }
  return found;
}
