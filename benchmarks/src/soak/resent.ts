import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { type CountersignServer, createServer } from '@countersign/core';
import { ANSWERS, ASKING } from './asking.js';
import { heapAfterCollection } from './remains.js';

/** How much more heap may be in use after twice as many requests. */
export const MOST_GROWTH = 0.02;

/** The heap in use after so many requests, and after twice as many. */
export interface Resent {
  readonly kind: string;
  readonly requests: number;
  readonly heap: readonly [first: number, second: number];
}

export const grown = ({ heap: [first, second] }: Resent): number => (second - first) / first;

/** By how much the second load grew, and whether that is as expected. */
export const flat = (resent: Resent): boolean => grown(resent) <= MOST_GROWTH;

const quiet = () => undefined;

function askingServer(): CountersignServer {
  return createServer({
    name: 'soak',
    version: '1.0.0',
    components: ASKING,
    state: { codec: aeadCodec({ keys: [randomBytes(32)] }) },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: { form: {}, url: {} },
    sampling: {},
    roots: {},
  },
};

interface ToolResult {
  readonly requestState?: string;
  readonly content?: readonly { readonly text: string }[];
}

async function call(server: CountersignServer, name: string, params: object): Promise<ToolResult> {
  const response = await server.fetch(
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: {}, ...params, _meta: META },
      }),
    }),
  );
  const { result, error } = (await response.json()) as { result?: ToolResult; error?: unknown };
  if (result === undefined) throw new Error(`${name} was answered ${JSON.stringify(error)}`);
  return result;
}

/** Sends one state with its answer, over and over; `other` begins a call with a form of its own each time. */
async function sender(server: CountersignServer, kind: string): Promise<() => Promise<void>> {
  const expectSaid = ({ content }: ToolResult, says: string) => {
    if (content?.[0]?.text !== says)
      throw new Error(`${kind} did not say ${says} but ${content?.[0]?.text}`);
  };
  const answer = ANSWERS[kind];
  if (answer !== undefined) {
    const { requestState } = await call(server, kind, {});
    const params = { requestState, inputResponses: answer.sent };
    return async () => expectSaid(await call(server, kind, params), answer.says);
  }
  let next = 0;
  return async () => {
    const field = `field${next++}`;
    const args = { arguments: { field } };
    const { requestState } = await call(server, kind, args);
    const inputResponses = { it: { action: 'accept', content: { [field]: 'x' } } };
    expectSaid(await call(server, kind, { ...args, requestState, inputResponses }), 'x');
  };
}

/** The kinds of question that are tried. */
export const KINDS: readonly string[] = [...Object.keys(ANSWERS), 'other'];

/** Re-sends a state of one kind of question, and measures the heap after `requests` and after twice as many. */
export async function resend(kind: string, requests: number): Promise<Resent> {
  const server = askingServer();
  try {
    const send = await sender(server, kind);
    // One by one: what is measured is what is left, and not how much can be in flight.
    const measure = async () => {
      for (let sent = 0; sent < requests; sent++) await send();
      return heapAfterCollection();
    };
    return { kind, requests, heap: [await measure(), await measure()] };
  } finally {
    await server.close({ graceMs: 0 });
  }
}
