import { setMaxListeners } from 'node:events';
import type { ComponentClass } from '../blueprint/blueprint.js';
import { compileAll } from '../blueprint/registry.js';
import { Changes } from '../changes.js';
import { checkProviders } from '../di/check-providers.js';
import { serverContainer } from '../di/container.js';
import type { Provider } from '../di/provider.js';
import { ConfigError } from '../errors.js';
import type { ServerEvent } from '../events.js';
import type { CallContext } from '../rounds/context.js';
import type { PackedJournal } from '../rounds/packing.js';
import type { Watch } from '../rounds/watch.js';
import { stateGuard } from '../state/guard.js';
import { assemble, type CountersignServer } from './assemble.js';
import { identified } from './auth/identify.js';
import { sight } from './auth/visibility.js';
import { dispatcher } from './calls/dispatch.js';
import { inFlight } from './calls/in-flight.js';
import { compileJsonSchema } from './calls/json-schema.js';
import { type LentTickets, lentTickets } from './calls/lent-tickets.js';
import { middlewareClasses } from './calls/middleware.js';
import { ticketOpener, ticketsOf } from './calls/tickets.js';
import { scopeGate } from './http/scopes.js';
import { noShortPath, type ShortPath, shortPath } from './http/short-path.js';
import { type ServerOptions } from './options/options.js';
import { checkCodecs, warnIfPaged } from './options/safety.js';
import { type Settings, settle } from './options/settings.js';
import { attachBridge } from './protocol/bridge.js';
import { checkCacheHints } from './surface/cache-hints.js';
import { catalogOf } from './surface/catalog.js';
import { completer } from './surface/completions.js';
import { componentsOf } from './surface/components.js';
import { feedOf } from './surface/feed.js';
import type { ReceivedCall, Surface } from './surface/surface.js';
import { surfaceOf } from './surface/surface-of.js';
import { telemetryOf } from './telemetry/telemetry.js';

/** What a server was made of, and which of its components are out of service: how it is made again. */
const made = new WeakMap<
  CountersignServer,
  {
    readonly options: ServerOptions;
    readonly disabled: () => readonly ComponentClass[];
    readonly lent: LentTickets;
  }
>();

/** What a test gives to a server that it makes again. */
interface Remade {
  readonly watch?: Watch | undefined;
  /** Of the server that the test was given. */
  readonly lent: LentTickets;
}

/**
 * Makes a server from decorated classes. Everything that can be wrong with classes, options and dependencies is a
 * `ConfigError` here, before the first request.
 */
export function createServer(options: ServerOptions): CountersignServer {
  return serverOf(options, [], shortPath);
}

/** Makes the same server without its short path, to compare with: all that it answers over HTTP went through the SDK. */
export function longWayServer(options: ServerOptions): CountersignServer {
  return serverOf(options, [], noShortPath);
}

