// The polyfill before tsyringe, which throws at load without it, whatever order an importer's imports were sorted into.
import 'reflect-metadata';
import {
  type DependencyContainer,
  container as globalContainer,
  type InjectionToken,
} from 'tsyringe';
import type { ComponentClass } from '../blueprint/blueprint.js';
import { checkFields } from '../blueprint/compile-helpers.js';
import { ConfigError } from '../errors.js';
import { isComponent } from '../metadata/scan.js';
import { shownName } from '../metadata/shown-name.js';
import { CallContext } from '../rounds/context.js';
import { checkProviders } from './check-providers.js';
import { disposeAll } from './disposal.js';
import { type Provider, type Token, tokenName } from './provider.js';
import { provided, recipes, supply } from './recipe.js';
import { type Constructor, type Known, survey } from './survey.js';
import { warmUpContext } from './warm-up-context.js';

/** What a server's container is made of. */
export interface ContainerOptions {
  readonly components: readonly ComponentClass[];
  /** What constructors may ask for, besides `CallContext`. */
  readonly providers?: readonly Provider[];
  /**
   * An existing tsyringe container to resolve from; never written to. What it makes is its owner's to dispose, and its
   * `ResolutionScoped` registrations count per constructor parameter. Default: tsyringe's global one, for `@singleton()`.
   */
  readonly container?: DependencyContainer;
  /** Says what to do where no provider gives what is needed; by default, what `createServer` takes. */
  readonly provide?: (name: string) => string;
  /** Hears of every `dispose()` that failed. */
  readonly onDisposeError?: (error: unknown) => void;
}

/** One round's instances. */
export interface CallScope {
  /** Constructs the component, afresh for every scope. Throws what its constructor throws. */
  resolve(component: ComponentClass): object;
  /** Disposes what this scope made: component and `scope: 'call'` providers. Never rejects. */
  dispose(): Promise<void>;
}

/** The only door to dependency injection. */
export interface ServerContainer {
  /**
   * Checks every constructor and resolves everything once, so that mistakes show at start. Call it once, before `scope`.
   * @throws ConfigError `missing_metadata` or `invalid_component`, naming class, parameter and cure.
   */
  warmUp(): void;
  scope(context: CallContext): CallScope;
  /** Disposes what the server made. Never rejects. */
  close(): Promise<void>;
}

