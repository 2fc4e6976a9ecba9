import { setTimeout as pause } from 'node:timers/promises';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** A request of a call: the first, or one that carries answers and state. */
export interface Request {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

/** As much of an answer as a drill looks at. */
export interface Answer {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly requestState?: string;
  readonly inputRequests?: Readonly<
    Record<string, { readonly params?: { readonly message?: string } }>
  >;
}

/** The official client, one request at a time. */
export interface OfficialClient {
  /** Sends a request once. Rejects with what the client rejects with; an abort of `signal` closes the connection, as a client does that left. */
  call(request: Request, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

async function connect(url: URL): Promise<OfficialClient> {
  const client = new Client(
    { name: 'drill', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    // The types of the client know these members, but not in this combination.
    call: async (request, signal) =>
      (await client.callTool(
        request as never,
        { allowInputRequired: true, ...(signal && { signal }) } as never,
      )) as unknown as Answer,
    close: () => client.close(),
  };
}

/** Connects, with patience: the first request of a client may meet a replica that is just being restarted. Rejects when nobody answers. */
export async function connected(url: URL): Promise<OfficialClient> {
  for (let tries = 0; ; tries++) {
    try {
      return await connect(url);
    } catch (error) {
      if (tries === 20) throw error;
      await pause(100);
    }
  }
}

export const textOf = ({ content }: Answer): string => content?.[0]?.text ?? '';

/** A refusal that the server put into words of the protocol: to repeat the request would change nothing. */
export function refusalOf(
  error: unknown,
): { readonly code: number; readonly reason?: string } | undefined {
  if (!ProtocolError.isInstance(error)) return undefined;
  const { reason } = (error.data ?? {}) as { reason?: unknown };
  return { code: error.code, ...(typeof reason === 'string' && { reason }) };
}
