import { ConfigError } from '../errors.js';
import type { JsonSchemaCompiler } from '../schema/reader.js';
import type { Blueprint, ComponentClass } from './blueprint.js';
import { compileComponent } from './compile.js';
import { type UriTemplate, uriTemplate } from './uri-template.js';

/** A resource that answers to a URI, and what its template's variables stand for. The values are untrusted. */
export interface FoundResource {
  readonly blueprint: Blueprint;
  readonly variables: Readonly<Record<string, string>>;
}

/** Everything a server serves, compiled and findable. */
export interface Registry {
  /** In the order given. */
  readonly blueprints: readonly Blueprint[];
  readonly tools: ReadonlyMap<string, Blueprint>;
  readonly prompts: ReadonlyMap<string, Blueprint>;
  /** Fixed resources, by URI. */
  readonly resources: ReadonlyMap<string, Blueprint>;
  /** Templates in the order given. */
  readonly templates: readonly Blueprint[];
  /** Finds a resource by URI among those that are offered: a fixed one first, then the first template that matches. */
  resource(uri: string, offered?: (blueprint: Blueprint) => boolean): FoundResource | undefined;
}

/**
 * Compiles all components of a server.
 * @throws ConfigError as `compileComponent` does, and `duplicate` naming both classes.
 */
export function compileAll(
  components: readonly ComponentClass[],
  compile: JsonSchemaCompiler,
): Registry {
  const blueprints = Array.from(components, (component: unknown, index) => {
    if (typeof component !== 'function') {
      const cycle =
        component === undefined ? '. An undefined one is an import cycle, or a missing export' : '';
      throw new ConfigError('invalid_component', `components[${index}]: not a class${cycle}`);
    }
    return compileComponent(component as ComponentClass, compile);
  });
  const tools = new Map<string, Blueprint>();
  const prompts = new Map<string, Blueprint>();
  const resources = new Map<string, Blueprint>();
  const templates = new Map<
    string,
    { readonly blueprint: Blueprint; readonly template: UriTemplate }
  >();
  for (const blueprint of blueprints) {
    const { kind, name, uri } = blueprint;
    if (kind === 'tool') add(tools, name, blueprint, blueprint, `tools named "${name}"`);
    else if (kind === 'prompt') add(prompts, name, blueprint, blueprint, `prompts named "${name}"`);
    else if (uri !== undefined && 'fixed' in uri)
      add(resources, uri.fixed, blueprint, blueprint, `resources at ${uri.fixed}`);
    else if (uri !== undefined) {
      const template = uriTemplate(uri.template) as UriTemplate;
      add(
        templates,
        template.shape,
        { blueprint, template },
        blueprint,
        `resource templates that match the same URIs as ${uri.template}`,
      );
    }
  }
  const inOrder = [...templates.values()];
  return Object.freeze({
    blueprints: Object.freeze(blueprints),
    tools,
    prompts,
    resources,
    templates: Object.freeze(inOrder.map(({ blueprint }) => blueprint)),
    resource: (
      uri: string,
      offered: (blueprint: Blueprint) => boolean = () => true,
    ): FoundResource | undefined => {
      const fixed = resources.get(uri);
      if (fixed !== undefined && offered(fixed)) return { blueprint: fixed, variables: {} };
      for (const { blueprint, template } of inOrder) {
        const variables = template.match(uri);
        if (variables !== undefined && offered(blueprint)) return { blueprint, variables };
      }
      return undefined;
    },
  });
}

function add<V extends Blueprint | { readonly blueprint: Blueprint }>(
  map: Map<string, V>,
  key: string,
  value: V,
  { className }: Blueprint,
  what: string,
): void {
  const first = map.get(key);
  if (first !== undefined) {
    const other = 'blueprint' in first ? first.blueprint.className : first.className;
    const both = other === className ? `${className} twice` : `${other} and ${className}`;
    throw new ConfigError('duplicate', `${both}: two ${what}. Rename one, or list it once`);
  }
  map.set(key, value);
}
