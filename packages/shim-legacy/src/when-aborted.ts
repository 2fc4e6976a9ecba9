/** Calls back when the signal aborts, or at once if it has; returns how to stop listening. */
export function whenAborted(signal: AbortSignal, then: () => void): () => void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true });
  return () => signal.removeEventListener('abort', then);
}
