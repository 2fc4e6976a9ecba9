import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** One `tools/call` as it left the client. */
export interface Call {
  readonly id: number;
  readonly params: { readonly requestState?: string; readonly inputResponses?: object };
}

/** The official client, as of 2026 (`auto`) or of a 2025 revision (`legacy`), and the calls that it sent. */
export async function officialClient(url: URL, mode: 'auto' | 'legacy') {
  const calls: Call[] = [];
  const listeningIn = (to: string | URL, init?: RequestInit) => {
    const message = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    if (message?.method === 'tools/call') calls.push(message);
    return fetch(to, init);
  };
  const transport = new StreamableHTTPClientTransport(url, { fetch: listeningIn });
  const client = new Client({ name: 'story', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return { client, transport, calls };
}
