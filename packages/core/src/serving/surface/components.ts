import type { Blueprint, ComponentClass } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import type { ListKind } from '../../changes.js';
import { ConfigError } from '../../errors.js';
import type { Catalog } from './catalog.js';

/**
 * Takes components out of service and back, while the server runs. A component is given by its class, or by its name where no other
 * has the same: names are unique within a kind only. Throws `ConfigError` `invalid_component` for anything else, naming the cure.
 */
export interface Components {
  /** Offers the component again. Clients that subscribed to its list are told; nothing happens where it is enabled already. */
  enable(component: string | ComponentClass): void;
  /**
   * Makes the component unknown to everybody: it is not listed, and not found. A call that runs just now ends as it would have; a flow
   * that waits for answers ends, with the next round, like a call of an unknown component. In this process only: say it to every replica.
   */
  disable(component: string | ComponentClass): void;
  /** Tells whether it is in service, in this process. Throws as `enable` does. */
  isEnabled(component: string | ComponentClass): boolean;
}

const LIST_OF = {
  tool: 'tools',
  prompt: 'prompts',
  resource: 'resources',
} as const satisfies Record<Blueprint['kind'], ListKind>;
export const listOf = ({ kind }: Pick<Blueprint, 'kind'>): ListKind => LIST_OF[kind];

/** Makes the switches of one server. `changed` hears of every change, and only of changes. */
export function componentsOf(
  { blueprints }: Registry,
  catalog: Catalog,
  changed: (blueprint: Blueprint, enabled: boolean) => void,
): Components {
  const one = (method: string, given: unknown): Blueprint => {
    const found = blueprints.filter(
      ({ component, name }) => (typeof given === 'string' ? name : component) === given,
    );
    const [first, second] = found;
    if (first !== undefined && second === undefined) return first;
    throw new ConfigError(
      'invalid_component',
      `components.${method}: ${first === undefined ? unknown(given) : ambiguous(found)}`,
    );
  };
  const unknown = (given: unknown) =>
    typeof given === 'string'
      ? `no component is named "${given}"; there are ${blueprints.map(({ name }) => name).join(', ') || 'none'}`
      : 'takes the name or the class of a component that createServer was given';
  const ambiguous = (found: readonly Blueprint[]) =>
    `${found.map(({ kind, className }) => `the ${kind} ${className}`).join(' and ')} have the same name; pass the class instead`;
  const turn = (method: string, given: unknown, enabled: boolean) => {
    const blueprint = one(method, given);
    if (catalog.enable(blueprint, enabled)) changed(blueprint, enabled);
  };
  return {
    enable: (component) => turn('enable', component, true),
    disable: (component) => turn('disable', component, false),
    isEnabled: (component) => catalog.isEnabled(one('isEnabled', component)),
  };
}
