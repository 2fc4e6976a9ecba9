import type { CallContext } from '../../rounds/context.js';
import type { Notify } from './call-context.js';

/** The token under which the caller wants to hear of progress (spec: basic/patterns/progress, a string or an integer). Untrusted. */
export function progressToken({
  _meta: meta,
}: Readonly<Record<string, unknown>>): string | number | undefined {
  const token =
    typeof meta === 'object' && meta !== null
      ? (meta as { progressToken?: unknown }).progressToken
      : undefined;
  return typeof token === 'string' || Number.isInteger(token)
    ? (token as string | number)
    : undefined;
}

/**
 * Makes the one author of a token's notifications, shared by all steps and the body of a round. Progress must rise with every one of
 * them (spec: basic/patterns/progress): a value that does not is dropped, as is one that is no number.
 */
export function progressOf(
  notify: Notify,
  token: string | number | undefined,
): CallContext['progress'] {
  let last = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    if (token === undefined || !Number.isFinite(done) || done <= last) return;
    last = done;
    notify('notifications/progress', {
      progressToken: token,
      progress: done,
      ...(Number.isFinite(total) && { total }),
      ...(typeof message === 'string' && { message }),
    });
  };
}
