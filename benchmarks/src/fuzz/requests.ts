import type { Draw } from './draw.js';
import type { Target } from './targets.js';

export type Era = '2026' | '2025';

/** One request, before it is damaged: a JSON-RPC message and the head that it travels under. */
export interface Wanted {
  readonly era: Era;
  httpMethod: string;
  path: string;
  headers: [name: string, value: string][];
  message: unknown;
}

/** What an honest client holds of a target just now: states with their calls, and sessions. */
export interface Held {
  readonly states: readonly {
    readonly method: string;
    readonly params: object;
    readonly requestState: string;
    readonly keys: readonly string[];
  }[];
  readonly sessions: readonly string[];
}

const META = 'io.modelcontextprotocol/';
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** Calls that the components take, as they should be made. */
const CALLS: readonly { readonly method: string; readonly params?: object }[] = [
  { method: 'tools/call', params: { name: 'deploy', arguments: { env: 'staging' } } },
  { method: 'tools/call', params: { name: 'deploy', arguments: { env: 'prod' } } },
  {
    method: 'tools/call',
    params: {
      name: 'echo',
      arguments: { text: 'hello', more: { a: [1, { b: null }] }, list: [1, 2] },
    },
  },
  { method: 'tools/call', params: { name: 'gather' } },
  { method: 'tools/call', params: { name: 'poll' } },
  { method: 'tools/call', params: { name: 'raw', arguments: { n: 1, tags: ['x'] } } },
  { method: 'tools/call', params: { name: 'broken' } },
  { method: 'tools/call', params: { name: 'wipe' } },
  { method: 'tools/call', params: { name: 'pay' } },
  { method: 'tools/call', params: { name: 'keep', arguments: { files: ['one', 'two', 'three'] } } },
  { method: 'tools/call', params: { name: 'visit' } },
  { method: 'tools/call', params: { name: 'old' } },
  { method: 'prompts/get', params: { name: 'review', arguments: { file: 'a.ts' } } },
  { method: 'resources/read', params: { uri: 'notes://one' } },
  { method: 'tools/list' },
  { method: 'prompts/list' },
  { method: 'resources/list' },
  { method: 'resources/templates/list', params: { cursor: 'x' } },
  { method: 'ping' },
  { method: 'server/discover' },
  { method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'file', value: 'a' } },
  },
  {
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/resource', uri: 'notes://{name}' },
      argument: { name: 'name', value: '' },
    },
  },
  { method: 'logging/setLevel', params: { level: 'info' } },
  { method: 'resources/subscribe', params: { uri: 'notes://one' } },
];
const ASK = new Set<unknown>(['deploy', 'gather', 'poll', 'wipe', 'pay', 'keep', 'visit', 'old']);
/** The calls that leave a state behind when they are made in 2026. */
export const ASKING = CALLS.filter(
  ({ method, params = {} }) =>
    method === 'prompts/get' ||
    method === 'resources/read' ||
    (method === 'tools/call' && 'name' in params && ASK.has(params.name)),
);

const ANSWERS: readonly unknown[] = [
  { action: 'accept', content: { confirm: true } },
  { action: 'accept', content: { confirm: false } },
  { action: 'accept', content: { name: 'Ada', age: 3 } },
  { action: 'decline' },
  { action: 'cancel' },
  { action: 'accept', content: { confirm: 'yes' } },
  { action: 'accept', content: { confirm: 'no' } },
  { action: 'decline', content: { confirm: 'yes' } },
  { action: 'cancel', content: { confirm: 'yes' } },
  { action: 'ACCEPT', content: { confirm: 'yes' } },
  { action: 'accept', content: { confirm: ['yes'] } },
  { action: 'accept', content: { confirm: 'YES', yes: true } },
  { action: ['accept'], content: [{ confirm: 'yes' }] },
  { confirm: 'yes' },
  true,
  { action: 'accept' },
  { role: 'assistant', content: { type: 'text', text: 'written' }, model: 'm' },
  { roots: [{ uri: 'file:///home' }] },
];

/** What names a request: the id of its message, and the client that it says it is of. */
export interface Names {
  readonly id?: unknown;
  readonly client?: string;
}

