import type { Draw } from './draw.js';
import type { Wanted } from './requests.js';
import { MAX_BODY_BYTES } from './targets.js';

/** A request as it leaves: bytes under a head. */
export interface Input {
  readonly httpMethod: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

type Holder = Record<string | number, unknown>;

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  '',
  'undefined',
  'id',
  'method',
  'params',
  'name',
  'a'.repeat(300),
];

/** Values that nobody expects in the place they are put. */
function odd(draw: Draw): unknown {
  return draw.of<() => unknown>([
    () => null,
    () => draw.oneIn(2),
    () => draw.of([0, -1, 1.5, 1e308, -0, 2 ** 53, 2 ** 53 + 2, Number.MIN_VALUE]),
    () => '',
    () =>
      draw.of([
        '\u0000',
        '\ud800',
        '\u202e',
        'null',
        'true',
        '1',
        '../../etc/passwd',
        "' or 1=1",
        '$(id)',
        '%00',
        '\r\nx: y',
        '=?base64?AA==?=',
      ]),
    () => 'x'.repeat(draw.of([100, 1_000, 1_000, 1_000, 1_000, MAX_BODY_BYTES])),
    () => [],
    () => ({}),
    () => draw.of<unknown>([[[]], [null], [{}], { a: { b: {} } }, ['x', 'y']]),
    () => nested(draw, draw.of([10, 63, 64, 65, 200])),
    () => ({ [draw.of(NAMES)]: { [draw.of(NAMES)]: 1 } }),
    () =>
      Object.fromEntries(
        Array.from({ length: draw.of([10, 20, 257]) }, (_, at) => [
          `k${at}`,
          { action: 'accept', content: {} },
        ]),
      ),
    () => JSON.parse('{"__proto__":{"admin":true,"name":"echo","action":"accept"}}'),
    () =>
      draw.of([
        'tools/call',
        'nope/nope',
        'initialize',
        'notifications/cancelled',
        'server/discover',
        '2024-11-05',
        '2099-01-01',
      ]),
  ])();
}

function nested(draw: Draw, depth: number): unknown {
  const list = draw.oneIn(2);
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = list ? [value] : { a: value };
  return value;
}

/** Every holder of members inside a value. */
function holders(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Holder);
  for (const member of Object.values(value)) holders(member, found);
  return found;
}

/** Puts, drops, moves or copies one member, somewhere inside. */
function damageMember(draw: Draw, message: object): void {
  const holder = draw.of(holders(message));
  const names = Object.keys(holder);
  const name = names.length === 0 ? draw.of(NAMES) : draw.of(names);
  const put = (at: string, value: unknown) =>
    Object.defineProperty(holder, at, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  // Never what is inherited: damage must stay inside the message.
  const held = Object.hasOwn(holder, name) ? holder[name] : undefined;
  const kind = draw.below(8);
  if (kind < 4) put(name, odd(draw));
  else if (kind === 4) delete holder[name];
  else if (kind === 5) put(draw.of(NAMES), held);
  else if (kind === 6) put(name, [held]);
  else if (typeof held === 'string') put(name, damagedText(draw, held));
  else put(draw.of(NAMES), odd(draw));
}

function damagedText(draw: Draw, text: string): string {
  const at = draw.below(text.length + 1);
  const unit = draw.of(['A', '.', '=', '-', '\u0000', 'é', ' ', '\ud800', '/']);
  return draw.of([
    `${text.slice(0, at)}${unit}${text.slice(at + 1)}`,
    `${text.slice(0, at)}${unit}${text.slice(at)}`,
    text.slice(0, at),
    text.slice(at),
    text + text,
    text.toUpperCase(),
    `${text} `,
  ]);
}

/** Damage that only text can have: no value has it any more once it is parsed. */
function damagedJson(draw: Draw, json: string): string {
  const at = draw.below(json.length + 1);
  return draw.of<() => string>([
    () => json.slice(0, at),
    () => json.slice(at),
    () =>
      `${json.slice(0, at)}${draw.of(['"', '{', '}', ',', ':', '\u0000', '\\', '1e999', 'NaN', '//', "'"])}${json.slice(at)}`,
    () =>
      json.replace(
        '{',
        `{${draw.of(['"id":2', '"method":"tools/list"', '"jsonrpc":"1.0"', '"params":null', '"__proto__":{"id":7}'])},`,
      ),
    () =>
      json.replace(
        /}$/,
        `,${draw.of(['"id":2', '"method":"tools/list"', '"params":[]', '"params":{}', '"id":null'])}}`,
      ),
    () => `[${json}]`,
    () => `[${Array.from({ length: draw.of([0, 2, 30]) }, () => json).join()}]`,
    () => json + json,
    () => `${json}\u0000`,
    () => `\ufeff${json}`,
    () => `${draw.of(['[', '{"a":', '"'])}`.repeat(draw.of([100, 10_000])),
    () =>
      json.replace(
        /"id":[^,}]*/,
        `"id":${draw.of(['1.5', '1e400', '-0', '9007199254740993', '{}', '[1]', 'true', '""', '"\\ud800"'])}`,
      ),
    () =>
      json.replace(
        /"arguments":\{/,
        `"arguments":{"deep":${'['.repeat(10_000)}${']'.repeat(10_000)},`,
      ),
    () => json.replace(/:1/g, ':1e999'),
    () => '',
    () => ' '.repeat(draw.of([1, 1000])),
    () => draw.of(['null', '1', '"x"', '[]', '{}', 'true', '[[]]', '[null]']),
  ])();
}

