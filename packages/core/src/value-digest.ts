import { type Digest, fingerprintText } from './digest.js';
import { canonicalJson, type Json } from './json.js';

/**
 * Digests any value so that no two different ones are taken for each other: by its canonical JSON where it is plain
 * JSON, else by a structure that names what JSON cannot say (R3). For data within one sealed journal.
 * @throws TypeError, naming the place, for what nobody can tell apart: functions, symbols of one's own, and instances
 * of classes with private members, unless the class says what it holds by a `toJSON()`.
 */
export const digestValue = (value: unknown): Digest => {
  const form = comparable(value);
  const text = canonicalJson(form.value);
  return fingerprintText(form.plain ? text : `structure ${text}`);
};

/** A value in a form that is JSON, and whether it is the value itself. */
export interface Comparable {
  readonly plain: boolean;
  readonly value: Json;
}

/** Writes a value as JSON that no other value is written as. Throws as `digestValue` does. */
export function comparable(value: unknown): Comparable {
  if (isOwnJson(value, 0)) return { plain: true, value };
  return { plain: false, value: structureOf(value, '', []) };
}

/** Past this depth, whatever it is may be a circle. */
const MAX_PLAIN_DEPTH = 200;

/** Whether canonical JSON tells a value from every other: it has no word for -0, for `undefined` and for a hole. */
function isOwnJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > MAX_PLAIN_DEPTH) return false;
  if (!Array.isArray(value) && !isPlain(value as object)) return false;
  if (Object.getOwnPropertySymbols(value).length > 0) return false;
  const members: unknown[] = Object.values(value);
  return (
    (!Array.isArray(value) || members.length === value.length) &&
    members.every((member) => isOwnJson(member, depth + 1))
  );
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Every object is a list that begins with a word of ours, so none is written as another, or as a plain value. */
function structureOf(value: unknown, path: string, within: readonly object[]): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return isOwnJson(value, 0) ? value : ['number', Object.is(value, -0) ? '-0' : String(value)];
    case 'undefined':
      return ['undefined'];
    case 'bigint':
      return ['bigint', value.toString()];
    case 'symbol':
      return ['symbol', Symbol.keyFor(value) ?? refuse(path, 'a symbol')];
    case 'function':
      return refuse(path, 'a function');
    default:
      return value === null ? null : objectOf(value as object, path, within);
  }
}

function objectOf(value: object, path: string, within: readonly object[]): Json {
  const circle = within.indexOf(value);
  if (circle >= 0) return ['circle', within.length - circle];
  const inner = [...within, value];
  const at: At = (member, name) => structureOf(member, `${path}${name}`, inner);
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Array.prototype)
    return ['Array', (value as unknown[]).length, membersOf(value, at)];
  if (isPlain(value)) return ['Object', membersOf(value, at)];
  const kind = String(prototype?.constructor?.name ?? '') || 'a class';
  const inside = INSIDE.get(prototype);
  if (inside !== undefined)
    return [kind, inside(value, at), ArrayBuffer.isView(value) ? [] : membersOf(value, at)];
  return ['class', kind, ...instanceOf(value, kind, path, at)];
}

/** Own members in the order of their names, which JSON does not tell apart. */
const membersOf = (value: object, at: At): Json =>
  [...Object.keys(value), ...Object.getOwnPropertySymbols(value)]
    .filter((key) => Object.getOwnPropertyDescriptor(value, key)?.enumerable)
    .map((key): readonly [string, Json] => [
      JSON.stringify(at(key, `[${String(key)}]`)),
      at((value as Record<PropertyKey, unknown>)[key], `.${String(key)}`),
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * An instance of a class, by its members and by what its `toJSON()` says. Without one, all that it holds must show: no
 * class of its line may have private members, or be the runtime's own.
 */
function instanceOf(value: object, kind: string, path: string, at: At): readonly Json[] {
  const { toJSON } = value as { toJSON?: unknown };
  const said: unknown = typeof toJSON === 'function' ? toJSON.call(value, '') : value;
  if (said !== value) return [at(said, '.toJSON()'), tellable(value, at)];
  if (hidesSomething(value)) return refuse(path, `an instance of ${kind}`);
  return [membersOf(value, at)];
}

/** Members beside a `toJSON()`, where they can be told apart at all. */
function tellable(value: object, at: At): Json {
  try {
    return membersOf(value, at);
  } catch {
    return null;
  }
}

/** Private members, as they are written or as compilers write them for older runtimes; and what is no code to look at. */
const HIDING = /#[\p{ID_Start}$_]|__classPrivateField|__private(?:Add|Get|Set)|\[native code\]/u;

function hidesSomething(value: object): boolean {
  for (
    let prototype = Object.getPrototypeOf(value);
    prototype !== null && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    const made: unknown = prototype.constructor;
    if (typeof made !== 'function' || HIDING.test(Function.prototype.toString.call(made)))
      return true;
  }
  return false;
}

type At = (member: unknown, name: string) => Json;
type Inside = (value: unknown, at: At) => Json;

const inside = <T>(prototype: T, write: (value: T, at: At) => Json): [unknown, Inside] => [
  prototype,
  write as Inside,
];

const bytes = (view: ArrayBufferLike | ArrayBufferView): Json =>
  (ArrayBuffer.isView(view)
    ? Buffer.from(view.buffer, view.byteOffset, view.byteLength)
    : Buffer.from(view)
  ).toString('base64');

const of = ({ prototype }: { readonly prototype: ArrayBufferView }) => inside(prototype, bytes);

/** What is in the objects of the language itself: it does not show among their members. */
const INSIDE: ReadonlyMap<unknown, Inside> = new Map<unknown, Inside>([
  inside(Date.prototype, (date, at) => at(date.getTime(), '')),
  inside(RegExp.prototype, ({ source, flags }) => [source, flags]),
  inside(URL.prototype, ({ href }) => href),
  inside(URLSearchParams.prototype, (params) => params.toString()),
  inside(Map.prototype, (map, at) =>
    [...map].map(([key, member]) => [at(key, '.keys()'), at(member, '.values()')]),
  ),
  inside(Set.prototype, (set, at) => [...set].map((member) => at(member, '.values()'))),
  inside(ArrayBuffer.prototype, bytes),
  inside(DataView.prototype, bytes),
  inside(Buffer.prototype, bytes),
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array].map(of),
  ...[Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array].map(of),
]);

function refuse(path: string, what: string): never {
  const where = path === '' ? '' : ` at ${path.replace(/^\./, '').slice(0, 200)}`;
  throw new TypeError(
    `it holds ${what}${where}, which cannot be compared between rounds: hand out plain data, ` +
      'or give the class a toJSON() that says all it holds',
  );
}
