import { type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { Input } from './damage.js';
import { NOTHING, type Seen, STREAM, WAITS } from './seen.js';
import type { Target } from './targets.js';

/** Hears the text of a stream that waits for the client; resolves with whether to go on reading. */
export type Talk = (text: string) => Promise<boolean>;

/** Leaves what waits. */
const leave: Talk = async () => false;

/** Sends over a connection that is kept alive; resolves to `undefined` where node:http refuses to write such a head. */
export async function overHttp(
  target: Target,
  input: Input,
  talk: Talk = leave,
): Promise<Seen | undefined> {
  const seen = await attempt(target, input, talk, false);
  // A server may close an idle connection just as it is used again; only a fresh one tells that from a refusal (RFC 9112 §9.3.1).
  return seen === 'stale' ? ((await attempt(target, input, talk, true)) as Seen) : seen;
}

function attempt(
  { url, agent }: Target,
  input: Input,
  talk: Talk,
  fresh: boolean,
): Promise<Seen | 'stale' | undefined> {
  const { httpMethod, path, body } = input;
  let request: ClientRequest;
  try {
    request = open({
      host: url.hostname,
      port: url.port,
      method: httpMethod,
      path,
      agent: fresh ? false : agent,
      headers: headOf(input, url).flat(),
    });
  } catch {
    return Promise.resolve(undefined);
  }
  return new Promise((resolve) => {
    let answered = false;
    request.on('response', (response) => {
      answered = true;
      read(request, response, httpMethod === 'GET', talk).then(resolve);
    });
    request.on('error', () => {
      if (!answered)
        resolve(request.reusedSocket && !fresh ? 'stale' : { ...NOTHING, end: 'none' });
    });
    request.end(body);
  });
}

/** The head as it is written: node:http adds nothing to a list of headers. */
function headOf({ headers, body }: Input, url: URL): (readonly [string, string])[] {
  const has = (wanted: string) => headers.some(([name]) => name === wanted);
  return [
    ...(has('host') ? [] : [['host', url.host] as const]),
    ...headers,
    ...(body === undefined ? [] : [['content-length', String(body.length)] as const]),
  ];
}

/** Reads to the end; a stream that waits for the client as long as `talk` says, a listening one not at all. */
async function read(
  request: ClientRequest,
  response: IncomingMessage,
  listens: boolean,
  talk: Talk,
): Promise<Seen> {
  const type = response.headers['content-type'] ?? '';
  const session = response.headers['mcp-session-id'];
  const seen = (text: string): Seen => ({
    end: 'answered',
    status: response.statusCode ?? 0,
    type,
    text,
    ...(typeof session === 'string' && { session }),
  });
  if (listens && type.startsWith(STREAM)) {
    request.destroy();
    return seen('');
  }
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (type.startsWith(STREAM) && WAITS.test(text) && !(await talk(text))) {
        request.destroy();
        return seen(text);
      }
    }
  } catch {
    // Ended in the middle, which is for the judge: what came must still be whole messages.
  }
  return seen(text + decoder.decode());
}
