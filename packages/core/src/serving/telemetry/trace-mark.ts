import { fromBase64url, toBase64url } from '../../state/base64url.js';
import type { SpanContext } from './otel.js';

/** Of trace id, span id and flags (W3C Trace Context §3.2.2), each as bytes: 34 characters where `traceparent` has 55. */
const [TRACE, SPAN, ALL] = [16, 24, 25];

/** Writes where a span is found again. */
export const markOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  toBase64url(
    Buffer.from(`${traceId}${spanId}${(traceFlags & 0xff).toString(16).padStart(2, '0')}`, 'hex'),
  );

/** Reads a mark out of a state whose seal was checked; `undefined` for what an author of codecs or another version put there. */
export function markedSpan(mark: unknown): SpanContext | undefined {
  const bytes = typeof mark === 'string' ? fromBase64url(mark) : undefined;
  if (bytes?.length !== ALL) return undefined;
  const hex = Buffer.from(bytes).toString('hex');
  return {
    traceId: hex.slice(0, 2 * TRACE),
    spanId: hex.slice(2 * TRACE, 2 * SPAN),
    traceFlags: bytes[SPAN] as number,
    isRemote: true,
  };
}
