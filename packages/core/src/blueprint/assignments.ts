import { lookedAt } from '../looked-at.js';
import { lineage } from '../metadata/scan.js';

/** The source of a class and its bases; minifiers keep the names of fields. */
const sourceOf = (component: object): string =>
  lineage(component)
    .map((part) => Function.prototype.toString.call(part))
    .join('\n');

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Names the fields of an instance that hold a plain list or object which nobody else can have: the
 * only assignment to that name in the class and its bases is a literal. Sure rather than complete:
 * what was injected, or is shared by several instances, must never be frozen. A class that hands
 * `this` out, or assigns to computed names, has none.
 */
export function literalFields(
  component: object,
  instance: Readonly<Record<string, unknown>>,
): readonly string[] {
  const source = sourceOf(component);
  if (/\bthis\s*\[|[(,]\s*this\s*[,)]/.test(source)) return [];
  return Object.keys(instance).filter((field) => {
    if (!isPlain(instance[field])) return false;
    const name = `(?<![\\w$])${escaped(field)}`;
    const assignments = source.match(new RegExp(`${name}\\s*=(?![=>])`, 'g')) ?? [];
    return assignments.length === 1 && new RegExp(`${name}\\s*=\\s*[[{]`).test(source);
  });
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}

/** What V8 says of a write to something frozen: the name, and what it belongs to where it says so. */
const REFUSED = [
  /^Cannot (?:add|define) property (?<name>.+), object is not extensible$/,
  /^Cannot assign to read only property '(?<name>.+)' of object '(?<of>.+)'$/,
  /^Cannot delete property '(?<name>.+)' of (?<of>.+)$/,
  /^Cannot redefine property: (?<name>.+)$/,
];

/**
 * Says of an error that a component's method threw which field of the instance it was about, if
 * it surely was: the engine's own message names neither class nor cure. Any other is returned as
 * it is.
 */
export const explained = (error: unknown, instance: object): unknown =>
  lookedAt(() => explanation(error, instance), error);

function explanation(error: unknown, instance: object): unknown {
  if (!(error instanceof TypeError) || !Object.isFrozen(instance)) return error;
  const { message } = error;
  const found = REFUSED.map((pattern) => pattern.exec(message)?.groups).find(Boolean);
  if (found?.name === undefined) return error;
  const field = fieldOf(instance, found.name, found.of);
  if (field === undefined) return error;
  return new TypeError(
    `${instance.constructor.name}.${field} was assigned to in a call, and an instance is frozen: ` +
      'the next round has another one, maybe on another replica. Compute what is kept in a ' +
      '@Compute, or hand it on by again(carry) as ctx.step.carried; what one method needs is a ' +
      'variable of its own',
    { cause: error },
  );
}

function fieldOf(instance: object, name: string, of: string | undefined): string | undefined {
  const { constructor: component } = instance;
  if (of === `#<${component.name}>` || (of === undefined && writes(component, name))) return name;
  if (of !== undefined && !/^(#<Object>|\[object \w+\])$/.test(of)) return undefined;
  const literals = literalFields(component, instance as Record<string, unknown>);
  return literals.find((field) => mayHold(instance[field as never], name, of === undefined));
}

/** Whether a class writes to a field of that name, to a computed one, or hands `this` on. */
const writes = (component: object, field: string): boolean =>
  new RegExp(
    `\\bthis\\s*\\.\\s*${escaped(field)}(?![\\w$])|\\bthis\\s*\\[|[=(,]\\s*this\\s*[;,)\\n]`,
  ).test(sourceOf(component));

/** Whether a write that failed may have been one to this frozen list or object. */
const mayHold = (value: object, name: string, isNew: boolean): boolean =>
  Array.isArray(value) && isNew
    ? name === String(value.length)
    : Object.hasOwn(value, name) !== isNew;
