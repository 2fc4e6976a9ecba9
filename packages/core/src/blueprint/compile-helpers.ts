import { lineage, type Scan, scan } from '../metadata/scan.js';
import type { ComponentClass } from './blueprint.js';
import { configError, optionsOf } from './checks.js';
import { HOOKS } from './members.js';

const CURES =
  'If it asks or computes, mark it @Elicit, @Sample, @Roots or @Compute; ' +
  'if not, make it #private or mark it @Helper()';

/**
 * Compiles the names of a class's helpers, and refuses every method that has no mark: one that
 * lost its `@Elicit` would never be put to anybody, and `run` would go ahead without its answer.
 * @throws ConfigError `invalid_step`, naming class, method and both cures.
 */
export function compileHelpers(
  component: ComponentClass,
  className: string,
  scanned: Scan,
): ReadonlySet<string> {
  const helpers = helpersOf(className, scanned);
  const marked = new Set<unknown>([
    ...HOOKS,
    ...helpers,
    ...scanned.steps.map(({ key }) => key),
    ...scanned.completions.map(({ key }) => key),
  ]);
  const unmarked = [...methodsOf(component)].filter(([name]) => !marked.has(name));
  if (unmarked.length > 0) {
    const where = unmarked.map(([name, { name: owner }]) =>
      owner === component.name ? `${className}.${name}` : `${className}.${name} (of ${owner})`,
    );
    const what = unmarked.length === 1 ? 'a method that has' : 'methods that have';
    throw configError('invalid_step', where.join(', '), `${what} no mark. ${CURES}`);
  }
  return helpers;
}

/**
 * Refuses functions in fields, which the class does not show before an instance is made. `given`
 * is what was injected: a function among it is the provider's.
 * @throws ConfigError `invalid_step`, naming class, field and the cures.
 */
export function checkFields(
  instance: object,
  given: readonly unknown[],
  component: { readonly name: string },
): void {
  const scanned = scan(component);
  const helpers = new Set(scanned.helpers.map(({ key }) => key));
  const methods = new Set<unknown>([...HOOKS, ...scanned.steps.map(({ key }) => key)]);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(instance))) {
    if (typeof value !== 'function') continue;
    const where = `${component.name}.${name}`;
    if (methods.has(name))
      throw configError(
        'invalid_step',
        where,
        'a field hides this method. Steps and hooks are methods: let no constructor set it',
      );
    if (given.includes(value) || helpers.has(name)) continue;
    throw configError(
      'invalid_step',
      where,
      `a field that holds a function. Write it as a method. ${CURES}`,
    );
  }
}

function helpersOf(className: string, { helpers, steps, completions }: Scan): ReadonlySet<string> {
  for (const { key, on, options } of helpers) {
    const where = `${className}.${String(key)}: @Helper`;
    const fail = (problem: string) => configError('invalid_step', where, problem);
    optionsOf(options, [], where);
    if (typeof key === 'symbol' || on === 'static member' || on === 'accessor')
      throw fail('only a method with a name needs this mark. Remove it');
    if (HOOKS.has(key)) throw fail('a hook needs no mark. Remove it');
    if ([...steps, ...completions].some((other) => other.key === key && other.on === on))
      throw fail('the method has another mark, in this class or a base. Keep one of them');
  }
  return new Set(helpers.map(({ key }) => key as string));
}

/** Methods by name, each with the class that wrote it; nothing of them is run. */
function methodsOf(component: ComponentClass): ReadonlyMap<string, { readonly name: string }> {
  const methods = new Map<string, { readonly name: string }>();
  for (const part of lineage(component)) {
    for (const name of Object.getOwnPropertyNames(part.prototype)) {
      const member = Object.getOwnPropertyDescriptor(part.prototype, name);
      if (name !== 'constructor' && typeof member?.value === 'function') methods.set(name, part);
      else methods.delete(name);
    }
  }
  return methods;
}
