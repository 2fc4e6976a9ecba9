import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answerTo, type Version } from './order.js';
import type { Route } from './routes.js';

/** What the client saw of a flow. */
export interface Seen {
  /** The text of the result; absent where the client rejected. */
  readonly text?: string;
  readonly isError: boolean;
  /** Which version served each round. */
  readonly served: readonly Version[];
}

/** More than any flow can take, so that it is a limit of the server's that ends one. */
const ROUNDS = 40;

/** The official client, in front of two versions. */
export interface Shopper {
  /** Runs one flow, each round at the version that the route says. One at a time. */
  order(item: string, route: Route): Promise<Seen>;
  close(): Promise<void>;
}

/**
 * Connects the official client, whose person answers every question at once. It knows one server; each round of a call is sent to
 * the version that the route says, over its own socket.
 */
export async function connect(urls: Readonly<Record<Version, URL>>): Promise<Shopper> {
  let [route, served]: [Route, Version[]] = [() => 'old', []];
  const client = new Client(
    { name: 'drill', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      inputRequired: { maxRounds: ROUNDS },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const fields =
      'requestedSchema' in params ? Object.keys(params.requestedSchema.properties) : [];
    return {
      action: 'accept',
      content: Object.fromEntries(fields.map((field) => [field, answerTo(params.message, field)])),
    };
  });
  const routed = (_: string | URL, init?: RequestInit): Promise<Response> => {
    if (new Headers(init?.headers).get('mcp-method') !== 'tools/call') return fetch(urls.old, init);
    const version = route(served.length + 1);
    served.push(version);
    return fetch(urls[version], init);
  };
  await client.connect(new StreamableHTTPClientTransport(urls.old, { fetch: routed }));
  return {
    order: async (item, by) => {
      [route, served] = [by, []];
      try {
        const { content, isError = false } = await client.callTool({
          name: 'order',
          arguments: { item },
        });
        const [first] = content;
        return { isError, served, ...(first?.type === 'text' && { text: first.text }) };
      } catch {
        return { isError: true, served };
      }
    },
    close: () => client.close(),
  };
}
