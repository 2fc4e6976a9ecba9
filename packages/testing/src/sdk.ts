// The only file of this package that imports the official SDK: its client is what talks to the server under test.

import {
  Client,
  type DiscoverResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Members } from './members.js';

const REVISION = '2026-07-28';
const INFO = { name: 'countersign-play', version: '1' };

/** What a server said of itself to `server/discover`; opaque here, and reused so that a round is one request. */
export type Discovery = DiscoverResult;

/** One request for a component. */
export interface ComponentRequest {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read';
  readonly params: Members;
}

interface Connecting {
  readonly url: URL;
  /** What the client declares; sent as it is. */
  readonly capabilities: Members;
}

export interface ClientParts extends Connecting {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly discovery: Discovery | undefined;
  /** Called once the server is known, before the request. */
  readonly discovered: (discovery: Discovery) => void;
}

/**
 * Sends one request by the official client, which writes the envelope, headers and id and judges the answer; it rejects for
 * JSON-RPC errors and for answers it does not take. Each call is a connection of its own, closed when it returns.
 */
export async function sendByOfficialClient(
  parts: ClientParts,
  { method, params }: ComponentRequest,
): Promise<void> {
  const client = new Client(INFO, {
    capabilities: parts.capabilities,
    versionNegotiation: { mode: { pin: REVISION } },
  });
  const transport = new StreamableHTTPClientTransport(parts.url, {
    fetch: (url, init) => parts.fetch(new Request(url, init)),
  });
  try {
    await client.connect(
      transport,
      parts.discovery === undefined ? {} : { prior: { kind: 'modern', discover: parts.discovery } },
    );
    const discovery = client.getDiscoverResult();
    if (discovery !== undefined) parts.discovered(discovery);
    // By `request`, not `callTool`: answers out of shape must reach the server, and nothing may come out of a cache.
    await client.request({ method, params: { ...params } }, { allowInputRequired: true });
  } finally {
    await client.close();
  }
}

export interface LegacyParts extends Connecting {
  /** `body` is what the request carries, parsed. */
  readonly fetch: (request: Request, body: unknown) => Promise<Response>;
  /** Hears each question that the client takes, in their order. */
  readonly asked: (question: {
    readonly id: string | number;
    readonly method: string;
    readonly params: Members;
  }) => void;
}

/** The official client as one of 2025, connected. It takes questions and leaves answering to whoever is `asked`. */
export interface LegacyClient {
  /** Rejects for JSON-RPC errors and for answers that the client does not take. */
  request(request: ComponentRequest): Promise<unknown>;
  /** Sends one message of one's own making as the client's transport sends every other. Rejects unless HTTP takes it. */
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

type Message = Parameters<StreamableHTTPClientTransport['send']>[0];

/** Questions by the capability without which the client has no handler for them. */
const QUESTIONS = {
  elicitation: 'elicitation/create',
  sampling: 'sampling/createMessage',
  roots: 'roots/list',
} as const;

/** Takes params as they came: the client's own schemas drop members that they do not know. */
const AS_RECEIVED = {
  '~standard': {
    version: 1,
    vendor: 'countersign',
    validate: (value: unknown) => ({ value: value as Members }),
  },
} as const;

/** The longest that a timer of the platform can wait; the official client knows no request without a time-out. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Connects the official client as one of 2025: initialises a session, where the server has sessions. */
export async function connectLegacy({
  url,
  capabilities,
  fetch,
  asked,
}: LegacyParts): Promise<LegacyClient> {
  const client = new Client(INFO, { capabilities, versionNegotiation: { mode: 'legacy' } });
  for (const [capability, method] of Object.entries(QUESTIONS)) {
    if (!(capability in capabilities)) continue;
    client.setRequestHandler(method, { params: AS_RECEIVED }, (params, { mcpReq }) => {
      asked({ id: mcpReq.id, method, params: params as Members });
      return new Promise<never>(() => undefined); // the answer is sent by `send`
    });
  }
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: (to, init) =>
      fetch(
        new Request(to, init),
        typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      ),
  });
  try {
    await client.connect(transport);
  } catch (error) {
    await client.close();
    throw error;
  }
  return {
    request: ({ method, params }) =>
      client.request(
        { method, params: { ...params } },
        { timeout: LONGEST_TIMER, resetTimeoutOnProgress: false },
      ),
    send: (message) => transport.send(message),
    close: () => client.close(),
  };
}
