import type ts from 'typescript';
import type { Box } from './box.js';

/** What people would read in place of a value, and what to do about it. */
export interface Shown {
  readonly kind: 'promise' | 'object' | 'function' | 'absent';
  /** In words: `a promise`, which is shown as "[object Promise]". */
  readonly what: string;
  readonly cure: string;
}

/** Tells what is wrong with a value that becomes text, by its type. `any` tells nothing. */
export function shownOf(type: ts.Type, box: Box): Shown | undefined {
  for (const part of box.parts(type)) {
    const shown = partShown(part, box);
    if (shown !== undefined) return shown;
  }
  return undefined;
}

function partShown(part: ts.Type, box: Box): Shown | undefined {
  const { ts, checker } = box;
  const { flags } = part;
  if ((flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) !== 0) return undefined;
  if ((flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0) return absent('undefined');
  if ((flags & ts.TypeFlags.Null) !== 0) return absent('null');
  if (isPrimitive(part, box)) return undefined;
  if (box.isPromise(part))
    return { kind: 'promise', what: 'a promise, "[object Promise]"', cure: 'await it' };
  const [signature] = [...part.getCallSignatures(), ...part.getConstructSignatures()];
  if (signature !== undefined)
    return { kind: 'function', what: 'a function, as its source', cure: 'call it' };
  if (checker.isArrayType(part) || checker.isTupleType(part)) {
    const elements = checker.getTypeArguments(part as ts.TypeReference);
    return elements
      .map((element) => elementShown(element, box))
      .find((shown) => shown !== undefined);
  }
  return hasTextOfItsOwn(part, box)
    ? undefined
    : { kind: 'object', what: 'an object, "[object Object]"', cure: 'name its field' };
}

/** An absent element of a list is shown as nothing at all. */
function elementShown(element: ts.Type, box: Box): Shown | undefined {
  const shown = shownOf(element, box);
  return shown?.kind === 'absent' ? undefined : shown;
}

const absent = (value: string): Shown => ({
  kind: 'absent',
  what: `what may be ${value}, "${value}"`,
  cure: 'say with ?? what is shown then, or ask only when it is there',
});

/** A branded string is both a string and an object. */
function isPrimitive(part: ts.Type, box: Box): boolean {
  if (part.isIntersection()) return part.types.some((each) => isPrimitive(each, box));
  const { StringLike, NumberLike, BigIntLike, BooleanLike, ESSymbolLike } = box.ts.TypeFlags;
  return (part.flags & (StringLike | NumberLike | BigIntLike | BooleanLike | ESSymbolLike)) !== 0;
}

/**
 * A `toString` or `Symbol.toPrimitive` of its class's own: that of `Object` says "[object Object]".
 */
function hasTextOfItsOwn(part: ts.Type, box: Box): boolean {
  const { checker } = box;
  const members = checker.getPropertiesOfType(part);
  if (members.some(({ escapedName }) => String(escapedName).startsWith('__@toPrimitive')))
    return true;
  const written = checker.getPropertyOfType(part, 'toString');
  return (
    written?.declarations?.some(
      ({ parent }) => !box.ts.isInterfaceDeclaration(parent) || parent.name.text !== 'Object',
    ) ?? false
  );
}
