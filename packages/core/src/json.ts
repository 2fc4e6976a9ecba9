import canonicalize from 'canonicalize';

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { readonly [member: string]: Json };

/** Tells a plain JSON object from everything else; arrays and null are none. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an own member of untrusted data: `__proto__`, `constructor` and their like are never inherited. */
export const own = (record: object, key: string): unknown =>
  Object.hasOwn(record, key) ? (record as Record<string, unknown>)[key] : undefined;

/** The own members of untrusted data that are named among the members of `names`; none of what is no record. */
export const only = (record: unknown, names: object): JsonObject =>
  isRecord(record)
    ? Object.fromEntries(
        Object.keys(names)
          .filter((name) => own(record, name) !== undefined)
          .map((name) => [name, own(record, name) as Json]),
      )
    : {};

/** Writes RFC 8785 canonical JSON. `undefined` members vanish; `NaN`, infinities and cycles throw. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError(`no JSON form: ${typeof value}`);
  return text;
}

/** Whether `value` nests objects and arrays deeper than `depth`. Iterative, so hostile nesting cannot exhaust the stack. */
export function deeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let at = 0; level.length > 0; at++) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (at === depth) return true;
      for (const member of Object.values(item))
        if (typeof member === 'object' && member !== null) next.push(member);
    }
    level = next;
  }
  return false;
}

/** Whether a value is its own JSON form: no class instances, functions, bigints or collections anywhere in it. */
export function isPlainJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlainJson);
  return (
    isPlainObject(value) &&
    Object.values(value).every((member) => member === undefined || isPlainJson(member))
  );
}

/** Freezes plain objects and arrays all the way down; leaves class instances alone. For what is ours alone. */
export function freezeDeep<T>(value: T): T {
  if ((Array.isArray(value) || isPlainObject(value)) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freezeDeep(member);
  }
  return value;
}

/**
 * Copies plain objects and arrays all the way down, and freezes the copies; hands class instances on as they are. A
 * hidden `toString` of an object's own, as a sampled message has one, is kept.
 */
export function frozenCopy<T>(value: T, copies: Map<unknown, unknown> = new Map()): T {
  const list = Array.isArray(value);
  if (!list && !isPlainObject(value)) return value;
  if (copies.has(value)) return copies.get(value) as T; // a circle, or one part in two places
  const copy = list ? new Array(value.length) : Object.create(Object.getPrototypeOf(value));
  copies.set(value, copy);
  for (const [name, member] of Object.entries(value)) {
    Object.defineProperty(copy, name, { value: frozenCopy(member, copies), enumerable: true });
  }
  const written = !list && Object.hasOwn(value, 'toString') && !Object.hasOwn(copy, 'toString');
  if (written) Object.defineProperty(copy, 'toString', { value: value.toString });
  return Object.freeze(copy);
}

/** Tells objects that were written as such from instances of classes. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
