// The only file of this package that imports the official SDK: its client is what talks to the server under test.

import { Client, type DiscoverResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const REVISION = '2026-07-28';

/** What a server said of itself to `server/discover`; opaque here, and reused so that a round is one request. */
export type Discovery = DiscoverResult;

/** One request for a component. */
export interface ComponentRequest {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read';
  readonly params: Readonly<Record<string, unknown>>;
}

export interface ClientParts {
  readonly url: URL;
  readonly fetch: (request: Request) => Promise<Response>;
  /** What the client declares; sent as it is. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly discovery: Discovery | undefined;
  /** Called once the server is known, before the request. */
  readonly discovered: (discovery: Discovery) => void;
}

/**
 * Sends one request by the official client, which writes the envelope, headers and id and judges the answer; it rejects for
 * JSON-RPC errors and for answers it does not take. Each call is a connection of its own, closed when it returns.
 */
export async function sendByOfficialClient(parts: ClientParts, { method, params }: ComponentRequest): Promise<void> {
  const client = new Client(
    { name: 'countersign-play', version: '1' },
    { capabilities: parts.capabilities, versionNegotiation: { mode: { pin: REVISION } } },
  );
  const transport = new StreamableHTTPClientTransport(parts.url, { fetch: (url, init) => parts.fetch(new Request(url, init)) });
  try {
    await client.connect(transport, parts.discovery === undefined ? {} : { prior: { kind: 'modern', discover: parts.discovery } });
    const discovery = client.getDiscoverResult();
    if (discovery !== undefined) parts.discovered(discovery);
    // By `request`, not `callTool`: answers out of shape must reach the server, and nothing may come out of a cache.
    await client.request({ method, params: { ...params } }, { allowInputRequired: true });
  } finally {
    await client.close();
  }
}
