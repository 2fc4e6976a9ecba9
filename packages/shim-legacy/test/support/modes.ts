import { PassThrough } from 'node:stream';
import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { WITH_EXTRAS } from './extras.js';
import { EVERYTHING_DECLARED, RawSession, type RawStream, streamOf } from './raw-session.js';
import { atEnd, type Served, served } from './served.js';

/** How a server may be reached, and by whom: the columns of docs/eras.md. */
export const MODES = [
  '2026 HTTP',
  '2026 stdio',
  '2025 sessions',
  '2025 stdio',
  '2025 stateless',
  '2025 JSON only',
  'no shim, HTTP',
  'no shim, stdio',
] as const;
export type Mode = (typeof MODES)[number];

type Shim = NonNullable<Parameters<typeof served>[0]>;
type Options = Parameters<typeof served>[1];

const MODERN = '2026-07-28';
const isStdio = (mode: Mode) => mode.endsWith('stdio');
const isModern = (mode: Mode) => mode.startsWith('2026');

function shimOf(mode: Mode, shim: Exclude<Shim, 'none'>): Shim {
  if (mode.startsWith('no shim')) return 'none';
  if (mode === '2025 stateless') return { ...shim, sessions: false };
  return { ...shim, jsonResponse: mode === '2025 JSON only' };
}

/** A server as the mode has it. */
export const servedAs = (
  mode: Mode,
  { shim = {}, ...options }: { shim?: Exclude<Shim, 'none'> } & Options = {},
): Promise<Served> => served(shimOf(mode, shim), { components: WITH_EXTRAS, ...options });

// biome-ignore lint/suspicious/noExplicitAny: assertions look into whatever came
type Loose = any;

/** The person, the model and the directories behind the official client. */
export interface Behind {
  readonly elicit?: (params: Loose) => unknown;
  readonly capabilities?: object;
  /** Sees what the client fetches. */
  readonly fetch?: typeof fetch;
}

/** The official client, connected as the mode has it. Closed with the test. */
export async function clientOf(
  mode: Mode,
  at: Served,
  { elicit, capabilities = EVERYTHING_DECLARED, fetch: seen }: Behind = {},
): Promise<Client> {
  const client = new Client(
    { name: 'official', version: '1' },
    { capabilities, versionNegotiation: { mode: isModern(mode) ? { pin: MODERN } : 'legacy' } },
  );
  if ('elicitation' in capabilities)
    client.setRequestHandler(
      'elicitation/create',
      async ({ params }) => (await (elicit?.(params) ?? { action: 'decline' })) as Loose,
    );
  if ('sampling' in capabilities)
    client.setRequestHandler('sampling/createMessage', async () => ({
      role: 'assistant',
      model: 'm',
      content: { type: 'text', text: 'Hi' },
    }));
  if ('roots' in capabilities)
    client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: 'file:///home' }] }));
  await client.connect(
    isStdio(mode)
      ? lines(at)
      : new StreamableHTTPClientTransport(at.url, seen === undefined ? {} : { fetch: seen }),
  );
  atEnd(() => client.close());
  return client;
}

/** Two pipes to the server, as a process that started it has them. */
function pipes({ server }: Served) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = server.stdio({ stdin, stdout, exit: false });
  atEnd(async () => {
    stdin.end();
    await ended;
  });
  return { stdin, stdout };
}

function read(stdout: PassThrough, each: (message: Loose) => void): void {
  let text = '';
  stdout.on('data', (chunk) => {
    const whole = `${text}${chunk}`.split('\n');
    text = whole.pop() ?? '';
    for (const line of whole) each(JSON.parse(line));
  });
}

function lines(at: Served): Transport {
  const { stdin, stdout } = pipes(at);
  const transport: Transport = {
    start: async () => read(stdout, (message) => transport.onmessage?.(message)),
    send: async (message) => void stdin.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      stdin.end();
      transport.onclose?.();
    },
  };
  return transport;
}

/** A client by hand, as the mode has it. */
export interface Wire {
  /** Sends a request; resolves once its answer, or the stream of it, has begun. */
  send(message: {
    id?: number;
    method?: string;
    params?: object;
    result?: object;
    error?: object;
  }): Promise<Pick<RawStream, 'messages' | 'next' | 'status'>>;
  call(id: number, name: string, args?: object, more?: object): ReturnType<Wire['send']>;
  /** Cancels a call by a notification. */
  cancel(id: number): ReturnType<Wire['send']>;
  /** Closes everything that is open, without a word. */
  leave(): void;
}

export async function wireOf(
  mode: Mode,
  at: Served,
  capabilities: object = EVERYTHING_DECLARED,
): Promise<Wire> {
  const wire = await (isStdio(mode)
    ? onPipes(mode, at, capabilities)
    : overHttp(mode, at, capabilities));
  return {
    ...wire,
    call: (id, name, args = {}, more = {}) =>
      wire.send({ id, method: 'tools/call', params: { name, arguments: args, ...more } }),
    cancel: (requestId) => wire.send({ method: 'notifications/cancelled', params: { requestId } }),
  };
}

function enveloped(message: { params?: object & { _meta?: object } }, capabilities: object) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...message.params?._meta,
  };
  return { ...message, params: { ...message.params, _meta } };
}

async function overHttp(
  mode: Mode,
  { url }: Served,
  capabilities: object,
): Promise<Pick<Wire, 'send' | 'leave'>> {
  if (!isModern(mode)) {
    const hasSessions = mode === '2025 sessions' || mode === '2025 JSON only';
    const session = hasSessions
      ? await RawSession.open(url, { capabilities })
      : new RawSession(url, { capabilities });
    return { send: (message) => session.send(message), leave: () => session.vanish() };
  }
  const open: AbortController[] = [];
  const send: Wire['send'] = async (message) => {
    const abort = new AbortController();
    open.push(abort);
    const { params = {}, method = '' } = message;
    const name = 'name' in params ? params.name : 'uri' in params ? params.uri : undefined;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': MODERN,
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...enveloped(message, capabilities) }),
      signal: abort.signal,
    });
    return streamOf(response, abort);
  };
  const leave = () => {
    for (const abort of open.splice(0)) abort.abort();
  };
  return { send, leave };
}

async function onPipes(
  mode: Mode,
  at: Served,
  capabilities: object,
): Promise<Pick<Wire, 'send' | 'leave'>> {
  const { stdin, stdout } = pipes(at);
  const body = new ReadableStream({
    start: (controller) =>
      read(stdout, (message) =>
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`)),
      ),
  });
  const stream = streamOf(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const send: Wire['send'] = async (message) => {
    const sent =
      isModern(mode) && message.method !== undefined ? enveloped(message, capabilities) : message;
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...sent })}\n`);
    return stream;
  };
  if (!isModern(mode)) {
    const clientInfo = { name: 'raw', version: '0' };
    await send({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities, clientInfo },
    });
    await stream.next(({ id }) => id === 0);
    await send({ method: 'notifications/initialized' });
  }
  return { send, leave: () => void stdin.end() };
}

export const textOf = (result: Loose): string => result.content?.[0]?.text;

/** What a promise rejects with; fails when it does not. */
export const failureOf = (promise: Promise<unknown>): Promise<Loose> =>
  promise.then(
    (value) => {
      throw new Error(`did not fail: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
