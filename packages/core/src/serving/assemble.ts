import type { Blueprint } from '../blueprint/blueprint.js';
import type { Changes } from '../changes.js';
import { keepingAlive } from '../clock.js';
import { ConfigError } from '../errors.js';
import type { ServerEvent } from '../events.js';
import type { OpenedTicket, TicketUser } from '../state/ticket.js';
import { identified } from './auth/identify.js';
import type { InFlight } from './calls/in-flight.js';
import { tolerateStrayReads } from './calls/stray-reads.js';
import { checkListen, drainOn } from './http/drain.js';
import {
  type BodyReader,
  type Entrance,
  type FetchOptions,
  httpFront,
  serverError,
} from './http/http.js';
import { httpSubscriptions } from './http/http-subscriptions.js';
import {
  type Bound,
  type CloseOptions,
  GRACE_MS,
  type Listening,
  type ListenOptions,
  listenHttp,
} from './http/listen.js';
import type { ScopeGate } from './http/scopes.js';
import type { ShortPath } from './http/short-path.js';
import { isLoopback } from './loopback.js';
import { invalid, refuseNulls } from './option-checks.js';
import {
  checkEphemeral,
  checkLedger,
  checkReachable,
  type Exposure,
  warnIfAnonymous,
} from './options/safety.js';
import type { Settings } from './options/settings.js';
import type { attachBridge } from './protocol/bridge.js';
import { httpHandler } from './protocol/handlers.js';
import { type StdioConnection, type StdioOptions, serveStdioConnection } from './protocol/stdio.js';
import { isLegacyRequest } from './sdk.js';
import type { Components } from './surface/components.js';
import { describeServer } from './surface/describe.js';
import type { ServerDescription } from './surface/description.js';
import { isListen } from './surface/subscriptions.js';
import type { Surface } from './surface/surface.js';
import { type ServerStats, statsOf } from './telemetry/stats.js';

/** A server: components, checked and compiled, that can be reached in three ways. */
export interface CountersignServer {
  /**
   * Answers one HTTP request; for frameworks and tests. `Origin` is checked always, `Host` only with `http.allowedHosts`.
   * `authInfo` is believed: pass it only for a token that was validated. Rejects with `ConfigError` `unsafe_serving` for a
   * codec whose key dies with the process, and for a `once` tool without a ledger.
   */
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  /**
   * Binds a node:http server, on 127.0.0.1 and any free port unless told otherwise. Path, `Host`, `Origin` and token are checked
   * before any of the body is read. Node's own limits hold: 60 seconds for the headers, 300 for the whole request to arrive.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Serves the process that started this one; resolves when stdin has ended. */
  stdio(options?: StdioOptions): Promise<void>;
  /**
   * Opens a ticket that `ctx.flow.ticket` made, on the page behind the link: for the user whom the page has signed in, and for nobody
   * else, so that a link that was passed on is worth nothing. `ticket` is untrusted and may be anything; without a user it is
   * refused. It may be opened again until the flow's deadline. A page in another process makes a server of the same `name` and `state`,
   * with `components: []`. Never rejects: whoever does not look at `ok` has nothing.
   *
   * ```ts
   * const opened = await server.openTicket(ticket, { issuer, subject }); // of the session that is signed in
   * if (!opened.ok) return new Response('This link is not for you.', { status: 403 });
   * ```
   */
  openTicket(ticket: unknown, user: TicketUser | undefined): Promise<OpenedTicket>;
  /** Takes components out of service and back. */
  readonly components: Components;
  /** Tells clients what changed. */
  readonly changes: Changes;
  /** Tells what the server has in hand at this moment. */
  stats(): ServerStats;
  /**
   * Describes every component without calling it: steps, capabilities that they may need, upper bounds on rounds. The result is frozen
   * plain data, the same each time; what shows only when a method runs is `unknown` in it.
   */
  describe(): ServerDescription;
  /** Stops every listener, answers what only waits, lets requests in flight finish for `graceMs` (5000), then aborts them and disposes what the server made. */
  close(options?: CloseOptions): Promise<void>;
}

export interface ServerParts {
  readonly settings: Settings;
  readonly blueprints: readonly Blueprint[];
  readonly surface: Surface;
  readonly short: ShortPath;
  readonly components: Components;
  readonly bridge: ReturnType<typeof attachBridge> | undefined;
  readonly scopes: ScopeGate;
  readonly flight: InFlight;
  readonly openTicket: CountersignServer['openTicket'];
  readonly emit: (event: ServerEvent) => void;
  /** Ends waits that can go on elsewhere. */
  readonly drain: () => void;
  readonly dispose: () => Promise<void>;
}

