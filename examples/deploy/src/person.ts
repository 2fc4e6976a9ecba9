import type { Era } from '@countersign/core';
import {
  Client,
  type ElicitResult,
  ProtocolError,
  type Transport,
} from '@modelcontextprotocol/client';

/** Answers a form: its content to accept with, or a refusal. */
export type Says = (question: { readonly message: string }) => ElicitResult['content'] | 'decline';

type Method = 'tools/call' | 'prompts/get' | 'resources/read';
export type Params = Readonly<Record<string, unknown>>;

/** What came back, whichever kind it is. */
export interface Reply {
  /** The wire keys of what is asked; empty when the call is finished. */
  readonly asks: readonly string[];
  readonly state: string;
  readonly text: string;
  readonly isError: boolean;
  readonly result: Params;
  readonly error:
    | { readonly code: number; readonly message: string; readonly data: unknown }
    | undefined;
}

/** Accepts one question with an answer, as the wire has it. */
export const accept = (content: object) => ({ action: 'accept', content });

/** Someone with the official client. Asked by a server, they say what the demo lets them say. */
export class Person {
  says: Says = () => 'decline';
  /** What the client's model writes when a server samples it. */
  writes = 'Out today.';

  private constructor(
    private readonly client: Client,
    private readonly transport: Transport,
  ) {}

  /** Connects; the client finds out by `server/discover` which revision the server speaks, or knows only those of 2025. */
  static async connect(transport: Transport, era: Era = '2026'): Promise<Person> {
    const capabilities = { elicitation: { form: {} }, sampling: {} };
    const mode = era === '2026' ? 'auto' : 'legacy';
    const client = new Client(
      { name: 'demo', version: '1.0.0' },
      { capabilities, versionNegotiation: { mode } },
    );
    const person = new Person(client, transport);
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const content = person.says(params);
      return content === 'decline' ? { action: 'decline' } : { action: 'accept', content };
    });
    client.setRequestHandler('sampling/createMessage', () => ({
      role: 'assistant',
      model: 'demo-model',
      content: { type: 'text', text: person.writes },
    }));
    await client.connect(transport);
    return person;
  }

  get revision(): string | undefined {
    return this.client.getNegotiatedProtocolVersion();
  }

  /** The session that a server of 2025 gave them, if it did. */
  get session(): string | undefined {
    return this.transport.sessionId;
  }

  /** Calls and lets the client do the rest: it answers what it is asked and calls again, until the call is finished. */
  call(method: Method, params: Params): Promise<Reply> {
    return this.send(method, params, {});
  }

  /** Sends one request and takes what comes, so that the next one can be anything at all. */
  round(method: Method, params: Params): Promise<Reply> {
    return this.send(method, params, { allowInputRequired: true });
  }

  /** One round of the tool `deploy`. */
  deploy(
    env: 'staging' | 'prod',
    more: { readonly requestState?: string; readonly inputResponses?: object } = {},
  ): Promise<Reply> {
    return this.round('tools/call', { name: 'deploy', arguments: { env }, ...more });
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async send(
    method: Method,
    params: Params,
    options: { allowInputRequired?: boolean },
  ): Promise<Reply> {
    try {
      return replyOf(await this.client.request({ method, params }, options));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const { code, message, data } = error;
      return { ...replyOf({}), error: { code, message, data } };
    }
  }
}

function replyOf(result: Params): Reply {
  const {
    inputRequests = {},
    requestState = '',
    isError = false,
  } = result as { inputRequests?: object; requestState?: string; isError?: boolean };
  return {
    asks: Object.keys(inputRequests),
    state: requestState,
    text: textOf(result),
    isError,
    result,
    error: undefined,
  };
}

/** The text of a result: a tool's content, a prompt's messages or a resource's contents. */
function textOf({ content, messages, contents }: Params): string {
  const parts = [content, messages, contents].flatMap((list) => (Array.isArray(list) ? list : []));
  return parts.map((part) => part.text ?? part.content?.text ?? '').join('\n');
}
