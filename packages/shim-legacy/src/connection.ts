import {
  type BridgeCore,
  type BridgeFetchOptions,
  isRecord,
  type LegacyCall,
  type LegacyRun,
  type LegConnection,
} from './host.js';
import { rpcError, sessionNotFound } from './refusals.js';
import { connectHttp, type EventStore, type RequestId } from './sdk.js';
import { watched } from './watched.js';
import { whenAborted } from './when-aborted.js';

export interface ConnectionParts {
  readonly core: BridgeCore;
  readonly run: LegacyRun;
  readonly canAsk: LegConnection['canAsk'];
  readonly json: boolean;
  /** Absent: the connection serves one request, and ends with it. */
  readonly sessionId?: string;
  readonly eventStore?: EventStore;
  readonly initialised?: () => void;
  /** Called when nothing keeps the connection busy any more. */
  readonly idle: () => void;
  readonly closed: () => void;
}

export interface Connection {
  readonly busy: boolean;
  handle(
    request: Request,
    options: Pick<BridgeFetchOptions, 'body' | 'authInfo' | 'mayAnswer'>,
  ): Promise<Response>;
  endListening(): void;
  close(): Promise<void>;
}

/** One POST whose requests are not all answered yet. */
interface Exchange {
  /** Kept because the platform holds the source of its abort signal weakly. */
  readonly request: Request;
  readonly ids: readonly RequestId[];
  /** Aborts when the client has closed the stream of the answer. */
  readonly gone: AbortController;
}

/**
 * One 2025 client on Streamable HTTP: a `Server` and a transport of its own. What the SDK leaves open is settled here: a cancelled
 * request ends its stream, one whose client vanished can ask nothing more, and an id is not used twice at a time.
 */
export async function connection(parts: ConnectionParts): Promise<Connection> {
  const { core, run, canAsk, json, sessionId, eventStore } = parts;
  const inFlight = new Map<RequestId, Exchange>();
  const running = new Map<RequestId, LegacyCall>();
  /** The calls whose questions were put, by what the SDK takes for the id of an answer: its number, however that is spelled. */
  const asking = new Map<number, LegacyCall>();
  const ended = new AbortController();
  /** HTTP exchanges that have no response yet, and streams on which a client listens. */
  let held = 0;
  const isBusy = () => inFlight.size > 0 || held > 0;
  const released = () => {
    if (!isBusy()) parts.idle();
  };
  const release = () => {
    held--;
    released();
  };

  const retire = (id: RequestId) => {
    const exchange = inFlight.get(id);
    if (exchange === undefined || ended.signal.aborted) return;
    transport.retire(
      id,
      exchange.ids.some((other) => other !== id && inFlight.has(other)),
    );
  };

  const served: LegacyRun = async (call, link) => {
    const { id } = link;
    const exchange = inFlight.get(id);
    running.set(id, call);
    // After the listeners of the open questions, so that their cancellation still leaves on the stream.
    whenAborted(call.signal, () =>
      queueMicrotask(() => inFlight.get(id) === exchange && retire(id)),
    );
    try {
      // With an event store, what the client missed waits for it; without one, it can be reached no more.
      return await run(
        call,
        exchange === undefined || eventStore !== undefined
          ? link
          : { ...link, gone: exchange.gone.signal },
      );
    } finally {
      running.delete(id);
      for (const [question, by] of asking) if (by === call) asking.delete(question);
    }
  };

  const transport = await connectHttp(core.sdkServer(canAsk, served), {
    json,
    ...(sessionId !== undefined && { sessionId }),
    ...(eventStore !== undefined && { eventStore }),
    initialised: () => parts.initialised?.(),
    asked: (question, by) => {
      const call = running.get(by);
      if (call !== undefined) asking.set(Number(question), call);
    },
    settled: (id) => {
      inFlight.delete(id);
      released();
    },
    closed: () => {
      ended.abort();
      inFlight.clear();
      parts.closed();
    },
  });

  async function post(
    request: Request,
    { body, authInfo, mayAnswer }: Parameters<Connection['handle']>[1],
  ): Promise<Response> {
    const { ids, cancelled, answered } = idsOf(body);
    // The call's own token was judged when it came; this request brings another, by which the call is about to go on.
    const refused = mayAnswer([
      ...new Set(answered.flatMap((question) => asking.get(question) ?? [])),
    ]);
    if (refused !== undefined) return refused;
    if (new Set(ids).size < ids.length || ids.some((id) => inFlight.has(id)))
      return rpcError(400, -32_600, 'A request with this id is still in flight');
    const exchange: Exchange = { request, ids, gone: new AbortController() };
    for (const id of ids) inFlight.set(id, exchange);
    const gone = () => {
      exchange.gone.abort();
      if (sessionId === undefined) void transport.close(); // nobody can answer, cancel or resume it
    };
    const off = whenAborted(request.signal, gone);
    const response = await responded(request, {
      parsedBody: body,
      ...(authInfo !== undefined && { authInfo }),
    });
    off();
    for (const id of cancelled) if (!running.has(id)) retire(id);
    if (response === undefined) return sessionNotFound();
    if (isStream(response))
      return watched(response, request.signal, (how) => how === 'cancelled' && gone());
    for (const id of ids) inFlight.delete(id); // answered, or never taken in
    return response;
  }

  async function get(request: Request): Promise<Response> {
    const response = await transport.handleRequest(request);
    if (!isStream(response)) return response;
    held++;
    return watched(response, request.signal, release);
  }

  /** `undefined` when the connection or the client was gone first: over JSON, the SDK then answers nothing at all. */
  function responded(
    request: Request,
    options: Parameters<typeof transport.handleRequest>[1],
  ): Promise<Response | undefined> {
    return new Promise((resolve, reject) => {
      const offs = [request.signal, ended.signal].map((signal) =>
        whenAborted(signal, () => resolve(undefined)),
      );
      transport
        .handleRequest(request, options)
        .then(resolve, reject)
        .finally(() => {
          for (const off of offs) off();
        });
    });
  }

  return {
    get busy() {
      return isBusy();
    },
    handle: async (request, options) => {
      held++;
      try {
        if (request.method === 'POST') return await post(request, options);
        return request.method === 'GET'
          ? await get(request)
          : await transport.handleRequest(request);
      } finally {
        release();
      }
    },
    endListening: () => transport.endListening(),
    close: () => transport.close(),
  };
}

const isStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') === true;

/** The requests in a body, those that it cancels, and the questions that it answers. Untrusted. */
function idsOf(body: unknown): { ids: RequestId[]; cancelled: RequestId[]; answered: number[] } {
  const ids: RequestId[] = [];
  const cancelled: RequestId[] = [];
  const answered: number[] = [];
  for (const message of Array.isArray(body) ? body : [body]) {
    if (!isRecord(message)) continue;
    if ('result' in message || 'error' in message) answered.push(Number(message.id));
    if (typeof message.method !== 'string') continue;
    if (isId(message.id)) ids.push(message.id);
    else if (
      message.method === 'notifications/cancelled' &&
      isRecord(message.params) &&
      isId(message.params.requestId)
    )
      cancelled.push(message.params.requestId);
  }
  return { ids, cancelled, answered };
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number';
