import { type Connection, type ConnectionParts, connection } from './connection.js';
import { partOf } from './event-store.js';
import type { AttachedBridge, BridgeCore, BridgeFetchOptions, LegacyRun } from './host.js';
import { isRecord, streamableHttp } from './host.js';
import type { Settings } from './options.js';
import { rpcError, sessionNotFound } from './refusals.js';
import { Sessions } from './sessions.js';

export interface LegacyHttp extends Pick<AttachedBridge, 'fetch' | 'drain' | 'close'> {
  sessions(): number;
}

type Shared = Pick<ConnectionParts, 'core' | 'run' | 'json' | 'canAsk'>;

const METHODS = 'GET, POST, DELETE';
const notAllowed = ({ url }: Request) =>
  rpcError(405, -32_000, `Method not allowed. ${streamableHttp(new URL(url).pathname)}`, {
    allow: 'POST',
  });
const closingDown = () => rpcError(503, -32_603, 'The server is closing');

/** Serves 2025 clients over Streamable HTTP: by sessions, or each request on its own. */
export function legacyHttp(
  core: BridgeCore,
  run: LegacyRun,
  { sessions, jsonResponse }: Settings,
): LegacyHttp {
  const shared = { core, run, json: jsonResponse };
  if (sessions === false) return statelessHttp({ ...shared, canAsk: { no: 'sessions: false' } });
  return sessionHttp(
    { ...shared, canAsk: jsonResponse ? { no: 'jsonResponse: true' } : true },
    sessions,
  );
}

/** Each POST is a connection of its own, gone with its answer (spec 2025-11-25: basic/transports, sessions are optional). */
function statelessHttp(shared: Shared): LegacyHttp {
  const open = new Set<Connection>();
  let closing = false;
  return {
    sessions: () => 0,
    fetch: async (request, options) => {
      if (closing) return closingDown();
      if (request.method !== 'POST') return notAllowed(request);
      const made: Connection = await connection({
        ...shared,
        idle: () => void made.close(),
        closed: () => open.delete(made),
      });
      open.add(made);
      return made.handle(request, options);
    },
    drain: () => undefined,
    close: async () => {
      closing = true;
      await Promise.all([...open].map((each) => each.close()));
    },
  };
}

function sessionHttp(
  shared: Shared,
  { eventStore, ...bounds }: Exclude<Settings['sessions'], false>,
): LegacyHttp {
  const { clock, random } = shared.core.host;
  const sessions = new Sessions<Connection>(clock, bounds);
  let draining = false;
  const name = (bytes: number) => Buffer.from(random(bytes)).toString('hex');

  /** Opens a session for an `initialize`; one that the SDK does not take opens none. */
  async function opened(request: Request, options: BridgeFetchOptions): Promise<Response> {
    const { principal } = options;
    if (principal === undefined)
      return rpcError(403, -32_600, 'The caller could not be identified');
    const seat = sessions.seat(principal);
    if ('full' in seat) {
      return seat.full === 'max'
        ? rpcError(503, -32_000, `Too many sessions: this server holds ${bounds.max} at a time`)
        : rpcError(
            429,
            -32_000,
            `Too many sessions: a caller may hold ${bounds.maxPerPrincipal} at a time; end one with DELETE`,
          );
    }
    const id = name(32);
    let made: Connection | undefined;
    let taken = false;
    try {
      made = await connection({
        ...shared,
        sessionId: id,
        ...(eventStore !== undefined && { eventStore: partOf(eventStore, name(16)) }),
        initialised: () => {
          taken = true;
          if (made !== undefined) seat.take(id, made);
        },
        idle: () => sessions.touch(id),
        closed: () => sessions.remove(id),
      });
      return await made.handle(request, options);
    } finally {
      seat.leave();
      if (!taken) void made?.close();
    }
  }

  return {
    sessions: () => sessions.size,
    fetch: async (request, options) => {
      const { body, principal } = options;
      const id = request.headers.get('mcp-session-id');
      if (!METHODS.split(', ').includes(request.method))
        return rpcError(405, -32_000, 'Method not allowed', { allow: METHODS });
      if (draining && (id === null || request.method === 'GET')) return closingDown();
      if (
        id === null &&
        request.method === 'POST' &&
        isRecord(body) &&
        body.method === 'initialize'
      )
        return opened(request, options);
      if (id === null && request.method === 'GET') return notAllowed(request);
      if (id === null)
        return rpcError(400, -32_000, 'Bad Request: Mcp-Session-Id header is required');
      const session = principal && sessions.find(id, principal);
      if (session === undefined) return sessionNotFound();
      return session.handle(request, options);
    },
    drain: () => {
      draining = true;
      for (const session of sessions.each()) session.endListening();
    },
    close: async () => {
      draining = true;
      await sessions.close();
    },
  };
}