/** A request of 2026, as an honest client sends it. */
export function modern(
  target: Target,
  method: string,
  params: object = {},
  { id = 1, client = 'honest' }: Names = {},
): Wanted {
  const name = 'name' in params ? params.name : 'uri' in params ? params.uri : undefined;
  const _meta = {
    [`${META}protocolVersion`]: '2026-07-28',
    [`${META}clientInfo`]: { name: client, version: '0' },
    [`${META}clientCapabilities`]: CAPABILITIES,
  };
  const headers: [string, string][] = [
    ['mcp-protocol-version', '2026-07-28'],
    ['mcp-method', method],
    ...(typeof name === 'string' ? [['mcp-name', name] as [string, string]] : []),
  ];
  return wanted('2026', target, headers, {
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, _meta },
  });
}

/** A message of 2025, in a session where there is one. */
export function legacy(target: Target, message: object, session?: string): Wanted {
  const headers: [string, string][] = [['mcp-protocol-version', '2025-11-25']];
  if (session !== undefined) headers.push(['mcp-session-id', session]);
  return wanted('2025', target, headers, { jsonrpc: '2.0', ...message });
}

const wanted = (
  era: Era,
  target: Target,
  headers: [string, string][],
  message: object,
): Wanted => ({
  era,
  httpMethod: 'POST',
  path: '/mcp',
  headers: [
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
    ...(target.token === undefined
      ? []
      : [['authorization', `Bearer ${target.token}`] as [string, string]]),
    ...headers,
  ],
  message,
});

export const initialize = (target: Target): Wanted =>
  legacy(target, {
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: CAPABILITIES,
      clientInfo: { name: 'in a session', version: '0' },
    },
  });

/** One honest request: the start of a call, its second round with answers, or something a 2025 client says. */
export function honest(draw: Draw, target: Target, held: Held, client: string): Wanted {
  const { method, params = {} } = draw.of(CALLS);
  const id = draw.of<unknown>([1, 'a', 0, draw.below(1_000_000), -1, `call ${draw.below(1000)}`]);
  if (draw.oneIn(3)) return fromLegacy(draw, target, held, { id, method, params });
  if (draw.oneIn(2)) return modern(target, method, params, { id, client });
  const state = draw.of(held.states);
  const inputResponses = Object.fromEntries(state.keys.map((key) => [key, draw.of(ANSWERS)]));
  // One in some is spent on another call than it was sealed for.
  const call = draw.oneIn(12) ? { method, params } : state;
  return modern(
    target,
    call.method,
    { ...call.params, inputResponses, requestState: state.requestState },
    { id, client },
  );
}

function fromLegacy(
  draw: Draw,
  target: Target,
  { sessions }: Held,
  call: { id: unknown; method: string; params: object },
): Wanted {
  const session = sessions.length === 0 ? undefined : draw.of(sessions);
  if (draw.oneIn(12)) return initialize(target);
  if (draw.oneIn(12))
    return {
      ...legacy(target, {}, session),
      httpMethod: draw.of(['GET', 'GET', 'PUT', 'OPTIONS', 'HEAD']),
      message: undefined,
    };
  if (draw.oneIn(6)) return reply(draw, target, call.id, session);
  if (draw.oneIn(8))
    return legacy(
      target,
      {
        method: draw.of(['notifications/initialized', 'notifications/cancelled']),
        params: { requestId: call.id },
      },
      session,
    );
  return legacy(target, call, session);
}

/** What a 2025 client says to a question. */
export const reply = (
  draw: Draw,
  target: Target,
  id: unknown,
  session: string | undefined,
): Wanted =>
  legacy(
    target,
    draw.oneIn(6) ? { id, error: { code: -1, message: 'no' } } : { id, result: draw.of(ANSWERS) },
    session,
  );

/** Ends a question of any kind: a form or a URL is declined, a model or a list of roots is not to be had. */
export const refusal = (
  target: Target,
  { id, method }: { id?: unknown; method?: unknown },
  session: string | undefined,
): Wanted =>
  legacy(
    target,
    method === 'elicitation/create'
      ? { id, result: { action: 'decline' } }
      : { id, error: { code: -1, message: 'no' } },
    session,
  );
