import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { vi } from 'vitest';
import {
  type CountersignServer,
  createServer,
  type ServerEvent,
  type ServerOptions,
} from '../../src/index.js';
import { EVERYTHING, Releases } from './releases.js';
import { testCodec } from './test-codec.js';

/** What a logger was told, by level. */
export interface Lines {
  readonly all: { level: string; fields: object; message: string }[];
  text(): string;
}

export function linesLogger() {
  const all: Lines['all'] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void all.push({ level, fields, message });
  const lines: Lines = {
    all,
    text: () =>
      all
        .map(
          ({ fields, message }) =>
            `${message} ${JSON.stringify(fields, (_, v) => (v instanceof Error ? `${v.name}: ${v.message}` : v))}`,
        )
        .join('\n'),
  };
  return {
    lines,
    logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
  };
}

/** A server of test components with everything it reports at hand. */
export function testServer(options: Partial<ServerOptions> = {}) {
  const events: ServerEvent[] = [];
  const releases = new Releases();
  const { lines, logger } = linesLogger();
  const server = createServer({
    name: 'releases',
    version: '1.0.0',
    components: EVERYTHING,
    ...(options.container === undefined && {
      providers: [{ token: Releases, useValue: releases }],
    }),
    logger,
    onEvent: (event) => events.push(event),
    ...options,
    state: { codec: testCodec(), ...options.state },
  });
  return { server, events, releases, lines };
}

export const MODERN = '2026-07-28';
const KEYS = {
  version: 'io.modelcontextprotocol/protocolVersion',
  info: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
};
export const FORMS = { elicitation: { form: {} } };

export interface Raw {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly id?: number | string;
  readonly capabilities?: unknown;
  readonly version?: string;
  readonly headers?: Record<string, string>;
}

/** A modern request as bytes on the wire have it. */
export function rawRequest(
  url: string | URL,
  {
    method = 'tools/call',
    params = {},
    id = 1,
    capabilities = FORMS,
    version = MODERN,
    headers = {},
  }: Raw,
  init: RequestInit = {},
): Request {
  const _meta = {
    [KEYS.version]: version,
    [KEYS.info]: { name: 'raw', version: '0' },
    [KEYS.capabilities]: capabilities,
    ...(params._meta as object),
  };
  const name = params.name ?? params.uri;
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }),
    ...init,
  });
}

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: assertions look into whatever came
  readonly body: any;
}

export async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
    return { status: response.status, body: messages.at(-1) };
  }
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** One request over a real socket (`url`) or in-process (a server). */
export async function call(to: URL | CountersignServer, raw: Raw): Promise<Answered> {
  return answered(
    to instanceof URL
      ? await fetch(rawRequest(to, raw))
      : await to.fetch(rawRequest('http://127.0.0.1/mcp', raw)),
  );
}

export const tool = (
  to: URL | CountersignServer,
  name: string,
  args: unknown,
  more: Record<string, unknown> = {},
  raw: Raw = {},
) => call(to, { ...raw, params: { name, arguments: args, ...more } });

export const accept = (content: unknown) => ({ action: 'accept', content });

/** The official client, connected. */
export async function client(
  url: URL,
  era: '2026' | '2025',
  options: { capabilities?: object; token?: string } = {},
) {
  const connected = new Client(
    { name: 'official', version: '1' },
    {
      capabilities: options.capabilities ?? {},
      versionNegotiation: { mode: era === '2026' ? { pin: MODERN } : 'legacy' },
    },
  );
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  await connected.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return connected;
}

/** Waits for something that happens on a socket or in a process. Generous, since the machine may be busy; never a fixed sleep. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000, interval: 5 });
