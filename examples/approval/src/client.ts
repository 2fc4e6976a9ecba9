import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The official client of somebody, as of 2026 (`auto`) or of a 2025 revision (`legacy`), and what it sends. */
export async function clientOf(
  url: URL,
  mode: 'auto' | 'legacy',
  token: string,
  sentTo: (link: string) => void,
) {
  let calls = 0;
  let requests = 0;
  const counting = (to: string | URL, init?: RequestInit) => {
    const message = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    requests++;
    if (message?.method === 'tools/call') calls++;
    return fetch(to, init);
  };
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: counting,
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = new Client(
    { name: 'story', version: '1.0.0' },
    { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    if (params.mode === 'url') sentTo(params.url);
    return { action: 'accept' }; // "yes, open it", at once; whoever it is for takes his time there
  });
  await client.connect(transport);
  return {
    client,
    /** Requests for the tool. */
    calls: () => calls,
    /** Everything that went over the wire. */
    requests: () => requests,
  };
}
