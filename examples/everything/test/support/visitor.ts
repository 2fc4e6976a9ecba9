import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

export const ERAS = [
  { revision: '2026-07-28', mode: 'auto' },
  { revision: '2025-11-25', mode: 'legacy' },
] as const;
export type Revision = (typeof ERAS)[number]['revision'];

const EVERYTHING: ClientCapabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };

/** What a person fills in, by the message they are shown. */
export type Fills = Readonly<Record<string, Record<string, string | number | boolean | string[]>>>;

/** A question as it came, without what only a live connection adds to it. */
export type Asked =
  | { readonly form: string; readonly schema: unknown }
  | { readonly model: unknown; readonly maxTokens: number }
  | { readonly roots: true };

/** The official client as of one era, with a person, a model and a directory behind it. */
export class Visitor {
  /** What was asked since it was last set, in the order it came. */
  asked: Asked[] = [];
  fills: Fills = {};
  /** What was logged, level and words. */
  readonly logged: [string, unknown][] = [];

  private constructor(
    readonly client: Client,
    readonly url: URL,
    /** Resolves once the stream is open on which a server of 2025 sends what nobody called for. */
    readonly streaming: Promise<void>,
  ) {}

  static async connect(
    url: URL,
    revision: Revision,
    capabilities: ClientCapabilities = EVERYTHING,
  ): Promise<Visitor> {
    const mode = revision === '2026-07-28' ? 'auto' : 'legacy';
    const client = new Client(
      { name: 'visitor', version: '1.0.0' },
      { capabilities, versionNegotiation: { mode } },
    );
    let streams = () => {};
    const visitor = new Visitor(client, url, new Promise((resolve) => (streams = resolve)));
    if (capabilities.elicitation)
      client.setRequestHandler('elicitation/create', ({ params }) => visitor.person(params));
    if (capabilities.sampling)
      client.setRequestHandler('sampling/createMessage', ({ params: { messages, maxTokens } }) => {
        visitor.asked.push({ model: messages, maxTokens });
        return {
          role: 'assistant',
          model: 'parrot',
          content: { type: 'text', text: 'said the model' },
        };
      });
    if (capabilities.roots)
      client.setRequestHandler('roots/list', () => {
        visitor.asked.push({ roots: true });
        return { roots: [{ uri: 'file:///work' }] };
      });
    client.setNotificationHandler(
      'notifications/message',
      ({ params: { level, data } }) => void visitor.logged.push([level, data]),
    );
    const watching: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      if (request[1]?.method === 'GET' && response.ok) streams();
      return response;
    };
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: watching }));
    return visitor;
  }

  private person(params: { message: string; requestedSchema?: unknown }) {
    const { message, requestedSchema: schema } = params;
    this.asked.push({ form: message, schema });
    const content = this.fills[message];
    return content === undefined
      ? { action: 'decline' as const }
      : { action: 'accept' as const, content };
  }
}

/** Members that one revision puts beside what the request was for, and the other does not. */
const OF_THE_REVISION = new Set(['resultType', '_meta', 'ttlMs', 'cacheScope']);

/** What the request was for. */
export const bare = (result: object): object =>
  Object.fromEntries(Object.entries(result).filter(([name]) => !OF_THE_REVISION.has(name)));
