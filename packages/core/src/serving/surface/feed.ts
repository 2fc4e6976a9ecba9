import { type Blueprint, keyOf } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import {
  type Change,
  Changes,
  isListKind,
  isResourceUri,
  type ListKind,
  readChange,
} from '../../changes.js';
import type { Era, ServerEvent } from '../../events.js';
import type { Viewer } from '../../viewer.js';
import { grants, type Sees } from '../auth/visibility.js';
import type { Settings } from '../options/settings.js';
import type { WireError } from '../results/outcome.js';
import { insufficientScope, resourceNotFound } from '../results/results.js';
import type { Catalog } from './catalog.js';
import { listOf } from './components.js';

/** What a client asked to hear of. */
export interface Subscribed {
  readonly era: Era;
  readonly method: 'subscriptions/listen' | 'resources/subscribe';
  readonly lists: readonly ListKind[];
  /** How many URIs. */
  readonly resources: number;
}

/** Where changes come from, and who may hear of them. */
export interface Feed {
  /** What authors and operators publish by. */
  readonly changes: Changes;
  /** Publishes that a component came or went. */
  switched(blueprint: Blueprint, enabled: boolean): void;
  /** Why a caller may not hear of the resource at a URI; `undefined` for whoever may read it. */
  refusal(viewer: Viewer | undefined, uri: string): WireError | undefined;
  /** Tells of every change that the viewer of that moment may know; returns how to stop. */
  attach(viewer: () => Viewer | undefined, told: (change: Change) => void): () => void;
  /** Reports a subscription; returns what reports its end, once. */
  opened(subscribed: Subscribed): () => void;
  /** How many subscriptions are open. */
  readonly open: number;
  close(): void;
}

export interface FeedParts {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly catalog: Catalog;
  readonly sees: Sees;
  readonly emit: (event: ServerEvent) => void;
}

/** Makes the feed of one server: one subscriber of the bus, in front of all of the server's own. */
export function feedOf({ settings, registry, catalog, sees, emit }: FeedParts): Feed {
  const { bus, clock, logger } = settings;
  const { name } = settings.options;
  const attached = new Set<(change: Change) => void>();
  let leave: (() => void) | undefined;
  let open = 0;

  const failed = (error: unknown, what: string) => {
    logger.error({ err: error }, what);
    emit({ at: clock.now(), component: name, era: '2026', type: 'error', where: 'bus', error });
  };
  const publish = (change: Change) => {
    const lost = (error: unknown) => failed(error, 'the bus did not publish a change');
    try {
      Promise.resolve(bus.publish(change)).catch(lost);
    } catch (error) {
      lost(error);
    }
  };
  const received = (message: unknown) => {
    const change = readChange(message);
    if (change === undefined)
      return logger.warn(
        { received: typeof message },
        'the bus delivered something that is no change',
      );
    for (const tell of [...attached]) tell(change);
  };
  /** Not before somebody listens: a server that nobody subscribes to holds nothing of its deployment. */
  const join = () => {
    try {
      leave ??= bus.subscribe(received);
    } catch (error) {
      failed(error, 'the bus could not be subscribed to');
    }
  };

  const refusal: Feed['refusal'] = (viewer, uri) => {
    const found =
      viewer && registry.resource(uri, (blueprint) => catalog.offers(viewer, blueprint));
    if (viewer === undefined || found === undefined) return resourceNotFound(uri);
    return grants(viewer.scopes, found.blueprint) ? undefined : insufficientScope(found.blueprint);
  };
  /** A component that is not there for somebody does not come or go for him. One that only another replica knows is told of. */
  const mayKnow = (viewer: Viewer | undefined, change: Change): boolean => {
    if ('resource' in change) return refusal(viewer, change.resource) === undefined;
    const { list, component } = change;
    const changed =
      component === undefined
        ? undefined
        : registry.blueprints.find((each) => listOf(each) === list && keyOf(each) === component);
    return changed === undefined || sees(viewer, changed);
  };

  class Published extends Changes {
    resourceUpdated(uri: string): void {
      if (!isResourceUri(uri))
        throw new TypeError('changes.resourceUpdated: uri must be an absolute URI');
      const component = registry.resource(uri)?.blueprint.name;
      if (component === undefined)
        logger.warn({ uri }, 'changes.resourceUpdated: no resource of this server has this URI');
      emit({
        at: clock.now(),
        component: component ?? name,
        era: '2026',
        type: 'resource.updated',
        uri,
      });
      publish({ resource: uri });
    }
    listChanged(list: ListKind): void {
      if (!isListKind(list))
        throw new TypeError("changes.listChanged: list must be 'tools', 'prompts' or 'resources'");
      emit({ at: clock.now(), component: name, era: '2026', type: 'components.changed', list });
      publish({ list });
    }
  }

  return {
    changes: new Published(),
    switched: (blueprint, enabled) => {
      const list = listOf(blueprint);
      emit({
        at: clock.now(),
        component: blueprint.name,
        era: '2026',
        type: 'components.changed',
        list,
        enabled,
      });
      publish({ list, component: keyOf(blueprint) });
    },
    refusal,
    attach: (viewer, told) => {
      const tell = (change: Change) => {
        try {
          if (mayKnow(viewer(), change)) told(change);
        } catch (error) {
          failed(error, 'a subscriber could not be told of a change');
        }
      };
      attached.add(tell);
      join();
      return () => void attached.delete(tell);
    },
    opened: ({ era, method, lists, resources }) => {
      const since = clock.now();
      const about = { component: method, era, lists, resources };
      emit({ at: since, ...about, type: 'subscription.opened' });
      open++;
      let closed = false;
      return () => {
        if (closed) return;
        closed = true;
        open--;
        const at = clock.now();
        emit({ at, ...about, type: 'subscription.closed', ms: at - since });
      };
    },
    get open() {
      return open;
    },
    close: () => {
      attached.clear();
      try {
        leave?.();
      } catch (error) {
        failed(error, 'the bus could not be left');
      }
      leave = undefined;
    },
  };
}
