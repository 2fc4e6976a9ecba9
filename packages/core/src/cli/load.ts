import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CountersignServer } from '../serving/assemble.js';
import type { Options } from './options.js';

/** The server of a module, or in words why there is none. */
export type Loaded = { readonly server: CountersignServer } | { readonly problem: string };

/** Imports a module and finds its server. Throws whatever the module throws. */
export async function loadServer({
  module,
  export: name,
}: Pick<Options, 'module' | 'export'>): Promise<Loaded> {
  const path = resolve(module);
  if (!existsSync(path)) return { problem: `there is no ${path}` };
  const exported = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  const found: string[] = [];
  for (const candidate of name === undefined ? ['default', 'server'] : [name]) {
    if (!Object.hasOwn(exported, candidate)) continue;
    const value = exported[candidate];
    const isMaker = typeof value === 'function';
    const made = await (isMaker ? (value as () => unknown)() : value);
    if (isServer(made)) return { server: made };
    found.push(`"${candidate}" ${isMaker ? 'makes' : 'is'} ${kindOf(made)}, and no server.`);
  }
  if (found.length === 0) {
    const exports = `It exports ${Object.keys(exported).join(', ') || 'nothing'}.`;
    const missing =
      name === undefined
        ? 'Export it as "server" or as the default, or name its export by --export.'
        : `There is no export "${name}".`;
    found.push(missing, exports);
  }
  return { problem: `${module} has no server. ${found.join(' ')}` };
}

/** By what it does: the module may have a copy of this package of its own. Schemas, say, have a `describe` too. */
const isServer = (value: unknown): value is CountersignServer =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<CountersignServer>).describe === 'function' &&
  typeof (value as Partial<CountersignServer>).fetch === 'function';

/** In words, and without the value, which may be anything. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
