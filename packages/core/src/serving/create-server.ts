import type { Blueprint } from '../blueprint/blueprint.js';
import { compileAll, type Registry } from '../blueprint/registry.js';
import { serverContainer } from '../di/container.js';
import { ConfigError } from '../errors.js';
import type { ServerEvent } from '../events.js';
import type { CallContext } from '../rounds/context.js';
import type { PackedJournal } from '../rounds/packing.js';
import { stateGuard } from '../state/guard.js';
import { assemble, type CountersignServer } from './assemble.js';
import { attachBridge } from './bridge.js';
import { finder, listsOf } from './catalog.js';
import { completer } from './completions.js';
import { dispatcher } from './dispatch.js';
import { identified } from './identify.js';
import { inFlight } from './in-flight.js';
import { compileJsonSchema } from './json-schema.js';
import { middlewareClasses } from './middleware.js';
import { type ServerOptions, type Settings, settle } from './options.js';
import { wireAnswer } from './results.js';
import { checkCodecs } from './safety.js';
import { infoOf } from './server-info.js';
import type { ReceivedCall, Surface } from './surface.js';

const optionsOf = new WeakMap<CountersignServer, ServerOptions>();

/**
 * Makes a server from decorated classes. Everything that can be wrong with classes, options and dependencies is a
 * `ConfigError` here, before the first request.
 */
export function createServer(options: ServerOptions): CountersignServer {
  const settings = settle(options);
  const registry = compileAll(options.components, compileJsonSchema);
  checkCodecs(settings, registry.blueprints);
  const emit = emitter(settings);
  const container = serverContainer({
    components: [...options.components, ...middlewareClasses(settings, registry.blueprints)],
    ...(options.providers !== undefined && { providers: options.providers }),
    ...(options.container !== undefined && { container: options.container }),
    onDisposeError: (error) => {
      settings.logger.error({ err: error }, 'a dispose() failed');
      emit({ at: settings.clock.now(), component: options.name, era: '2026', type: 'error', where: 'dispose', error });
    },
  });
  container.warmUp();
  const find = finder(registry);
  const flight = inFlight(settings.clock);
  const openScope = (context: CallContext) => {
    const { resolve, dispose } = container.scope(context);
    return { resolve, dispose: () => flight.track(dispose()) };
  };
  const dispatched = dispatcher({ settings, guard: guardOf(settings), find, openScope, emit });
  const dispatch: typeof dispatched = (request) => flight.track(dispatched(request));
  const complete = completer({ settings, registry, openScope, emit });
  const surface = surfaceOf(settings, registry, dispatch, complete && ((request) => flight.track(complete(request))));
  const identify = (call: ReceivedCall) => identified(settings, call);
  const bridge = options.legacy && attachBridge(options.legacy, { settings, surface, dispatch, find, identify, emit, track: flight.track });
  const server = assemble({ settings, blueprints: registry.blueprints, surface, bridge, flight, emit, dispose: () => container.close() });
  optionsOf.set(server, options);
  return server;
}

/**
 * Makes the same server again with parts replaced: a fresh instance for every round of a test. Overrides may be worked out from
 * the options of the server; `state` is merged member by member. Throws `ConfigError` for a server that `createServer` did not make.
 */
export function rebuild(
  server: CountersignServer,
  overrides: Partial<ServerOptions> | ((options: ServerOptions) => Partial<ServerOptions>),
): CountersignServer {
  const options = optionsOf.get(server);
  if (options === undefined) throw new ConfigError('invalid_option', 'rebuild: the server was not made by createServer of this package');
  const replaced = typeof overrides === 'function' ? overrides(options) : overrides;
  const state = options.state === undefined ? replaced.state : { ...options.state, ...replaced.state };
  return createServer({ ...options, ...replaced, ...(state !== undefined && { state }) });
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

function surfaceOf(
  settings: Settings,
  registry: Registry,
  dispatch: ReturnType<typeof dispatcher>,
  complete: Surface['complete'],
): Surface {
  return {
    info: infoOf(settings.options),
    instructions: settings.options.instructions,
    complete,
    ...listsOf(registry),
    call: async (call) => {
      const interim = call.era === '2026';
      const { outcome, blueprint } = await dispatch({
        ...call,
        ...identified(settings, call),
        lifetime: 'round',
        interim,
        // What nobody can carry back, nobody declared (R7): an optional question is skipped, as a client that cannot take it would.
        ...(!interim && { capabilities: {} }),
      });
      return outcome.kind === 'rejected' ? { error: outcome.error } : wireAnswer(blueprint as Blueprint, call.era, outcome);
    },
    // What the SDK reports may quote a message; up to the quotation it is safe to keep.
    report: (error) => settings.logger.info({ reason: error.message.split(/[{["]/, 1)[0] }, 'the protocol layer refused or lost a message'),
  };
}
