import type { Peer } from './peers/peer.js';

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

/** As much of an answer as is looked at. */
export interface Answer {
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: Readonly<
      Record<
        string,
        { readonly method: string; readonly params: Readonly<Record<string, unknown>> }
      >
    >;
    readonly content?: readonly { readonly text?: string }[];
  };
}

/** What the retry of a call carries. */
export interface Retry {
  readonly requestState: string;
  readonly inputResponses: Readonly<
    Record<string, { readonly action: string; readonly content?: unknown }>
  >;
}

let lastId = 0;

/**
 * Calls a tool as a 2026-07-28 client puts it on the wire, and reads the whole answer. Every request comes in a turn of the
 * event loop of its own, as from a socket: weak references are let go between turns only, and a driver made of nothing but
 * microtasks would mostly measure what the garbage collector may not touch yet.
 */
export async function callTool(
  peer: Peer,
  name: string,
  env: string,
  retry?: Retry,
): Promise<Answer> {
  const response = await send(
    peer,
    'tools/call',
    { name, arguments: { env }, ...retry },
    { 'mcp-name': name },
  );
  return (await response.json()) as Answer;
}

/** Lists the tools, and reads the whole answer; to parse it would measure the client. */
export async function listTools(peer: Peer): Promise<string> {
  const response = await send(peer, 'tools/list', {});
  return response.text();
}

async function send(
  peer: Peer,
  method: string,
  params: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  await new Promise(setImmediate);
  const request = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: ++lastId,
      method,
      params: { ...params, _meta: META },
    }),
  });
  return peer.fetch(request);
}

/** The answer to the question, with the state that came with it. Throws when there was no question. */
export function confirming(
  { result }: Answer,
  state: string | undefined = result?.requestState,
): Retry {
  if (result?.resultType !== 'input_required' || state === undefined)
    throw new Error('no question came');
  return {
    requestState: state,
    inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
  };
}

/** One round trip: the call, the question, the retry with answer and state, the result. */
export async function roundTrip(peer: Peer, name: string): Promise<void> {
  const asked = await callTool(peer, name, 'prod');
  const done = await callTool(peer, name, 'prod', confirming(asked));
  if (done.result?.resultType !== 'complete')
    throw new Error(`${peer.name}: the call did not finish`);
}
