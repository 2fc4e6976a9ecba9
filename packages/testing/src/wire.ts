import { isRecord } from '@countersign/core/internal';

/** A JSON-RPC error as the wire had it. */
export interface WireFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What came back for the newest request. */
export interface WireReply {
  readonly status: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly fault?: WireFault;
  /** Methods of the notifications that came before the answer. */
  readonly notifications: readonly string[];
}

/** Stands between client and server and keeps what the server really answered, before any client reads it. */
export interface Tap {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The newest answer. Throws what the server's `fetch` threw, if it did; `undefined` before the first request. */
  newest(): WireReply | undefined;
}

export function tap(fetch: (request: Request) => Promise<Response>): Tap {
  let reply: WireReply | undefined;
  let thrown: { readonly error: unknown } | undefined;
  return {
    fetch: async (request) => {
      let response: Response;
      try {
        response = await fetch(request);
      } catch (error) {
        thrown = { error };
        throw error;
      }
      const text = await response.text();
      reply = replyOf(response.status, messagesOf(text, response.headers.get('content-type') ?? ''));
      return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
    },
    newest: () => {
      if (thrown !== undefined) throw thrown.error;
      return reply;
    },
  };
}

/** The messages of a JSON body, or of an event stream. A body that is no JSON holds none. */
function messagesOf(text: string, contentType: string): readonly unknown[] {
  const bodies = contentType.startsWith('text/event-stream') ? [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data ?? '') : [text];
  return bodies.flatMap((body) => {
    try {
      return [JSON.parse(body) as unknown];
    } catch {
      return [];
    }
  });
}

function replyOf(status: number, messages: readonly unknown[]): WireReply {
  const records = messages.filter(isRecord);
  const notifications = records.flatMap(({ method }) => (typeof method === 'string' ? [method] : []));
  const { result, error } = records.find((message) => 'result' in message || 'error' in message) ?? {};
  return {
    status,
    notifications,
    ...(isRecord(result) && { result }),
    ...(isRecord(error) && typeof error.code === 'number' && { fault: error as unknown as WireFault }),
  };
}
