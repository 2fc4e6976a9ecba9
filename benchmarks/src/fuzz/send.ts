import { connect } from 'node:net';
import type { Input } from './damage.js';
import type { Draw } from './draw.js';
import type { Target } from './targets.js';

/** What came back, as far as it came. */
export interface Seen {
  /**
   * `none`: the connection ended without an answer; `left`: and it was the sender who ended it. `unsendable`: no such request can
   * be made by the platform's `fetch`.
   */
  readonly end: 'answered' | 'none' | 'left' | 'unsendable' | 'hung';
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const NOTHING = { status: 0, type: '', text: '' };

/** What is seen of a request that has no end. */
export const HUNG: Seen = { ...NOTHING, end: 'hung' };

/** How often the watch looks, in milliseconds, and how many looks anything may take: generous, since a busy machine is no hang. */
const LOOK_MS = 250;
const LOOKS = 120;

/**
 * Ends what has no end. It counts its own looks and not the time: on a machine that stood still, much time has passed and yet
 * nothing had a chance to come.
 */
export class Watch {
  readonly #pending = new Map<() => void, number>();
  readonly #timer = setInterval(() => this.#look(), LOOK_MS);
  #looks = 0;

  /** Resolves as the work does, or to `hung` if that takes too long. */
  over<T, H>(work: Promise<T>, hung: H): Promise<T | H> {
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve(hung);
      this.#pending.set(giveUp, this.#looks);
      work.then(resolve, reject).finally(() => this.#pending.delete(giveUp));
    });
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#looks++;
    for (const [giveUp, since] of this.#pending) if (this.#looks - since > LOOKS) giveUp();
  }
}

/** Sends in-process. */
export async function overFetch({ server }: Target, { httpMethod, path, headers, body }: Input): Promise<Seen> {
  let request: Request;
  try {
    request = new Request(`http://127.0.0.1${path}`, {
      method: httpMethod,
      headers: headers.map(([name, value]) => [name, value]),
      ...(body !== undefined && { body }),
    });
  } catch {
    return { ...NOTHING, end: 'unsendable' };
  }
  const response = await server.fetch(request);
  const type = response.headers.get('content-type') ?? '';
  return { end: 'answered', status: response.status, type, text: await read(response, httpMethod === 'GET' && type === STREAM) };
}

/** Reads a body; a stream only until it waits for the client, as a listening stream and a question on a live connection do. */
async function read(response: Response, listens: boolean): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  if (listens) await reader.cancel();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (WAITS.test(text)) {
      await reader.cancel();
      return text;
    }
  }
}

/** A request of the server's, or the word that a subscription is open: nothing more comes by itself. */
const WAITS = /"method":"(?:elicitation\/create|sampling\/createMessage|roots\/list|notifications\/subscriptions\/acknowledged)"/;
const STREAM = 'text/event-stream';

/** Damage that only the bytes of HTTP/1.1 can have. What is cut short is followed by the end of the connection. */
function asBytes(draw: Draw, url: URL, { httpMethod, path, headers, body }: Input): { readonly bytes: Uint8Array; readonly cut: boolean } {
  const sent = body ?? new Uint8Array(0);
  const hosted = headers.some(([name]) => name === 'host');
  const lines = [
    `${httpMethod} ${path} HTTP/1.1`,
    ...(hosted ? [] : [`host: ${url.host}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  const frame = (more: readonly string[], content: Uint8Array, eol = '\r\n') =>
    Buffer.concat([Buffer.from([...lines, ...more, '', ''].join(eol), 'latin1'), content]);
  const length = (by: number) => `content-length: ${Math.max(0, sent.length + by)}`;
  const chunk = (content: Uint8Array) => Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);
  const chunked = 'transfer-encoding: chunked';
  const half = sent.subarray(0, draw.below(sent.length + 1));
  const whole = { bytes: frame([length(0)], sent), cut: false };
  if (draw.oneIn(2)) return whole;
  return draw.of<() => { readonly bytes: Uint8Array; readonly cut: boolean }>([
    () => whole,
    () => ({
      bytes: frame([chunked], Buffer.concat([chunk(half), chunk(sent.subarray(half.length)), Buffer.from('0\r\n\r\n')])),
      cut: true,
    }),
    () => ({ bytes: frame([chunked], chunk(half)), cut: true }),
    () => ({ bytes: frame([chunked], Buffer.from('zz\r\n')), cut: true }),
    () => ({ bytes: frame([chunked, length(0)], sent), cut: true }),
    () => ({ bytes: frame([length(1 + draw.below(1000))], sent), cut: true }),
    () => ({ bytes: frame([length(-1 - draw.below(40))], sent), cut: true }),
    () => ({ bytes: frame(['content-length: -1'], sent), cut: true }),
    () => ({ bytes: frame([length(0)], half), cut: true }),
    () => ({ bytes: frame([length(0)], sent, '\n'), cut: true }),
    () => ({ bytes: frame([`x: ${'y'.repeat(20_000)}`, length(0)], sent), cut: true }),
    () => ({ bytes: whole.bytes.subarray(0, draw.below(whole.bytes.length)), cut: true }),
    () => ({ bytes: Buffer.concat([whole.bytes, whole.bytes]), cut: true }),
    () => ({ bytes: Buffer.from(Array.from({ length: draw.below(300) }, () => draw.below(256))), cut: true }),
  ])();
}

/** Sends over a real connection, as bytes. */
export function overSocket(draw: Draw, { url }: Target, input: Input): Promise<Seen> {
  const { bytes, cut } = asBytes(draw, url, input);
  const socket = connect(Number(url.port), url.hostname);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const text = chunk.toString('latin1');
      if (WAITS.test(text) || (input.httpMethod === 'GET' && text.includes(STREAM))) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answerIn(Buffer.concat(chunks), cut)));
    if (cut) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The first response among the bytes of a connection. One that was cut short, like the request, says less. */
function answerIn(bytes: Buffer, cut: boolean): Seen {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { ...NOTHING, end: cut ? 'left' : 'none' };
  const head = bytes.subarray(0, end).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const type = /^content-type: *(.*)$/im.exec(head)?.[1] ?? '';
  const rest = bytes.subarray(end + 4);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const text = /^transfer-encoding: *chunked/im.test(head)
    ? unchunked(rest)
    : rest.subarray(0, length === undefined ? undefined : Number(length));
  return { end: 'answered', status, type, text: text.toString('utf8') };
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const eol = bytes.indexOf('\r\n', at);
    const size = eol < 0 ? 0 : Number.parseInt(bytes.subarray(at, eol).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(eol + 2, eol + 2 + size));
    at = eol + 2 + size + 2;
  }
}