/** Puts the three ways in around a surface, and the one way out. */
export function assemble(parts: ServerParts): CountersignServer {
  const {
    settings,
    blueprints,
    surface,
    short,
    components,
    bridge,
    scopes,
    flight,
    openTicket,
    emit,
    drain,
    dispose,
  } = parts;
  const { logger, clock, path } = settings;
  const front = httpFront(settings);
  const handler = httpHandler(
    surface,
    bridge === undefined ? 'stateless' : 'reject',
    short.surfaceOf,
  );
  const subscriptions = httpSubscriptions(surface, settings);
  const listeners = new Set<Bound>();
  const connections = new Set<StdioConnection>();
  const checked = new Set<Exposure>();
  let description: ServerDescription | undefined;
  let closing: Promise<void> | undefined;
  let deaf: (() => void) | undefined;

  const check = (exposure: Exposure) => {
    if (closing !== undefined) throw new ConfigError('unsafe_serving', 'the server is closed');
    if (checked.has(exposure)) return;
    checkEphemeral(settings, exposure);
    checkLedger(settings, blueprints, exposure);
    checkReachable(settings, blueprints, exposure);
    warnIfAnonymous(settings, exposure);
    checked.add(exposure);
  };
  const serve = async (
    request: Request,
    options: FetchOptions,
    entrance: Entrance,
    reader?: BodyReader,
  ): Promise<Response> => {
    try {
      const admitted = await front(request, options, entrance, reader);
      if (admitted instanceof Response) return admitted;
      const refused = await scopes.request(admitted);
      if (refused !== undefined) return refused;
      const { token, body, parsedHere } = admitted;
      const longWay = () =>
        handler.fetch(request, {
          ...(token !== undefined && { authInfo: token }),
          ...(body !== undefined && { parsedBody: body }),
        });
      const answered = parsedHere ? short.serve(request, body, token, longWay) : undefined;
      if (answered !== undefined) return await answered;
      const listens = isListen(body);
      const legacy = (bridge !== undefined || listens) && (await isLegacyRequest(request, body));
      if (bridge !== undefined && legacy) {
        const { principal } = identified(settings, { token, transport: 'http', era: '2025' });
        return await bridge.attached.fetch(request, {
          body,
          principal,
          ...(token !== undefined && { authInfo: token }),
          mayAnswer: (calls) => scopes.answer(token, calls),
        });
      }
      if (listens && !legacy) return await subscriptions.serve(request, { token, body });
      return await longWay();
    } catch (error) {
      if (closing !== undefined) return serverError(503, 'The server is closing');
      logger.error({ err: error }, 'a request could not be served');
      return serverError(500, 'Internal server error');
    }
  };

  const close = async (options?: CloseOptions) => {
    refuseNulls('close.', options);
    const closed = async () => {
      drain();
      bridge?.attached.drain();
      void subscriptions.drain();
      const { graceMs = GRACE_MS } = options ?? {};
      await Promise.all([
        ...[...listeners].map((listening) => listening.close({ graceMs })),
        flight.settled(graceMs),
      ]);
      short.close();
      await Promise.all([
        handler.close(),
        bridge?.attached.close(),
        ...[...connections].map((connection) => connection.close()),
      ]);
      surface.feed.close();
      await dispose();
    };
    deaf?.();
    closing ??= keepingAlive(closed());
    return closing;
  };

  return {
    openTicket,
    components,
    changes: surface.feed.changes,
    describe: () => {
      description ??= describeServer({
        settings,
        blueprints,
        bridge: bridge && (bridge.attached.limits ?? 'unknown'),
      });
      return description;
    },
    fetch: async (request, options = {}) => {
      if (closing !== undefined) return serverError(503, 'The server is closing');
      refuseNulls('fetch.', options);
      check('fetch');
      return flight.track(serve(request, options, 'open'), 'request');
    },
    listen: async (options = {}) => {
      refuseNulls('listen.', options);
      const entrance = isLoopback(options.host ?? '127.0.0.1') ? 'loopback' : 'open';
      const exposure = entrance === 'loopback' ? 'loopback' : 'listen';
      check(exposure);
      checkListen(options);
      if (options.drainOn !== undefined && deaf !== undefined)
        throw invalid('drainOn belongs to one listen, and another has it already');
      const failed = (error: Error) => {
        logger.error({ err: error }, 'the listener failed');
        emit({
          at: clock.now(),
          component: settings.options.name,
          era: '2026',
          type: 'error',
          where: 'transport',
          error,
        });
      };
      const release = tolerateStrayReads();
      try {
        const bound = await listenHttp(
          { path, clock, serve: (request, reader) => serve(request, {}, entrance, reader), failed },
          options,
        );
        const listening: Bound = {
          ...bound,
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
        if (options.drainOn !== undefined)
          deaf = drainOn(options.drainOn, { ...options, close, logger });
        return { url: listening.url, close: listening.close };
      } catch (error) {
        release();
        throw error;
      }
    },
    stdio: async (options = {}) => {
      refuseNulls('stdio.', options);
      check('stdio');
      const connection = serveStdioConnection(
        { '2026': surface, '2025': bridge?.stdio ?? surface },
        options,
      );
      const release = tolerateStrayReads();
      connections.add(connection);
      await connection.ended;
      connections.delete(connection);
      void flight.settled(GRACE_MS).then(release);
    },
    stats: () => statsOf({ listeners, flight, bridge: bridge?.attached, feed: surface.feed }),
    close,
  };
}
