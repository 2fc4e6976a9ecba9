import { connect } from 'node:net';
import type { Input } from './damage.js';
import type { Draw } from './draw.js';
import { NOTHING, type Seen, STREAM, WAITS } from './seen.js';
import type { Target } from './targets.js';

/** Bytes, in the pieces they are written in. `end`: whether the client closes its side afterwards, or all of the connection at once. */
interface Written {
  readonly pieces: readonly Uint8Array[];
  readonly end: 'waits' | 'closes' | 'breaks off';
}

/** Damage that only the bytes of HTTP/1.1 can have (RFC 9112): lengths, chunks, line ends, halves, several at once. */
function asBytes(draw: Draw, url: URL, { httpMethod, path, headers, body }: Input): Written {
  const sent = body ?? new Uint8Array(0);
  const hosted = headers.some(([name]) => name === 'host') || draw.oneIn(30);
  const version = draw.oneIn(30) ? draw.of(['1.0', '0.9', '2.0', '1.2']) : '1.1';
  const target = draw.oneIn(30) ? `${url.origin}${path}` : path;
  const lines = [
    `${httpMethod} ${target} HTTP/${version}`,
    ...(hosted ? [] : [`host: ${url.host}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  const frame = (more: readonly string[], content: Uint8Array, eol = '\r\n') =>
    Buffer.concat([Buffer.from([...lines, ...more, '', ''].join(eol), 'latin1'), content]);
  const length = (by: number) => `content-length: ${Math.max(0, sent.length + by)}`;
  const chunk = (content: Uint8Array, extension = '') =>
    Buffer.concat([
      Buffer.from(`${content.length.toString(16)}${extension}\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  const chunked = 'transfer-encoding: chunked';
  const last = Buffer.from('0\r\n\r\n');
  const half = sent.subarray(0, draw.below(sent.length + 1));
  const rest = sent.subarray(half.length);
  const whole = frame([length(0)], sent);
  const closes = (...pieces: Uint8Array[]): Written => ({ pieces, end: 'closes' });
  const waits = (...pieces: Uint8Array[]): Written => ({ pieces, end: 'waits' });
  const cut = draw.below(whole.length + 1);
  return draw.of<() => Written>([
    () => waits(whole),
    () => waits(whole.subarray(0, cut), whole.subarray(cut)),
    () =>
      waits(
        ...Array.from({ length: 4 }, (_, at) =>
          whole.subarray((at * whole.length) / 4, ((at + 1) * whole.length) / 4),
        ),
      ),
    () => closes(frame([chunked], Buffer.concat([chunk(half), chunk(rest), last]))),
    () =>
      closes(
        frame([chunked], chunk(half, ';a=b')),
        chunk(rest),
        Buffer.from('0\r\nx-after: y\r\n\r\n'),
      ),
    () => closes(frame([chunked], chunk(half))),
    () =>
      closes(
        frame(
          [chunked],
          Buffer.from(draw.of(['zz\r\n', '-1\r\n', `${'f'.repeat(20)}\r\n`, '5;\r\nab'])),
        ),
      ),
    () =>
      closes(
        frame(
          [
            draw.of([
              'transfer-encoding: chunked, identity',
              'transfer-encoding: gzip',
              'transfer-encoding : chunked',
            ]),
          ],
          sent,
        ),
      ),
    () => closes(frame([chunked, length(0)], sent)),
    () => closes(frame([length(0), length(1)], sent)),
    () => closes(frame([length(1 + draw.below(1000))], sent)),
    () => closes(frame([length(-1 - draw.below(40))], sent)),
    () =>
      closes(
        frame(
          [
            draw.of([
              'content-length: -1',
              'content-length: 1e2',
              'content-length: 99999999999999999999',
            ]),
          ],
          sent,
        ),
      ),
    () => closes(frame([length(0)], half)),
    () => closes(frame([length(0)], sent, '\n')),
    () => closes(frame([`x: ${'y'.repeat(20_000)}`, length(0)], sent)),
    () => closes(frame([...Array.from({ length: 2500 }, (_, at) => `x${at}: y`), length(0)], sent)),
    () =>
      closes(
        frame(
          [draw.of(['no colon', ' folded: yes', 'a b: c', ': empty', 'x: \u0000']), length(0)],
          sent,
        ),
      ),
    () => closes(frame(['expect: 100-continue', length(0)], Buffer.alloc(0)), sent),
    () => closes(whole.subarray(0, cut)),
    () => closes(whole, whole),
    () => closes(Buffer.from(Array.from({ length: draw.below(300) }, () => draw.below(256)))),
    () => ({ pieces: [whole.subarray(0, cut)], end: 'breaks off' }),
    () => ({ pieces: [whole], end: 'breaks off' }),
  ])();
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends over a connection of its own, as bytes. */
export function overSocket(draw: Draw, { url }: Target, input: Input): Promise<Seen> {
  const { pieces, end } = asBytes(draw, url, input);
  const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const text = chunk.toString('latin1');
      if (WAITS.test(text) || (input.httpMethod === 'GET' && text.includes(STREAM)))
        socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answerIn(Buffer.concat(chunks), end !== 'waits')));
    const write = async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await turn();
      }
      if (end === 'closes') socket.end();
      else if (end === 'breaks off') socket.destroy();
    };
    void write();
  });
}

/** The first response among the bytes of a connection, or a later one that is worse. One that was cut short, like the request, says less. */
function answerIn(bytes: Buffer, left: boolean): Seen {
  const interim =
    /^HTTP\/1\.1 1\d\d [\s\S]*?\r\n\r\n/.exec(bytes.toString('latin1'))?.[0].length ?? 0;
  const response = bytes.subarray(interim);
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return { ...NOTHING, end: left ? 'left' : 'none' };
  const all = response.toString('latin1');
  const head = all.slice(0, end);
  const statuses = [...all.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const type = /^content-type: *(.*)$/im.exec(head)?.[1] ?? '';
  const rest = response.subarray(end + 4);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const text = /^transfer-encoding: *chunked/im.test(head)
    ? unchunked(rest)
    : rest.subarray(0, length === undefined ? undefined : Number(length));
  const failed = statuses.find((status) => status >= 500);
  return {
    end: 'answered',
    status: failed ?? statuses[0] ?? 0,
    type,
    text: text.toString('utf8'),
    reframed: left,
  };
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
