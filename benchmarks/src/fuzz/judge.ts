import { CANARY } from './components.js';
import type { Input } from './damage.js';
import type { Seen } from './send.js';

type Message = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Message => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the head or the gate refuses, before it reads which request it is. */
const BEFORE_THE_BODY: ReadonlySet<number> = new Set([401, 403, 405, 406, 413, 415, 417, 431]);

/** Says what is wrong with an answer, whatever it answers; `undefined` when nothing is. */
export function problemOf(input: Input, { end, status, type, text }: Seen): string | undefined {
  if (end === 'hung') return 'no end within the deadline';
  if (end === 'none') return 'the connection ended without an answer';
  if (end !== 'answered') return undefined;
  if (status >= 500) return `status ${status}`;
  if (text.includes(CANARY)) return 'the answer holds a secret';
  if (/\n\s+at .*[(/]/.test(text)) return 'the answer holds a stack trace';
  if (text === '') return undefined;
  const messages = messagesIn(type, text);
  if (messages === undefined) return `a body that is no JSON (${type})`;
  if (status === 401) return undefined; // RFC 6750 has a form of its own
  const malformed = messages.map(shapeProblem).find((problem) => problem !== undefined);
  if (malformed !== undefined) return malformed;
  return BEFORE_THE_BODY.has(status) ? undefined : idProblem(input, status, messages);
}

function messagesIn(type: string, text: string): readonly unknown[] | undefined {
  try {
    if (!type.startsWith('text/event-stream')) return [JSON.parse(text)].flat();
    // The last event of a stream that was left may be incomplete.
    const whole = text.slice(0, text.lastIndexOf('\n\n') + 1);
    return [...whole.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  } catch {
    return undefined;
  }
}

function shapeProblem(message: unknown): string | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0') return 'a message that is no JSON-RPC';
  if (typeof message.method === 'string') return undefined;
  const { result, error, id } = message;
  if ((result === undefined) === (error === undefined)) return 'a response with neither result nor error, or with both';
  if (id !== null && id !== undefined && typeof id !== 'string' && typeof id !== 'number') return 'a response whose id is no id';
  if (error === undefined) return undefined;
  const sound = isRecord(error) && Number.isSafeInteger(error.code) && typeof error.message === 'string' && error.message !== '';
  return sound ? undefined : 'an error without a code or a message';
}

/**
 * What a transport says of itself, before any message is read: no such path, a session that is missing or unknown, a revision that
 * it does not speak. There the id may be null (JSON-RPC 2.0 §5). And it must be where another call in flight has the same.
 */
const OF_THE_TRANSPORT: ReadonlySet<string> = new Set(['404 -32600', '400 -32000', '404 -32001']);

/** A response carries the id of its request, as soon as one could be read. */
function idProblem({ body }: Input, status: number, messages: readonly unknown[]): string | undefined {
  const sent = idIn(body);
  if (sent === undefined) return undefined;
  const wrong = (messages as readonly Message[]).find(({ method, id, error }) => {
    if (method !== undefined || id === sent) return false;
    const { code, message } = (error ?? {}) as Message;
    return id !== null || !(OF_THE_TRANSPORT.has(`${status} ${code}`) || String(message).includes('still in flight'));
  });
  return wrong === undefined ? undefined : `the id ${JSON.stringify(wrong.id)} for ${JSON.stringify(sent)}`;
}

function idIn(body: Uint8Array | undefined): string | number | undefined {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(body));
    if (!isRecord(message) || typeof message.method !== 'string') return undefined;
    return typeof message.id === 'string' || Number.isSafeInteger(message.id) ? (message.id as string | number) : undefined;
  } catch {
    return undefined;
  }
}
