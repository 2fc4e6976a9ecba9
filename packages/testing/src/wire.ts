import { isRecord } from '@countersign/core/internal';
import type { Members } from './members.js';

/** A JSON-RPC error as the wire had it. */
export interface WireFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What came back for the newest request. */
export interface WireReply {
  readonly status: number;
  readonly result?: Members;
  readonly fault?: WireFault;
  /** Methods of the notifications that came before the answer. */
  readonly notifications: readonly string[];
}

/** A response that is handed on while its text is kept. */
export interface Watched {
  readonly response: Response;
  /** What it held so far. */
  reply(): WireReply;
}

/** Keeps what passes of a response, which may still be a stream that is written to. */
export function watch(response: Response): Watched {
  const { status, headers, body } = response;
  const decoder = new TextDecoder();
  let text = '';
  const kept = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      text += decoder.decode(chunk, { stream: true });
      controller.enqueue(chunk);
    },
  });
  return {
    response: new Response(body?.pipeThrough(kept) ?? null, { status, headers }),
    reply: () => replyOf(status, messagesOf(text, headers.get('content-type') ?? '')),
  };
}

/** Reads a response to its end. */
export async function whole(response: Response): Promise<Watched> {
  const { status, headers } = response;
  const text = await response.text();
  return {
    response: new Response(text === '' ? null : text, { status, headers }),
    reply: () => replyOf(status, messagesOf(text, headers.get('content-type') ?? '')),
  };
}

/** Reads what a response holds. */
export const replyIn = async (response: Response): Promise<WireReply> =>
  replyOf(
    response.status,
    messagesOf(await response.text(), response.headers.get('content-type') ?? ''),
  );

/** Stands between client and server and keeps what the server really answered, before any client reads it. */
export interface Tap {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The newest answer. Throws what the server's `fetch` threw, if it did; `undefined` before the first request. */
  newest(): WireReply | undefined;
}

export function tap(fetch: (request: Request) => Promise<Response>): Tap {
  let newest: Watched | undefined;
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
      newest = await whole(response);
      return newest.response;
    },
    newest: () => {
      if (thrown !== undefined) throw thrown.error;
      return newest?.reply();
    },
  };
}

/** The messages of a JSON body, or of an event stream. A body that is no JSON holds none. */
function messagesOf(text: string, contentType: string): readonly unknown[] {
  const bodies = contentType.startsWith('text/event-stream')
    ? [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data ?? '')
    : [text];
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
  const notifications = records.flatMap(({ method }) =>
    typeof method === 'string' ? [method] : [],
  );
  const { result, error } =
    records.find((message) => 'result' in message || 'error' in message) ?? {};
  return {
    status,
    notifications,
    ...(isRecord(result) && { result }),
    ...(isRecord(error) &&
      typeof error.code === 'number' && { fault: error as unknown as WireFault }),
  };
}