function serverOf(
  options: ServerOptions,
  disabled: readonly ComponentClass[],
  shortPathOf: (surface: Surface) => ShortPath,
  remade?: Remade,
): CountersignServer {
  const settings = settle(options);
  if (options.providers !== undefined) checkProviders(options.providers);
  const registry = compileAll(options.components, compileJsonSchema);
  checkCodecs(settings, registry.blueprints);
  checkCacheHints(settings.cacheHints, registry);
  const emit = emitter(settings);
  const sees = sight(settings.logger);
  const catalog = catalogOf(registry, { pageSize: settings.pageSize, sees });
  if (remade === undefined) warnIfPaged(settings, registry);
  for (const blueprint of registry.blueprints)
    if (disabled.includes(blueprint.component)) catalog.enable(blueprint, false);
  const feed = feedOf({ settings, registry, catalog, sees, emit });
  const container = serverContainer({
    components: [...options.components, ...middlewareClasses(settings, registry.blueprints)],
    providers: withChanges(options.providers ?? [], feed.changes),
    ...(options.container !== undefined && { container: options.container }),
    onDisposeError: (error) => {
      settings.logger.error({ err: error }, 'a dispose() failed');
      emit({
        at: settings.clock.now(),
        component: options.name,
        era: '2026',
        type: 'error',
        where: 'dispose',
        error,
      });
    },
  });
  container.warmUp();
  const { find } = catalog;
  const flight = inFlight(settings.clock);
  const drain = new AbortController();
  // Every held answer listens to it, and there may be any number of them: no leak for Node to warn of.
  setMaxListeners(0, drain.signal);
  const openScope = (context: CallContext) => {
    const { resolve, dispose } = container.scope(context);
    return { resolve, dispose: () => flight.track(dispose()) };
  };
  const ownTickets = ticketsOf(settings);
  const openOwn = ticketOpener(settings, ownTickets, emit);
  const lent = remade?.lent ?? lentTickets();
  const tickets = remade && ownTickets ? lent.by(ownTickets, openOwn) : ownTickets;
  const dispatched = dispatcher({
    settings,
    guard: guardOf(settings),
    tickets,
    find,
    openScope,
    emit,
    telemetry: telemetryOf(settings.logger),
    draining: drain.signal,
    watch: remade?.watch,
  });
  const dispatch: typeof dispatched = (request) => flight.track(dispatched(request), 'round');
  const complete = completer({ settings, registry, catalog, openScope, emit });
  const surface = surfaceOf({
    settings,
    catalog,
    feed,
    dispatch,
    complete: complete && ((request) => flight.track(complete(request))),
  });
  const identify = (call: ReceivedCall) => identified(settings, call);
  const bridge =
    options.legacy &&
    attachBridge(options.legacy, {
      settings,
      surface,
      dispatch,
      find,
      identify,
      emit,
      track: flight.track,
    });
  const components = componentsOf(registry, catalog, feed.switched);
  const scopes = scopeGate({ settings, registry, catalog, emit });
  const server = assemble({
    settings,
    blueprints: registry.blueprints,
    surface,
    short: shortPathOf(surface),
    components,
    bridge,
    scopes,
    flight,
    openTicket: (ticket, user) => (lent.opener(ticket) ?? openOwn)(ticket, user),
    emit,
    drain: () => drain.abort(),
    dispose: () => container.close(),
  });
  made.set(server, {
    options,
    lent,
    disabled: () =>
      registry.blueprints
        .filter((blueprint) => !catalog.isEnabled(blueprint))
        .map(({ component }) => component),
  });
  return server;
}

function madeBy(server: CountersignServer) {
  const parts = made.get(server);
  if (parts === undefined)
    throw new ConfigError(
      'invalid_option',
      'the server was not made by createServer of this package',
    );
  return parts;
}

/** Returns the options that a server was made with. Throws `ConfigError` for a server that `createServer` did not make. */
export const serverOptions = (server: CountersignServer): ServerOptions => madeBy(server).options;

/**
 * Makes the same server again with parts replaced: a fresh instance for every round of a test. Overrides may be worked out from
 * the options of the server; `state` is merged member by member, and what is disabled stays so. The server that was given opens
 * the tickets of this one, by this one's clock and codec. Throws `ConfigError` for a server that `createServer` did not make.
 */
export function rebuild(
  server: CountersignServer,
  overrides: Partial<ServerOptions> | ((options: ServerOptions) => Partial<ServerOptions>),
  watch?: Watch,
): CountersignServer {
  const { options, disabled, lent } = madeBy(server);
  const replaced = typeof overrides === 'function' ? overrides(options) : overrides;
  const state =
    options.state === undefined ? replaced.state : { ...options.state, ...replaced.state };
  return serverOf(
    { ...options, ...replaced, ...(state !== undefined && { state }) },
    disabled(),
    shortPath,
    { watch, lent },
  );
}

function guardOf({ codecs, audience, ttlSeconds, maxBytes, skewSeconds, clock }: Settings) {
  if (codecs.length === 0) return undefined;
  return stateGuard<PackedJournal>({
    codecs,
    audience,
    ttlMs: ttlSeconds * 1000,
    maxBytes,
    skewMs: skewSeconds * 1000,
    now: () => clock.now(),
  });
}

/** A listener that throws is the operator's mistake, not the caller's. */
function emitter({ options, logger }: Settings): (event: ServerEvent) => void {
  const { onEvent } = options;
  if (onEvent === undefined) return () => undefined;
  return (event) => {
    try {
      onEvent(event);
    } catch (error) {
      logger.error({ err: error, event: event.type }, 'onEvent threw');
    }
  };
}

/** The server's own `Changes`, unless the author provides another, in a test say. */
const withChanges = (providers: readonly Provider[], changes: Changes): readonly Provider[] =>
  providers.some(({ token }) => token === Changes)
    ? providers
    : [{ token: Changes, useValue: changes }, ...providers];
