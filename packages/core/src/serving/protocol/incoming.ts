import { isRecord, own } from '../../json.js';
import type { WireError } from '../results/outcome.js';
import { invalidParams } from '../results/results.js';

/** A message as the SDK is to read it, or the answer to one that it would refuse in words of its own. */
export type Incoming = { readonly message: unknown } | { readonly refusal: Refusal };

interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: string | number;
  readonly error: WireError;
}

/** Looks at an untrusted message before the SDK does. Never changes it: it may be the embedder's. */
export function readIncoming(message: unknown): Incoming {
  if (!isRecord(message) || !isRecord(message.params)) return { message };
  const { method, id, params } = message;
  const problem = method === 'tools/call' ? toolProblem(params) : undefined;
  if (problem !== undefined && (typeof id === 'string' || typeof id === 'number')) {
    return { refusal: { jsonrpc: '2.0', id, error: invalidParams(problem) } };
  }
  return {
    message: stateIsText(params) ? message : { ...message, params: withStateAsText(params) },
  };
}

/** What the SDK's own schema of a tool call would refuse, with a dump of its checks; prompts and resources reach our own words. */
function toolProblem(params: Record<string, unknown>): string | undefined {
  const args = own(params, 'arguments');
  if (typeof own(params, 'name') !== 'string') return 'name must be a string';
  return args === undefined || isRecord(args) ? undefined : 'arguments must be an object';
}

const stateIsText = (params: Record<string, unknown>): boolean =>
  !Object.hasOwn(params, 'requestState') || typeof params.requestState === 'string';

/**
 * `requestState: null` is the same as none (decided; the SDK would refuse it). Any other value that is no string becomes the
 * empty string, which no codec writes: so it is refused like every bad state, by the one check that also reports why.
 */
function withStateAsText({
  requestState,
  ...params
}: Record<string, unknown>): Record<string, unknown> {
  return requestState === null ? params : { ...params, requestState: '' };
}
