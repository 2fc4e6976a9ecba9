import { CANARY } from './components.js';
import type { Input } from './damage.js';
import { messagesIn, type Seen } from './seen.js';
import { MAX_BODY_BYTES } from './targets.js';

type Message = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the head or the gate refuses, before it reads which request it is. */
const BEFORE_THE_BODY: ReadonlySet<number> = new Set([401, 403, 405, 406, 413, 415, 417, 431]);

/** Says what is wrong with an answer, whatever it answers; `undefined` when nothing is. */
export function problemOf(
  input: Input,
  { end, status, type, text, reframed = false }: Seen,
): string | undefined {
  if (end === 'hung') return 'no end within the deadline';
  // A body that is refused unread: what was still being written may break the connection before the answer is read (RFC 9112 §9.6).
  if (end === 'none')
    return (input.body?.length ?? 0) > MAX_BODY_BYTES
      ? undefined
      : 'the connection ended without an answer';
  if (end !== 'answered') return undefined;
  if (status >= 500) return `status ${status}`;
  if (text.includes(CANARY)) return 'the answer holds a secret';
  if (/(?:\n|\\n)\s+at .*[(/]/.test(text)) return 'the answer holds a stack trace';
  if (text === '') return undefined;
  const messages = parsed(type, text);
  if (messages === undefined) return `a body that is no JSON (${type})`;
  if (status === 401) return undefined; // RFC 6750 has a form of its own
  const malformed = messages.map(shapeProblem).find((problem) => problem !== undefined);
  if (malformed !== undefined) return malformed;
  if (tellsState(input, messages as readonly Message[])) return 'an error that holds the state';
  return reframed || BEFORE_THE_BODY.has(status) ? undefined : idProblem(input, status, messages);
}

function parsed(type: string, text: string): readonly unknown[] | undefined {
  try {
    return messagesIn(type, text);
  } catch {
    return undefined;
  }
}

function shapeProblem(message: unknown): string | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0') return 'a message that is no JSON-RPC';
  if (typeof message.method === 'string') return undefined;
  const { result, error, id } = message;
  if ((result === undefined) === (error === undefined))
    return 'a response with neither result nor error, or with both';
  if (id !== null && id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    return 'a response whose id is no id';
  if (error === undefined) return undefined;
  const sound =
    isRecord(error) &&
    Number.isSafeInteger(error.code) &&
    typeof error.message === 'string' &&
    error.message !== '';
  return sound ? undefined : 'an error without a code or a message';
}

/**
 * What a transport says of itself, before any message is read: no such path, a session that is missing or unknown, a revision that
 * it does not speak. There the id may be null (JSON-RPC 2.0 §5). So it may for a head that is none, such as a Host that is no host; and it must be
 * where another call in flight has the same.
 */
const OF_THE_TRANSPORT: ReadonlySet<string> = new Set(['404 -32600', '400 -32000', '404 -32001']);
const UNIDENTIFIED = /still in flight|the request could not be read/;

/** A response carries the id of its request, as soon as one could be read. */
function idProblem(
  { body }: Input,
  status: number,
  messages: readonly unknown[],
): string | undefined {
  const responses = (messages as readonly Message[]).filter(({ method }) => method === undefined);
  const sent = responses.length === 0 ? undefined : idIn(body);
  if (sent === undefined) return undefined;
  const wrong = responses.find(({ id, error }) => {
    if (id === sent) return false;
    const { code, message } = (error ?? {}) as Message;
    return (
      id !== null ||
      !(OF_THE_TRANSPORT.has(`${status} ${code}`) || UNIDENTIFIED.test(String(message)))
    );
  });
  return wrong === undefined
    ? undefined
    : `the id ${JSON.stringify(wrong.id)} for ${JSON.stringify(sent)}`;
}

/** A state is as good as the answers in it, and errors are logged. */
function tellsState({ body }: Input, messages: readonly Message[]): boolean {
  if (messages.every(({ error }) => error === undefined)) return false;
  const message = messageIn(body);
  const state = isRecord(message?.params) ? message.params.requestState : undefined;
  if (typeof state !== 'string' || state.length < 40) return false;
  const written = JSON.stringify(state).slice(1, -1);
  // What is sent in the place of a name as well may be named.
  if (
    Buffer.from(body ?? [])
      .toString('utf8')
      .split(written).length > 2
  )
    return false;
  return messages.some(
    ({ error }) => error !== undefined && JSON.stringify(error).includes(written),
  );
}

function idIn(body: Uint8Array | undefined): string | number | undefined {
  const message = messageIn(body);
  if (typeof message?.method !== 'string') return undefined;
  return typeof message.id === 'string' || Number.isSafeInteger(message.id)
    ? (message.id as string | number)
    : undefined;
}

function messageIn(body: Uint8Array | undefined): Message | undefined {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(body));
    return isRecord(message) ? message : undefined;
  } catch {
    return undefined;
  }
}
