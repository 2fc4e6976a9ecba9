import type { Blueprint } from '../blueprint/blueprint.js';
import { compileAll, type Registry } from '../blueprint/registry.js';
import { keepingAlive } from '../clock.js';
import { serverContainer } from '../di/container.js';
import { ConfigError } from '../errors.js';
import type { ServerEvent } from '../events.js';
import type { CallContext } from '../rounds/context.js';
import type { PackedJournal } from '../rounds/packing.js';
import { stateGuard } from '../state/guard.js';
import { principalOf } from './auth.js';
import { attachBridge } from './bridge.js';
import { finder, listsOf } from './catalog.js';
import { dispatcher } from './dispatch.js';
import { type BodyReader, type Entrance, type FetchOptions, httpFront, serverError } from './http.js';
import { type InFlight, inFlight } from './in-flight.js';
import { type CloseOptions, GRACE_MS, isLoopback, type Listening, type ListenOptions, listenHttp } from './listen.js';
import { type ServerOptions, type Settings, settle } from './options.js';
import { wireAnswer } from './results.js';
import { checkCodecs, checkEphemeral, type Exposure, warnIfAnonymous, warnIfUnreachable } from './safety.js';
import { compileJsonSchema, httpHandler, isLegacyRequest } from './sdk.js';
import { type StdioConnection, type StdioOptions, serveStdioConnection } from './stdio.js';
import { tolerateStrayReads } from './stray-reads.js';
import type { ReceivedCall, Surface } from './surface.js';

/** A server: components, checked and compiled, that can be reached in three ways. */
export interface CountersignServer {
  /**
   * Answers one HTTP request; for frameworks and tests. `Origin` is checked always, `Host` only with `http.allowedHosts`.
   * `authInfo` is believed: pass it only for a token that was validated. Rejects with `ConfigError` `unsafe_serving` for a
   * codec whose key dies with the process.
   */
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  /**
   * Binds a node:http server, on 127.0.0.1 and any free port unless told otherwise. Path, `Host`, `Origin` and token are checked
   * before any of the body is read. Node's own limits hold: 60 seconds for the headers, 300 for the whole request to arrive.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Serves the process that started this one; resolves when stdin has ended. */
  stdio(options?: StdioOptions): Promise<void>;
  /** Stops every listener, lets requests in flight finish for `graceMs` (5000), then aborts them and disposes what the server made. */
  close(options?: CloseOptions): Promise<void>;
}

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
    components: options.components,
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
  const surface = surfaceOf(settings, registry, dispatch);
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

function surfaceOf(settings: Settings, registry: Registry, dispatch: ReturnType<typeof dispatcher>): Surface {
  const { name, version, title, instructions } = settings.options;
  return {
    info: { name, version, ...(title !== undefined && { title }) },
    instructions,
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
    report: (error) => settings.logger.info({ reason: error.message.split(/[{[]/, 1)[0] }, 'the protocol layer refused or lost a message'),
  };
}

/** Scopes come from the token of this very request (never from state); on stdio nobody grants any. */
function identified({ options, logger }: Settings, { token, transport }: Pick<ReceivedCall, 'token' | 'transport'>) {
  const about = { transport, ...(token !== undefined && { authInfo: token }) };
  const principal = principalOf(about, options.state?.principal, (error) => logger.error({ err: error }, 'state.principal threw'));
  return { principal, scopes: token?.scopes ?? (transport === 'http' ? [] : undefined) };
}

interface ServerParts {
  readonly settings: Settings;
  readonly blueprints: readonly Blueprint[];
  readonly surface: Surface;
  readonly bridge: ReturnType<typeof attachBridge> | undefined;
  readonly flight: InFlight;
  readonly emit: (event: ServerEvent) => void;
  readonly dispose: () => Promise<void>;
}

function assemble({ settings, blueprints, surface, bridge, flight, emit, dispose }: ServerParts): CountersignServer {
  const { logger, clock, path } = settings;
  const front = httpFront(settings);
  const handler = httpHandler(surface, bridge === undefined ? 'stateless' : 'reject');
  const listeners = new Set<Listening>();
  const connections = new Set<StdioConnection>();
  const checked = new Set<Exposure>();
  let closing: Promise<void> | undefined;

  const check = (exposure: Exposure) => {
    if (closing !== undefined) throw new ConfigError('unsafe_serving', 'the server is closed');
    if (checked.has(exposure)) return;
    checkEphemeral(settings, exposure);
    warnIfAnonymous(settings, exposure);
    if (!checked.has('loopback') && !checked.has('listen')) warnIfUnreachable(settings, blueprints, exposure);
    checked.add(exposure);
  };
  const serve = async (request: Request, options: FetchOptions, entrance: Entrance, reader?: BodyReader): Promise<Response> => {
    try {
      const admitted = await front(request, options, entrance, reader);
      if (admitted instanceof Response) return admitted;
      const { token, body } = admitted;
      if (bridge !== undefined && (await isLegacyRequest(request, body))) {
        const { principal } = identified(settings, { token, transport: 'http' });
        return await bridge.attached.fetch(request, { body, principal, ...(token !== undefined && { authInfo: token }) });
      }
      return await handler.fetch(request, {
        ...(token !== undefined && { authInfo: token }),
        ...(body !== undefined && { parsedBody: body }),
      });
    } catch (error) {
      if (closing !== undefined) return serverError(503, 'The server is closing');
      logger.error({ err: error }, 'a request could not be served');
      return serverError(500, 'Internal server error');
    }
  };

  return {
    fetch: async (request, options = {}) => {
      if (closing !== undefined) return serverError(503, 'The server is closing');
      check('fetch');
      return flight.track(serve(request, options, 'open'));
    },
    listen: async (options = {}) => {
      const entrance = isLoopback(options.host ?? '127.0.0.1') ? 'loopback' : 'open';
      const exposure = entrance === 'loopback' ? 'loopback' : 'listen';
      check(exposure);
      const failed = (error: Error) => {
        logger.error({ err: error }, 'the listener failed');
        emit({ at: clock.now(), component: settings.options.name, era: '2026', type: 'error', where: 'transport', error });
      };
      const release = tolerateStrayReads();
      try {
        const bound = await listenHttp({ path, clock, serve: (request, reader) => serve(request, {}, entrance, reader), failed }, options);
        const listening: Listening = {
          url: bound.url,
          close: (how) =>
            bound.close(how).finally(() => {
              listeners.delete(listening);
              release();
            }),
        };
        // The server may have been closed while the address was being bound.
        if (closing !== undefined) await bound.close({ graceMs: 0 });
        check(exposure);
        listeners.add(listening);
        return listening;
      } catch (error) {
        release();
        throw error;
      }
    },
    stdio: async (options = {}) => {
      check('stdio');
      const connection = serveStdioConnection({ '2026': surface, '2025': bridge?.stdio ?? surface }, options);
      const release = tolerateStrayReads();
      connections.add(connection);
      await connection.ended;
      connections.delete(connection);
      void flight.settled(GRACE_MS).then(release);
    },
    close: (options) => {
      const closed = async () => {
        bridge?.attached.drain();
        const { graceMs = GRACE_MS } = options ?? {};
        await Promise.all([...[...listeners].map((listening) => listening.close({ graceMs })), flight.settled(graceMs)]);
        await Promise.all([handler.close(), bridge?.attached.close(), ...[...connections].map((connection) => connection.close())]);
        await dispose();
      };
      closing ??= keepingAlive(closed());
      return closing;
    },
  };
}
