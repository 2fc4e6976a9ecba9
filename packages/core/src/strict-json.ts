import type { Json, JsonObject } from './json.js';

/** What a value is, and what to write in its place. */
type Odd = readonly [what: string, cure: string];

/** What JSON has no form for. `path` is where it stands, as `rows[2].at`; no part holds its value. */
export class NotJson extends TypeError {
  constructor(
    readonly path: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${path === '' ? 'the value' : path} ${reason}`, options);
  }
}

/**
 * Copies a value as JSON has it: what is handed on now is what a reader of the JSON gets. It means what
 * `JSON.stringify` means: `toJSON` is called, own enumerable members count, `undefined` members are
 * left out, and `undefined` itself is handed back. What `JSON.stringify` would quietly make something
 * else is refused: collections, streams, promises, bytes, errors, NaN, functions, gaps in a list, and
 * objects of which nothing would be left. One rule for results, computes, logs and hand-written
 * handlers.
 * @throws NotJson naming place and cure.
 */
export function throughJson(value: unknown): Json | undefined {
  try {
    return copy(value, '', '', []);
  } catch (error) {
    if (error instanceof RangeError) throw new NotJson('', 'is nested too deep for JSON');
    throw error;
  }
}

/** `inside` are the objects around it. */
function copy(value: unknown, key: string, path: string, inside: object[]): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      if (!Number.isFinite(value)) refuse(path, `${value}`, 'use null, or leave it out');
      return value === 0 ? 0 : value; // JSON drops the sign of -0
    case 'object':
      return value === null ? null : copyObject(value, key, path, inside);
    default: {
      const toJson = attempt(path, () => (value as { toJSON?: unknown }).toJSON);
      if (typeof toJson !== 'function') refuse(path, ...SCALARS[typeof value as Scalar]);
      return copy(
        attempt(path, () => toJson.call(value, key)),
        key,
        path,
        inside,
      );
    }
  }
}

type Scalar = 'bigint' | 'function' | 'symbol';
const SCALARS: Readonly<Record<Scalar, Odd>> = {
  bigint: ['a bigint', 'write it as a string of digits'],
  function: ['a function', 'call it, or leave it out'],
  symbol: ['a symbol', 'use a string'],
};

function copyObject(given: object, key: string, path: string, inside: object[]): Json | undefined {
  if (inside.includes(given)) refuse(path, 'an object inside itself', 'leave that member out');
  const unread = attempt(path, () => neverJson(given));
  if (unread !== undefined) refuse(path, ...unread);
  const toJson = attempt(path, () => (given as { toJSON?: unknown }).toJSON);
  const value: unknown =
    typeof toJson === 'function' ? attempt(path, () => toJson.call(given, key)) : given;
  if (typeof value !== 'object' || value === null) return copy(value, key, path, inside);
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return copy(value.valueOf(), key, path, inside);
  inside.push(given);
  const copied = Array.isArray(value)
    ? Array.from(value, (item: unknown, at) => copyItem(item, at, path, inside))
    : copyMembers(value, path, inside);
  inside.pop();
  return copied;
}

function copyItem(item: unknown, at: number, list: string, inside: object[]): Json {
  const path = `${list}[${at}]`;
  const copied = copy(item, `${at}`, path, inside);
  return copied ?? (copied === null ? null : refuse(path, ...GAP));
}

const GAP: Odd = ['undefined', 'a list has no gaps, so use null or filter it out'];

function copyMembers(value: object, path: string, inside: object[]): JsonObject {
  const odd = attempt(path, () => oddity(value));
  if (odd !== undefined) refuse(path, ...odd);
  const members: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const member = attempt(at, () => (value as Record<string, unknown>)[key]);
    const copied = copy(member, key, at, inside);
    if (copied === undefined) continue;
    if (key === '__proto__') Object.defineProperty(members, key, { value: copied, ...MEMBER });
    else members[key] = copied;
  }
  return members;
}

const MEMBER = { enumerable: true, writable: true, configurable: true } as const;

/** What has no JSON form whatever its `toJSON` says. */
function neverJson(value: object): Odd | undefined {
  if (typeof (value as { then?: unknown }).then === 'function') return ['a promise', 'await it'];
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return ['bytes', "write them as text, with Buffer.from(bytes).toString('base64')"];
  if (value instanceof Date && Number.isNaN(value.getTime()))
    return ['a Date that is not valid', 'use null, or leave it out'];
  return undefined;
}

/** What `JSON.stringify` would make an empty object of, or part of itself. */
function oddity(value: object): Odd | undefined {
  if (isPlain(value)) return undefined;
  if (value instanceof Map) return ['a Map', 'use Object.fromEntries(map)'];
  if (value instanceof Set) return ['a Set', 'use [...set]'];
  if (value instanceof Error) return ['an Error', 'use its message'];
  const name = nameOf(value);
  if (Symbol.asyncIterator in value) return [name, 'read it to its end, and use what it gave'];
  if (Symbol.iterator in value) return [name, 'use [...it], or give it a toJSON()'];
  if (Object.keys(value).length === 0) return [name, 'use the data in it, or give it a toJSON()'];
  return undefined;
}

/** An object of any realm, without a class of its own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return !(Symbol.iterator in value);
  return Object.getPrototypeOf(prototype) === null && !(Symbol.iterator in value);
}

function nameOf(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const name = tag === 'Object' ? value.constructor?.name : tag;
  return typeof name === 'string' && name !== '' ? `a ${name}` : 'an object';
}

/** Runs what the author's getters and `toJSON` may throw in. */
function attempt<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof RangeError) throw cause; // the stack is over, wherever that shows
    throw new NotJson(path, 'cannot be read, so it has no JSON form', { cause });
  }
}

function refuse(path: string, what: string, cure: string): never {
  throw new NotJson(path, `is ${what}, which has no JSON form: ${cure}`);
}
