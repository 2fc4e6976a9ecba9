import fc from 'fast-check';
import { accept, MODERN } from './serving.js';

// Requests for the components of `releases.ts` and `answers.ts`, right and wrong.

export interface Sent {
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly token: boolean;
}

export const requestOf = ({ headers, text }: Sent) =>
  new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: text,
  });

// What a client that does everything right sends.

export const CAPABILITIES = [
  {},
  { elicitation: {} },
  { elicitation: { form: {} } },
  { elicitation: { url: {} } },
  {
    elicitation: { form: { applyDefaults: true }, url: {} },
    sampling: { tools: {}, context: {} },
    roots: { listChanged: true },
  },
  {
    sampling: {},
    roots: {},
    extensions: { 'com.example/x': { nested: [1, { a: null }] } },
    experimental: { y: {} },
  },
];
export const DECLARED = 'io.modelcontextprotocol/clientCapabilities';
const INFO = 'io.modelcontextprotocol/clientInfo';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const LEVEL = 'io.modelcontextprotocol/logLevel';

export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}
const call = (name: string, args?: unknown): Asked => ({
  method: 'tools/call',
  params: { name, ...(args !== undefined && { arguments: args }) },
});
export const calls: readonly Asked[] = [
  ...['staging', 'prod', 'nowhere'].map((env) => call('deploy', { env })),
  ...['error', 'undefined', 'null', 'protocol', 'tool'].map((how) => call('broken', { how })),
  ...[
    'text',
    'image',
    'annotated',
    'unknown',
    'meta',
    'complete',
    'failed',
    'structured',
    'json',
    'nothing',
    'mistaken',
  ].map((as) => call('whole', { as })),
  ...['done', 'asks', 'fails', 'image'].map((after) => call('chatty', { after })),
  ...['form', 'url', 'sample', 'tools', 'roots', 'optional roots'].map((kind) =>
    call('every-kind', { kind }),
  ),
  ...['form', 'state', 'extra', 'roots', 'neither'].map((what) => call('by-hand', { what })),
  call('echo', { text: 'hi' }),
  call('echo'),
  call('sum', {}),
  call('poll'),
  call('scoped'),
  call('hidden'),
  call('mirrored', { region: 'eu' }),
  call('no such tool', {}),
  call('=?base64?ZWNobw==?=', {}),
  { method: 'prompts/get', params: { name: 'review', arguments: { file: 'a.ts' } } },
  { method: 'prompts/get', params: { name: 'whole-prompt' } },
  { method: 'prompts/get', params: { name: 'whole-prompt', arguments: { meta: 'm' } } },
  { method: 'prompts/get', params: { name: 'none' } },
  { method: 'prompts/get', params: { name: '=?base64?ZWNobw==?=' } },
  ...[
    'secret://one',
    'about://server',
    'whole://plain',
    'whole://public',
    'whole://odd',
    'none://',
  ].map((uri) => ({
    method: 'resources/read',
    params: { uri },
  })),
  ...[
    'tools/list',
    'prompts/list',
    'resources/list',
    'resources/templates/list',
    'server/discover',
    'no/such',
  ].map((method) => ({
    method,
    params: {},
  })),
];

const json = fc.jsonValue({ maxDepth: 2 });
export const KEYS = [
  'confirm',
  'ticket',
  'pick',
  'tone',
  'allow',
  'yes',
  'where',
  'person',
  'model',
  'sure',
];
const CONTENT = { confirm: true, yes: true, n: 1, tone: 'kind', id: 'CHG-1' };
export const ANSWERED: readonly unknown[] = [
  accept(CONTENT),
  { ...accept(CONTENT), method: 'elicitation/create' },
  { ...accept(CONTENT), result: {} },
  accept({ confirm: 'no' }),
  { action: 'decline' },
  { action: 'cancel' },
  { roots: [] },
  { role: 'assistant', model: 'm', content: { type: 'text', text: 'written' } },
  {},
  null,
  'accept',
];
const answers = fc.dictionary(
  fc.constantFrom(...KEYS, '__proto__', 'constructor'),
  fc.oneof(fc.constantFrom(...ANSWERED), json),
  {
    maxKeys: 3,
  },
);

interface Draft extends Asked {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly id: unknown;
}

export function written({ method, params, meta, id }: Draft, token = false): Sent {
  const name = params.name ?? params.uri;
  const _meta = {
    [VERSION]: MODERN,
    [INFO]: { name: 'raw', version: '0' },
    [DECLARED]: {},
    ...meta,
  };
  return {
    headers: [
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
      ['mcp-protocol-version', MODERN],
      ['mcp-method', method],
      ...(typeof name === 'string' ? [['mcp-name', name] as const] : []),
    ],
    text: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }),
    token,
  };
}

