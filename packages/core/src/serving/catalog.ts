import type { Registry } from '../blueprint/registry.js';
import type { JsonObject } from '../json.js';
import type { Found } from './dispatch.js';
import type { ComponentMethod } from './legacy-bridge.js';
import type { Surface } from './surface.js';

/** The lists as every client gets them: made once, the same objects for each request. */
export function listsOf({
  tools,
  prompts,
  resources,
  templates,
}: Registry): Pick<Surface, 'tools' | 'prompts' | 'resources' | 'templates' | 'mirrored'> {
  const listings = (blueprints: Iterable<Found['blueprint']>) => Object.freeze([...blueprints].map((blueprint) => blueprint.listing));
  return {
    tools: listings(tools.values()),
    prompts: listings(prompts.values()),
    resources: listings(resources.values()),
    templates: listings(templates),
    mirrored: new Map(
      [...tools.values()].filter(({ mirrored }) => mirrored).map(({ name, listing }) => [name, listing.inputSchema as JsonObject]),
    ),
  };
}

/** Makes the look-up of what a request asks for. Arguments stay as received; absent ones are `{}` (`null` is not absent). */
export function finder(registry: Registry): (method: ComponentMethod, params: Readonly<Record<string, unknown>>) => Found | undefined {
  const named = { 'tools/call': registry.tools, 'prompts/get': registry.prompts };
  return (method, params) => {
    if (method === 'resources/read') {
      const { uri } = params;
      const found = typeof uri === 'string' ? registry.resource(uri) : undefined;
      return found && { blueprint: found.blueprint, target: uri as string, args: found.variables };
    }
    const { name, arguments: args } = params;
    const blueprint = typeof name === 'string' ? named[method].get(name) : undefined;
    return blueprint && { blueprint, target: blueprint.name, args: args === undefined ? {} : args };
  };
}
