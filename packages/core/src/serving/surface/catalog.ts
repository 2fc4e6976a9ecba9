import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import { isRecord, type JsonObject, own } from '../../json.js';
import type { Viewer } from '../../viewer.js';
import type { Sees } from '../auth/visibility.js';
import type { Found } from '../calls/request.js';
import type { ComponentMethod } from '../legacy-bridge.js';
import type { Mirrored } from '../protocol/param-headers.js';
import { type Page, pagesOf } from './pages.js';

/** The lists, and the member of their results that holds the items. */
export const LIST_MEMBERS = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;
export type ListMethod = keyof typeof LIST_MEMBERS;

/** What is offered to whom, just now. */
export interface Catalog {
  /** Whether there are any components of a kind, enabled or not: a capability is for as long as the server lives. */
  readonly kinds: {
    readonly tools: boolean;
    readonly prompts: boolean;
    readonly resources: boolean;
  };
  /** Finds what a request asks for. What is disabled, or invisible to the caller, is as unknown as what never was. */
  find(
    method: ComponentMethod,
    params: Readonly<Record<string, unknown>>,
    viewer: Viewer | undefined,
  ): Found | undefined;
  /** As `find`, and what is disabled too: for a call that was begun before. */
  begun(
    method: ComponentMethod,
    params: Readonly<Record<string, unknown>>,
    viewer: Viewer | undefined,
  ): Found | undefined;
  /** One page of a list; `undefined` for a cursor that it has not. The viewer is asked for only where the list depends on him. */
  list(method: ListMethod, cursor: unknown, viewer: () => Viewer | undefined): Page | undefined;
  /** Whether the component is enabled and exists for the caller. */
  offers(viewer: Viewer | undefined, blueprint: Blueprint): boolean;
  outputSchema(tool: unknown): JsonObject | undefined;
  /** Tools whose arguments HTTP clients mirror into headers, enabled or not. */
  readonly mirrored: Mirrored;
  isEnabled(blueprint: Blueprint): boolean;
  /** Returns whether that changed anything. */
  enable(blueprint: Blueprint, enabled: boolean): boolean;
}

/** A list as it stands: kept until a component is enabled or disabled. */
interface Kept {
  readonly enabled: readonly Blueprint[];
  /** The pages for everybody; absent where some component decides for whom it exists. */
  readonly pages: ((cursor: unknown) => Page | undefined) | undefined;
}

/** Makes the catalog of one server. Schemas were converted when the components were compiled: no request does that. */
export function catalogOf(
  registry: Registry,
  { pageSize, sees }: { pageSize: number; sees: Sees },
): Catalog {
  const { tools, prompts, resources, templates } = registry;
  const disabled = new Set<Blueprint>();
  const lists: Readonly<Record<ListMethod, readonly Blueprint[]>> = {
    'tools/list': [...tools.values()],
    'prompts/list': [...prompts.values()],
    'resources/list': [...resources.values()],
    'resources/templates/list': templates,
  };
  const named = { 'tools/call': tools, 'prompts/get': prompts };
  const kept = new Map<ListMethod, Kept>();

  const keep = (method: ListMethod): Kept => {
    const enabled = lists[method].filter((blueprint) => !disabled.has(blueprint));
    const pages = enabled.some(({ visible }) => visible !== undefined)
      ? undefined
      : pagesOf(LIST_MEMBERS[method], enabled, pageSize);
    const made = { enabled, pages };
    kept.set(method, made);
    return made;
  };
  const offers: Catalog['offers'] = (viewer, blueprint) =>
    !disabled.has(blueprint) && sees(viewer, blueprint);

  const among = (
    method: ComponentMethod,
    { uri, name, arguments: args }: Readonly<Record<string, unknown>>,
    offered: (blueprint: Blueprint) => boolean,
  ): Found | undefined => {
    if (method === 'resources/read') {
      const found = typeof uri === 'string' ? registry.resource(uri, offered) : undefined;
      return found && { blueprint: found.blueprint, target: uri as string, args: found.variables };
    }
    const blueprint = typeof name === 'string' ? named[method].get(name) : undefined;
    if (blueprint === undefined || !offered(blueprint)) return undefined;
    // Arguments stay as received; absent ones are `{}` (`null` is not absent).
    return { blueprint, target: blueprint.name, args: args === undefined ? {} : args };
  };
  const find: Catalog['find'] = (method, params, viewer) =>
    among(method, params, (blueprint) => offers(viewer, blueprint));

  return {
    kinds: {
      tools: tools.size > 0,
      prompts: prompts.size > 0,
      resources: resources.size + templates.length > 0,
    },
    find,
    begun: (method, params, viewer) =>
      find(method, params, viewer) ?? among(method, params, (blueprint) => sees(viewer, blueprint)),
    list: (method, cursor, viewer) => {
      const { enabled, pages } = kept.get(method) ?? keep(method);
      if (pages !== undefined) return pages(cursor);
      const looking = viewer();
      return pagesOf(
        LIST_MEMBERS[method],
        enabled.filter((blueprint) => sees(looking, blueprint)),
        pageSize,
      )(cursor);
    },
    offers,
    outputSchema: (tool) => {
      const schema =
        typeof tool === 'string' ? own(tools.get(tool)?.listing ?? {}, 'outputSchema') : undefined;
      return isRecord(schema) ? (schema as JsonObject) : undefined;
    },
    mirrored: new Map(
      [...tools.values()]
        .filter(({ mirrored }) => mirrored)
        .map(({ name, listing }) => [name, listing.inputSchema as JsonObject]),
    ),
    isEnabled: (blueprint) => !disabled.has(blueprint),
    enable: (blueprint, enabled) => {
      if (disabled.has(blueprint) !== enabled) return false;
      if (enabled) disabled.delete(blueprint);
      else disabled.add(blueprint);
      kept.clear();
      return true;
    },
  };
}
