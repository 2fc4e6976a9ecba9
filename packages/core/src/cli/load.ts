import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CountersignServer } from '../serving/assemble.js';
import type { Options } from './options.js';

/** Imports a module and finds its server. Throws an error for people when there is none, and whatever the module throws. */
export async function loadServer({ module, export: name }: Omit<Options, 'json'>): Promise<CountersignServer> {
  const path = resolve(module);
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  const exported = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  for (const candidate of name === undefined ? ['default', 'server'] : [name]) {
    const value = exported[candidate];
    const made = typeof value === 'function' ? await (value as () => unknown)() : value;
    if (isServer(made)) return made;
  }
  const found = `It exports ${Object.keys(exported).join(', ') || 'nothing'}.`;
  const wanted =
    name === undefined ? 'Export it as "server" or as the default, or name it by --export' : `"${name}" is none, nor makes one`;
  throw new Error(`${module} has no server. ${wanted}. ${found}`);
}

/** By what it does: the module may have a copy of this package of its own. */
const isServer = (value: unknown): value is CountersignServer =>
  typeof value === 'object' && value !== null && typeof (value as Partial<CountersignServer>).describe === 'function';
