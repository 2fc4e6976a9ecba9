import {
  Client,
  type ElicitResult,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/** What came back from one request, as far as the story looks into it. */
export interface Reply {
  readonly resultType?: string;
  readonly inputRequests?: object;
  readonly requestState?: string;
  readonly text: string;
  readonly error?: { readonly code: number; readonly message: string };
}

export const YES: ElicitResult = { action: 'accept', content: { confirm: true } };
export const NO: ElicitResult = { action: 'accept', content: { confirm: false } };
export const DECLINE: ElicitResult = { action: 'decline' };

/** Someone with the official client: of 2026 (`auto`), or of a 2025 revision (`legacy`). */
export class Person {
  /** What they were asked since they last called. */
  asked: string[] = [];
  /** The answers in the params of their last request, as it left the client. */
  sentAhead: unknown;

  private constructor(
    private readonly client: Client,
    private says: () => ElicitResult = () => DECLINE,
  ) {}

  static async connect(url: URL, mode: 'auto' | 'legacy'): Promise<Person> {
    const client = new Client(
      { name: 'story', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
    );
    const person = new Person(client);
    client.setRequestHandler('elicitation/create', ({ params }) => {
      person.asked.push(params.message);
      return person.says();
    });
    const listeningIn = (to: string | URL, init?: RequestInit) => {
      const message = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      if (message?.method === 'tools/call') person.sentAhead = message.params.inputResponses;
      return fetch(to, init);
    };
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: listeningIn }));
    return person;
  }

  get revision(): string | undefined {
    return this.client.getNegotiatedProtocolVersion();
  }

  /** Calls a tool and says the same to whatever it asks. `more` goes into the params as it is. */
  call(
    name: string,
    args: object,
    says: ElicitResult | (() => ElicitResult),
    more: object = {},
  ): Promise<Reply> {
    this.asked = [];
    this.says = typeof says === 'function' ? says : () => says;
    return this.send({ name, arguments: args, ...more }, {});
  }

  /** Sends one request and takes what comes; the client answers no question by itself. */
  round(name: string, args: object, more: object = {}): Promise<Reply> {
    return this.send({ name, arguments: args, ...more }, { allowInputRequired: true });
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async send(
    params: Record<string, unknown>,
    options: { allowInputRequired?: boolean },
  ): Promise<Reply> {
    try {
      const result = (await this.client.request({ method: 'tools/call', params }, options)) as Omit<
        Reply,
        'text'
      > & {
        content?: { text: string }[];
      };
      return { ...result, text: (result.content ?? []).map(({ text }) => text).join('\n') };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { text: '', error: { code: error.code, message: error.message } };
    }
  }
}