/** Bytes that are no longer UTF-8, or not all of them. */
function damagedBytes(draw: Draw, text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'utf8');
  const at = draw.below(bytes.length + 1);
  return draw.of<() => Uint8Array<ArrayBuffer>>([
    () =>
      Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(draw.of([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80], [0x80]])),
        bytes.subarray(at),
      ]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    () => bytes.subarray(0, at),
    () => Buffer.from(Array.from({ length: draw.below(400) }, () => draw.below(256))),
    () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), bytes]),
  ])();
}

const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'content-type',
    [
      'text/plain',
      'application/json; charset=utf-16',
      'application/jsonp',
      'application/json;',
      '',
      'multipart/form-data; boundary=x',
    ],
  ],
  [
    'accept',
    [
      '',
      '*/*',
      'application/json',
      'text/event-stream',
      'text/html',
      'application/json;q=0, text/event-stream',
    ],
  ],
  [
    'mcp-protocol-version',
    [
      '2025-11-25',
      '2026-07-28',
      '2025-06-18',
      '2024-11-05',
      '2099-01-01',
      '',
      'x',
      '2026-07-28, 2025-11-25',
    ],
  ],
  ['mcp-method', ['tools/list', '', 'TOOLS/CALL', 'x'.repeat(2000), '=?base64?dG9vbHMvY2FsbA==?=']],
  ['mcp-name', ['', 'nope', 'echo', '__proto__', '=?base64?ZWNobw==?=', '=?base64?!!?=', 'é']],
  ['mcp-session-id', ['', 'nope', '0'.repeat(64), 'x'.repeat(3000), '../..', 'a, b']],
  ['mcp-param-env', ['prod', '', 'x']],
  [
    'authorization',
    [
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong',
      'Basic YTpi',
      'bearer a b',
      `Bearer ${'x'.repeat(4000)}`,
    ],
  ],
  [
    'origin',
    [
      'http://evil.example',
      'null',
      '',
      'http://localhost',
      'http://localhost.evil.example',
      'file://',
    ],
  ],
  ['host', ['evil.example', 'localhost', '127.0.0.1:1', '[::1]']],
  ['content-encoding', ['gzip', 'br', 'identity', 'x']],
  ['last-event-id', ['', '1', 'x'.repeat(500), '_GET_stream_1']],
  ['x-forwarded-host', ['evil.example']],
  ['expect', ['nothing']],
  ['cookie', ['a=b; '.repeat(200)]],
  ['traceparent', ['00-x', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '']],
];

function damageHeaders(draw: Draw, headers: [string, string][]): void {
  const at = draw.below(headers.length + 1);
  const held = headers[at];
  const kind = draw.below(6);
  if (held !== undefined && kind < 2) headers.splice(at, 1);
  else if (held !== undefined && kind === 2) held[1] = damagedText(draw, held[1]);
  else {
    const [name, values] = draw.of(HEADERS);
    const known = headers.find(([other]) => other === name);
    if (known === undefined || draw.oneIn(6)) headers.push([name, draw.of(values)]);
    else known[1] = draw.of(values);
  }
}

/** A request as it should be. */
export const undamaged = ({ httpMethod, path, headers, message }: Wanted): Input => ({
  httpMethod,
  path,
  headers,
  body: message === undefined ? undefined : Buffer.from(JSON.stringify(message)),
});

/** Damages an honest request in a few places: members, text, bytes, headers, path. One in some stays as it is. */
export function damaged(draw: Draw, request: Wanted): Input {
  const message: unknown =
    request.message === undefined ? undefined : JSON.parse(JSON.stringify(request.message));
  const whole = draw.oneIn(12);
  if (!whole) {
    if (typeof message === 'object' && message !== null)
      for (let times = draw.below(4); times > 0; times--) damageMember(draw, message);
    if (draw.oneIn(3))
      for (let times = 1 + draw.below(3); times > 0; times--) damageHeaders(draw, request.headers);
    if (draw.oneIn(40))
      request.path = draw.of([
        '/',
        '/mcp/',
        '/mcp?a=1',
        '/mcp%00',
        '//mcp',
        '/mcp/../mcp',
        `/${'x'.repeat(3000)}`,
        '/MCP',
      ]);
    if (draw.oneIn(40))
      request.httpMethod = draw.of(['GET', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'DELETE']);
  }
  const { httpMethod, path, headers } = request;
  let body: Uint8Array<ArrayBuffer> | undefined;
  if (message !== undefined && httpMethod !== 'GET' && httpMethod !== 'HEAD') {
    let json = JSON.stringify(message);
    if (!whole && draw.oneIn(5)) json = damagedJson(draw, json);
    body = !whole && draw.oneIn(12) ? damagedBytes(draw, json) : Buffer.from(json, 'utf8');
  }
  return { httpMethod, path, headers, body };
}