/** `states` are read anew for every request. */
export const properRequests = (states: ReadonlyMap<Asked, string>): fc.Arbitrary<Sent> =>
  fc
    .record({
      one: fc.constantFrom(...calls),
      capabilities: fc.constantFrom(...CAPABILITIES),
      level: fc.constantFrom(undefined, 'debug', 'warning', 'emergency'),
      progressToken: fc.constantFrom(undefined, 0, 'token'),
      trace: fc.constantFrom(undefined, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
      id: fc.oneof(fc.integer(), fc.string(), fc.constantFrom(0, '', 'null', 2 ** 53 - 1)),
      retry: fc.constantFrom('none', 'state', 'answers', 'both') as fc.Arbitrary<
        'none' | 'state' | 'answers' | 'both'
      >,
      inputResponses: answers,
      token: fc.boolean(),
    })
    .map(({ one, capabilities, level, progressToken, trace, id, retry, inputResponses, token }) => {
      const state = states.get(one);
      const params = {
        ...one.params,
        ...((retry === 'state' || retry === 'both') &&
          state !== undefined && { requestState: state }),
        ...((retry === 'answers' || retry === 'both') && { inputResponses }),
      };
      const meta = { [DECLARED]: capabilities, [LEVEL]: level, progressToken, traceparent: trace };
      return written({ method: one.method, params, meta, id }, token);
    });

// What others send.

type Perturbation = (sent: Sent) => Sent;
const inBody = (change: (body: Record<string, Record<string, unknown>>) => void): Perturbation => {
  return (sent) => {
    const body = JSON.parse(sent.text);
    change(body);
    return { ...sent, text: JSON.stringify(body) };
  };
};
const inMeta = (change: (meta: Record<string, unknown>) => void) =>
  inBody(({ params }) => change((params?._meta ?? {}) as never));
const inHeaders = (
  change: (headers: readonly (readonly [string, string])[]) => Sent['headers'],
): Perturbation => {
  return (sent) => ({ ...sent, headers: change(sent.headers) });
};

const HEADERS = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
const odd = fc.oneof(
  json,
  fc.constantFrom(
    null,
    '',
    0,
    -0,
    1.5,
    1e21,
    2 ** 53,
    [],
    {},
    true,
    MODERN,
    '2025-11-25',
    'debug',
    { form: 1 },
    { __proto__: null },
  ),
);
/** Something that is not as it should be; two of them are seldom noticed in one order only. */
export const perturbations: fc.Arbitrary<Perturbation> = fc.oneof(
  fc
    .constantFrom(...HEADERS)
    .map((name) => inHeaders((headers) => headers.filter(([known]) => known !== name))),
  fc
    .constantFrom(...HEADERS)
    .map((name) =>
      inHeaders((headers) => headers.flatMap((one) => (one[0] === name ? [one, one] : [one]))),
    ),
  fc
    .tuple(
      fc.constantFrom(...HEADERS),
      fc.constantFrom(
        '',
        ' echo ',
        'echo',
        'TOOLS/CALL',
        'tools/list',
        MODERN,
        '2025-11-25',
        '2027-01-01',
        '=?base64?ZWNobw==?=',
        '*/*',
        'application/json; charset=utf-8',
        'text/plain',
      ),
    )
    .map(([name, value]) =>
      inHeaders((headers) => [...headers.filter(([known]) => known !== name), [name, value]]),
    ),
  fc
    .constantFrom(...HEADERS)
    .map((name) =>
      inHeaders((headers) =>
        headers.map(([known, value]) => [known, known === name ? value.toUpperCase() : value]),
      ),
    ),
  fc
    .tuple(
      fc.constantFrom('origin', 'mcp-param-region', 'mcp-session-id', 'last-event-id'),
      fc.constantFrom('http://localhost', 'https://evil.example', 'eu', ''),
    )
    .map((header) => inHeaders((headers) => [...headers, header])),
  fc
    .tuple(fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'extra', '__proto__'), odd)
    .map(([name, value]) =>
      inBody(
        (body) =>
          void Object.defineProperty(body, name, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          }),
      ),
    ),
  fc
    .constantFrom('jsonrpc', 'id', 'method', 'params')
    .map((name) => inBody((body) => void delete body[name])),
  fc
    .tuple(
      fc.constantFrom(
        'name',
        'uri',
        'arguments',
        '_meta',
        'cursor',
        'requestState',
        'inputResponses',
        'task',
        '__proto__',
      ),
      odd,
    )
    .map(([name, value]) =>
      inBody(
        ({ params }) =>
          void Object.defineProperty(params ?? {}, name, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          }),
      ),
    ),
  fc
    .tuple(
      fc.constantFrom(
        VERSION,
        INFO,
        DECLARED,
        LEVEL,
        'progressToken',
        'vendor',
        'io.modelcontextprotocol/related-task',
        '__proto__',
      ),
      odd,
    )
    .map(([name, value]) =>
      inMeta(
        (meta) =>
          void Object.defineProperty(meta, name, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          }),
      ),
    ),
  fc
    .constantFrom(VERSION, INFO, DECLARED, LEVEL)
    .map((name) => inMeta((meta) => void delete meta[name])),
  fc
    .tuple(
      fc.constantFrom(
        'elicitation',
        'sampling',
        'roots',
        'extensions',
        'experimental',
        'tasks',
        'unknown',
        '__proto__',
      ),
      fc.constantFrom('', 'form', 'url', 'tools', 'context', 'listChanged', '__proto__'),
      odd,
    )
    .map(([name, member, value]) =>
      inMeta((meta) => {
        meta[DECLARED] = {
          ...(meta[DECLARED] as object),
          [name]: member === '' ? value : { [member]: value },
        };
      }),
    ),
  fc
    .tuple(
      fc.constantFrom('name', 'version', 'title', 'icons', 'websiteUrl', 'description', 'unknown'),
      odd,
    )
    .map(([name, value]) =>
      inMeta((meta) => {
        meta[INFO] = { ...(meta[INFO] as object), [name]: value };
      }),
    ),
  fc.constantFrom<Perturbation>(
    (sent) => ({ ...sent, text: `[${sent.text}]` }),
    (sent) => ({ ...sent, text: sent.text.slice(0, -1) }),
    (sent) => ({ ...sent, text: `\uFEFF${sent.text}` }),
    (sent) => ({ ...sent, text: sent.text.replace('"id":', '"id":99,"id":') }),
    (sent) => ({ ...sent, text: sent.text.replace('"name":', '"name":"echo","name":') }),
    (sent) => ({ ...sent, text: '' }),
  ),
);
