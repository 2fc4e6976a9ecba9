import { whenAborted } from './when-aborted.js';

/**
 * Passes a response's body on, and tells once how it ended: at its end, or because nobody reads it any more. `signal` is that of
 * the request; some frameworks cancel the body when a client leaves, others only abort the request.
 */
export function watched(
  response: Response,
  signal: AbortSignal,
  ended: (how: 'finished' | 'cancelled') => void,
): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) return response;
  let over = false;
  let off: () => void = () => undefined;
  const end = (how: 'finished' | 'cancelled') => {
    off();
    if (!over) ended(how);
    over = true;
  };
  off = whenAborted(signal, () => {
    end('cancelled');
    reader.cancel(signal.reason).catch(() => undefined);
  });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end('finished');
        controller.close();
      } catch (error) {
        end('cancelled');
        throw error;
      }
    },
    cancel(reason) {
      end('cancelled');
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
