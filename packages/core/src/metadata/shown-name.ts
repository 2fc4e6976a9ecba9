import { scan } from './scan.js';

/**
 * Names a class in a message. A component is named by its own name too: a minifier may have renamed the class, and
 * `r, constructor parameter #0` would lead nobody to it.
 */
export function shownName(target: { readonly name: string }): string {
  const name = target.name || '(anonymous class)';
  const [component] = scan(target).components;
  const own: unknown = (component?.options as { readonly name?: unknown } | undefined)?.name;
  return component !== undefined && typeof own === 'string'
    ? `${name} (${component.kind} "${own}")`
    : name;
}
