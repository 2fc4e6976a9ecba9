/** Finds a member of a class's instances without running it: an accessor is not called. */
export function memberOf(
  component: { readonly prototype: unknown },
  key: string,
): PropertyDescriptor | undefined {
  for (
    let at: unknown = component.prototype;
    at !== null && at !== undefined && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    const found = Object.getOwnPropertyDescriptor(at, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const isMethod = (member: PropertyDescriptor | undefined): boolean =>
  typeof member?.value === 'function';

/** Methods that core calls by these names; they need no mark. */
export const HOOKS: ReadonlySet<string> = new Set(['run', 'declined', 'dispose']);

/** Names with a meaning of their own: ours, those that promises and JSON look for, and all that every object has. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...HOOKS,
  'then',
  'toJSON',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]);
