import { type Clock, keepingAlive } from '../../clock.js';

/**
 * Waits on behalf of a caller who would else ask again at once. Ends early, in order, when `draining` aborts: another replica can
 * wait as well as this one, which is about to go. Rejects with the reason of `gone` once the caller is. Listens for itself: a signal
 * made by `AbortSignal.any` would be kept by the one that lives as long as the server.
 */
export async function hold(
  clock: Clock,
  ms: number,
  gone: AbortSignal,
  draining: AbortSignal | undefined,
): Promise<void> {
  if (draining?.aborted) return gone.throwIfAborted();
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of [gone, draining]) signal?.addEventListener('abort', end, { once: true });
  if (gone.aborted) end();
  try {
    // The clock's timers let a process end, and behind `fetch` there may be nothing else to keep it until the answer is there.
    await keepingAlive(clock.sleep(ms, ending.signal));
  } catch (error) {
    gone.throwIfAborted();
    if (!ending.signal.aborted) throw error;
  } finally {
    for (const signal of [gone, draining]) signal?.removeEventListener('abort', end);
  }
}
