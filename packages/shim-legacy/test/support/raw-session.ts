import { soon } from './served.js';

// biome-ignore lint/suspicious/noExplicitAny: assertions look into whatever came
export type Message = any;

const VERSION = '2025-11-25';
export const EVERYTHING_DECLARED = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** A stream of messages from the server, read as it comes. */
export interface RawStream {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: Message[];
  /** Comments and event ids, as the wire had them. */
  readonly text: () => string;
  /** Whether the server has ended it. */
  readonly ended: () => boolean;
  /** Waits for a message. */
  next(matches: (message: Message) => boolean): Promise<Message>;
  /** Leaves without a word. */
  vanish(): void;
}

export interface RawOptions {
  readonly token?: string;
  readonly capabilities?: object;
  readonly headers?: Record<string, string>;
  /** The revision that it initializes, and then no header says; default the newest of 2025. */
  readonly version?: string;
}

/** A 2025 client by hand: its ids, headers and streams are whatever the test wants them to be. */
export class RawSession {
  id: string | undefined;
  readonly #open = new Set<AbortController>();

  constructor(
    readonly url: URL,
    readonly options: RawOptions = {},
  ) {}

  static async open(url: URL, options: RawOptions = {}): Promise<RawSession> {
    const session = new RawSession(url, options);
    const { status } = await session.initialize();
    if (status !== 200) throw new Error(`initialize was answered ${status}`);
    return session;
  }

  async initialize(): Promise<RawStream> {
    const params = {
      protocolVersion: this.options.version ?? VERSION,
      capabilities: this.options.capabilities ?? EVERYTHING_DECLARED,
      clientInfo: { name: 'raw', version: '0' },
    };
    const stream = await this.send({ id: 0, method: 'initialize', params });
    this.id = stream.headers.get('mcp-session-id') ?? undefined;
    if (stream.status === 200) {
      await stream.next(({ id }) => id === 0);
      await this.send({ method: 'notifications/initialized' });
    }
    return stream;
  }

  send(message: object, extra: Record<string, string> = {}): Promise<RawStream> {
    return this.request(
      'POST',
      JSON.stringify(Array.isArray(message) ? message : { jsonrpc: '2.0', ...message }),
      extra,
    );
  }

  call(id: number | string, name: string, args: object = {}, _meta?: object): Promise<RawStream> {
    return this.send({
      id,
      method: 'tools/call',
      params: { name, arguments: args, ...(_meta && { _meta }) },
    });
  }

  /** Answers a question that came on a stream. */
  reply(question: Message, result: object): Promise<RawStream> {
    return this.send({ id: question.id, result });
  }

  cancel(requestId: number | string): Promise<RawStream> {
    return this.send({ method: 'notifications/cancelled', params: { requestId, reason: 'test' } });
  }

  listen(extra: Record<string, string> = {}): Promise<RawStream> {
    return this.request('GET', undefined, extra);
  }

  end(): Promise<RawStream> {
    return this.request('DELETE', undefined, {});
  }

  /** Leaves without a word: whatever it waits for, it waits for no more. */
  vanish(): void {
    for (const abort of this.#open) abort.abort();
  }

  async request(
    method: string,
    body: string | undefined,
    extra: Record<string, string>,
  ): Promise<RawStream> {
    const abort = new AbortController();
    this.#open.add(abort);
    const response = await fetch(this.url, {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        ...(this.options.version === undefined && { 'mcp-protocol-version': VERSION }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.id !== undefined && { 'mcp-session-id': this.id }),
        ...(this.options.token !== undefined && { authorization: `Bearer ${this.options.token}` }),
        ...this.options.headers,
        ...extra,
      },
      ...(body !== undefined && { body }),
      signal: abort.signal,
    });
    return streamOf(response, abort);
  }
}

export function streamOf(
  response: Response,
  abort: AbortController = new AbortController(),
): RawStream {
  const messages: Message[] = [];
  let text = '';
  let taken = 0;
  let ended = false;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const take = () => {
    for (let end = text.indexOf('\n\n', taken); end >= 0; end = text.indexOf('\n\n', taken)) {
      const data = /^data: (.+)$/m.exec(text.slice(taken, end))?.[1];
      taken = end + 2;
      if (data !== undefined) messages.push(JSON.parse(data));
    }
  };
  const reading = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (isStream) take();
    }
    if (!isStream && text !== '') messages.push(JSON.parse(text));
  };
  reading()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return {
    status: response.status,
    headers: response.headers,
    messages,
    text: () => text,
    ended: () => ended,
    next: (matches) =>
      soon(() => {
        const found = messages.find(matches);
        if (found === undefined)
          throw new Error(`no such message among ${JSON.stringify(messages)}`);
        return found;
      }),
    vanish: () => abort.abort(),
  };
}

export const isAsk = ({ method }: Message): boolean => method === 'elicitation/create';
export const accept = (content: object) => ({ action: 'accept', content });