/** Makes the child container of one server. @throws ConfigError `invalid_option` for a provider that is none. */
export function serverContainer({
  components,
  providers = [],
  container = globalContainer,
  provide,
  onDisposeError = () => {},
}: ContainerOptions): ServerContainer {
  checkProviders(providers);
  const server = container.createChildContainer();
  const made = new WeakMap<DependencyContainer, unknown[]>();
  /** Opens a child container that lists what is made in it. */
  const open = (list: unknown[]): DependencyContainer => {
    const child = server.createChildContainer();
    made.set(child, list);
    return child;
  };
  const sharedMade: unknown[] = [];
  const warmUpMade: unknown[] = [];
  // All that is made once per server is made in here, whoever asks first, so that it never holds anything of a call.
  const shared = open(sharedMade);

  const known = new Map<Token, Known & { readonly kind: 'ours' }>();
  const graph = survey(
    (token) =>
      known.get(token) ?? {
        kind: server.isRegistered(token as InjectionToken, true) ? 'foreign' : 'unknown',
      },
    provide,
  );

  const recipeOf = recipes(graph);

  const keep = <T>(at: DependencyContainer, instance: T): T => {
    made.get(at)?.push(instance);
    return instance;
  };
  const construct = (at: DependencyContainer, target: Constructor, given?: unknown[]): object => {
    const { needs, make } = recipeOf(target);
    const args = needs.map((need) => supply(at, need));
    given?.push(...args);
    return keep(at, make(args));
  };

  /** How often something of the call was handed out; tells whether a singleton of the user's container took it. */
  let handedOut = 0;
  const oncePerCall = (token: Token, make: (at: DependencyContainer) => unknown) => {
    const instances = new WeakMap<DependencyContainer, { readonly value: unknown }>();
    return (at: DependencyContainer): unknown => {
      if (at === shared) throw captured(tokenName(token));
      handedOut++;
      const found = instances.get(at) ?? { value: make(at) };
      instances.set(at, found);
      return found.value;
    };
  };
  const oncePerServer = (make: (at: DependencyContainer) => unknown) => {
    let found: { readonly value: unknown } | undefined;
    return (): unknown => {
      found ??= { value: make(shared) };
      return found.value;
    };
  };

  for (const provider of providers) {
    const { token } = provider;
    if ('useValue' in provider) {
      server.register(token as InjectionToken, { useValue: provider.useValue });
      known.set(token, { kind: 'ours', lifetime: 'server' });
      continue;
    }
    const make =
      'useClass' in provider
        ? (at: DependencyContainer) => construct(at, provider.useClass as Constructor)
        : (at: DependencyContainer) =>
            keep(
              at,
              provider.useFactory({
                resolve: (wanted) =>
                  provided(at, wanted, `providers (${tokenName(token)})`) as never,
              }),
            );
    server.register(token as InjectionToken, {
      useFactory: provider.scope === 'call' ? oncePerCall(token, make) : oncePerServer(make),
    });
    known.set(token, {
      kind: 'ours',
      lifetime: provider.scope === 'call' ? 'call' : 'server',
      ...('useClass' in provider ? { useClass: provider.useClass as Constructor } : {}),
    });
  }
  shared.register(CallContext as InjectionToken, {
    useFactory: () => {
      throw captured('CallContext');
    },
  });

  const warmUp = (): void => {
    // Components first: what is wrong with a service is told together with who needs it.
    for (const component of components) graph.visit(component as Constructor, 'call');
    for (const { useClass, lifetime } of known.values())
      if (useClass !== undefined) graph.visit(useClass, lifetime);
    for (const [token, { lifetime }] of known)
      if (lifetime === 'server')
        atStart(tokenName(token), () => shared.resolve(token as InjectionToken));
    for (const component of components) {
      const before = handedOut;
      rehearse(component as Constructor);
      const first = handedOut - before;
      if (first === 0 || !graph.foreign()) continue;
      // Singletons exist by now: one that took something of the first rehearsal's call does not ask for it again.
      rehearse(component as Constructor);
      if (handedOut - before < 2 * first) {
        throw new ConfigError(
          'invalid_component',
          `${shownName(component)}: a singleton of the given container, somewhere below it, holds CallContext or a scope: 'call' provider of the first call it met. Register it ContainerScoped`,
        );
      }
    }
  };

  /** The warm-up's instances live as long as the server: a singleton of the user's container may have been given one. */
  const rehearse = (component: Constructor): void => {
    let read: ConfigError | undefined;
    const context = warmUpContext((error) => {
      read = error;
    });
    const child = open(warmUpMade);
    child.register(CallContext as InjectionToken, {
      useFactory: () => {
        handedOut++;
        return context;
      },
    });
    atStart(
      shownName(component),
      () => {
        const given: unknown[] = [];
        const instance = construct(child, component, given);
        if (isComponent(component)) checkFields(instance, given, component);
      },
      () => read,
    );
  };

  return {
    warmUp,
    scope: (context) => {
      const list: unknown[] = [];
      let child: DependencyContainer | undefined;
      return {
        resolve: (component) => {
          const target = component as Constructor;
          const { needs, make } = recipeOf(target);
          if (needs.length === 0) {
            const instance = make([]);
            list.push(instance);
            return instance;
          }
          child ??= open(list).register(CallContext as InjectionToken, { useValue: context });
          return construct(child, target);
        },
        dispose: () => disposeAll(list, onDisposeError),
      };
    },
    close: async () => {
      await disposeAll(warmUpMade, onDisposeError);
      await disposeAll(sharedMade, onDisposeError);
    },
  };
}

const captured = (token: string) =>
  new ConfigError(
    'invalid_component',
    `${token} belongs to one call, and was asked for by something made once per server. Give its provider scope: 'call'`,
  );

/** Runs a constructor at start. tsyringe wraps errors in text, so what the context noted of itself counts first. */
function atStart(
  name: string,
  make: () => unknown,
  noted: () => ConfigError | undefined = () => undefined,
): void {
  try {
    make();
  } catch (cause) {
    const own = noted() ?? cause;
    if (own instanceof ConfigError)
      throw new ConfigError(own.code, `${name}: ${own.message}`, { cause });
    throw new ConfigError(
      'invalid_component',
      `${name} could not be constructed at start. The cause says why`,
      { cause },
    );
  }
}
