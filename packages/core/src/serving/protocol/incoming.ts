import { isRecord, own } from '../../json.js';
import { mayBeRounded, roundedNumber } from '../../whole-numbers.js';
import type { WireError } from '../results/outcome.js';
import { invalidParams } from '../results/results.js';

/** A message as the SDK is to read it, or the answer to one that it does not get. */
export type Incoming = { readonly message: unknown } | { readonly refusal: Refusal | Refusal[] };

export interface Refusal {
  readonly jsonrpc: '2.0';
  /** `null` where the id itself cannot be read (JSON-RPC 2.0 §5). */
  readonly id: string | number | null;
  readonly error: WireError;
}

const refusal = (id: Refusal['id'], problem: string): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: invalidParams(problem),
});

/**
 * Looks at an untrusted message before the SDK does, whichever transport brought it. Never changes
 * it: it may be the embedder's. `text` is what it was parsed from, where that is known.
 */
export function readIncoming(message: unknown, text?: string): Incoming {
  const rounded = text === undefined || mayBeRounded(text) ? roundedIn(message) : undefined;
  if (rounded !== undefined) return { refusal: rounded };
  if (!isRecord(message) || !isRecord(message.params)) return { message };
  const { method, id, params } = message;
  const problem = method === 'tools/call' ? toolProblem(params) : undefined;
  if (problem !== undefined && (typeof id === 'string' || typeof id === 'number'))
    return { refusal: refusal(id, problem) };
  return {
    message: stateIsText(params) ? message : { ...message, params: withStateAsText(params) },
  };
}

/**
 * Refuses a request that holds a rounded number: nobody may be asked about another record than the
 * one that was named. A batch (revision 2025-03-26) is refused whole. What is no request asks for
 * nothing: an answer to a question of ours is looked at where it is taken.
 */
export function roundedIn(message: unknown): Refusal | Refusal[] | undefined {
  if (!Array.isArray(message)) {
    const path = isRequest(message) ? roundedNumber(message) : undefined;
    return path === undefined ? undefined : refusal(readableId(message), rounded(path));
  }
  const requests = message.filter(isRequest);
  const paths = requests.map(roundedNumber);
  if (paths.every((path) => path === undefined)) return undefined;
  return requests.map((request, at) => {
    const path = paths[at];
    const problem = path === undefined ? 'Another request of the batch was refused' : rounded(path);
    return refusal(readableId(request), problem);
  });
}

const isRequest = (message: unknown): message is Record<string, unknown> =>
  isRecord(message) && typeof message.method === 'string' && message.id !== undefined;

function readableId(message: unknown): Refusal['id'] {
  const id = isRecord(message) ? message.id : null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
}

const rounded = (path: string): string =>
  `${path.replace(/^params\./, '')} is a whole number beyond ±(2^53 - 1), which is rounded when it ` +
  'is read (RFC 8259 §6). Send it as a string';

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
