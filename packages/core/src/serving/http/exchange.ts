import type { Notify } from '../calls/call-context.js';
import type { WireAnswer } from '../legacy-bridge.js';
import type { ReceivedCall, Surface } from '../surface/surface.js';
import type { ComponentRequest } from './recognise.js';

/** One call that is served without the SDK, for as long as that makes no difference. */
export interface Exchange {
  /** Never rejects for what a component does. */
  readonly response: Promise<Response>;
  /** Ends it without an answer, as a client does that leaves. */
  abandon(): void;
  /** Gives the SDK, which took over, the call that is running for its own. */
  join(call: ReceivedCall): Promise<WireAnswer>;
}

export interface ExchangeParts {
  readonly surface: Pick<Surface, 'call'>;
  readonly request: Request;
  readonly recognised: ComponentRequest;
  readonly token: ReceivedCall['token'];
  /** Writes the answer; `undefined` where only the SDK may. */
  readonly write: (answer: WireAnswer) => string | undefined;
  /** Has the SDK serve the request from its beginning; it comes back to `join` for the call. */
  readonly handOver: () => Promise<Response>;
}

/** What nobody reads: the client is gone, or the server does not wait any longer. As the SDK has it. */
export const abandoned = (): Response => new Response(null, { status: 499 });

const AS_JSON = { status: 200, headers: { 'content-type': 'application/json' } };
export const jsonResponse = (text: string): Response => new Response(text, AS_JSON);

/**
 * Begins a call, and answers it as JSON unless something is to be sent before the answer, which takes a stream, or the answer is
 * not ours to write. Then the SDK takes over. A closed connection cancels the call (spec: basic/transports, Cancellation).
 */
export function exchange({
  surface,
  request,
  recognised,
  token,
  write,
  handOver,
}: ExchangeParts): Exchange {
  const { method, id, params, capabilities, client, state, responses, wantsLog } = recognised;
  const abort = new AbortController();
  const { signal } = abort;
  const held: Parameters<Notify>[] = [];
  let send: Notify | undefined;
  let answered = false;
  let settle: (response: Response | Promise<Response>) => void = () => undefined;
  let handedOver = false;
  const takeOver = () => {
    if (handedOver) return;
    handedOver = true;
    settle(handOver());
  };
  const notify: Notify = (about, what) => {
    if (answered || signal.aborted) return;
    // Of log messages the SDK sends those that are severe enough; where the request asked for none, there is nothing to send.
    if (about === 'notifications/message' && !wantsLog) return;
    if (send !== undefined) return send(about, what);
    held.push([about, what]);
    takeOver();
  };
  const abandon = () => {
    abort.abort(request.signal.reason);
    settle(abandoned());
  };
  const call: ReceivedCall = {
    method,
    params,
    era: '2026',
    transport: 'http',
    id,
    token,
    signal,
    capabilities,
    client,
    state,
    responses,
    notify,
    send: async () => ({ kind: 'lost' }), // there are no requests to clients in this revision
  };
  let answer: Promise<WireAnswer>;
  const response = new Promise<Response>((resolve, reject) => {
    settle = resolve;
    request.signal.addEventListener('abort', abandon, { once: true });
    answer = surface.call(call);
    const done = (wire: WireAnswer) => {
      answered = true;
      request.signal.removeEventListener('abort', abandon);
      if (handedOver || signal.aborted) return;
      const text = write(wire);
      if (text === undefined) takeOver();
      else resolve(jsonResponse(text));
    };
    answer.then(done).catch(reject);
  });

  return {
    response,
    abandon,
    join: (joined) => {
      send = joined.notify;
      for (const one of held.splice(0)) send(...one);
      if (joined.signal.aborted) abort.abort(joined.signal.reason);
      else
        joined.signal.addEventListener('abort', () => abort.abort(joined.signal.reason), {
          once: true,
        });
      return answer;
    },
  };
}
