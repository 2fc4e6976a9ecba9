import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { atEnd } from './served.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers of two generations of one API, which assertions look into
type Loose = any;

/** What a test does with a client, whichever generation it is of. */
export interface Official {
  callTool(params: object, options?: object): Promise<Loose>;
  getPrompt(params: object, options?: object): Promise<Loose>;
  readResource(params: object, options?: object): Promise<Loose>;
  complete(params: object): Promise<Loose>;
  close(): Promise<void>;
}

/** The person, the model and the directories behind a client. */
export interface Behind {
  /** May throw, which the client answers by a JSON-RPC error. Default: declines. */
  readonly elicit?: (params: Loose, extra: { readonly signal: AbortSignal }) => unknown;
  readonly sample?: (params: Loose) => unknown;
  readonly roots?: readonly object[] | (() => unknown);
  readonly capabilities?: object;
  /** What each of its HTTP requests has. */
  readonly request?: { readonly headers: Record<string, string> };
  /** Hears every message of the server as it came, before the client looks at it. */
  readonly wire?: (message: Loose) => void;
}

export interface Program {
  readonly command: string;
  readonly args: string[];
  /** Hears what it writes to stderr. */
  readonly heard?: (text: string) => void;
}
type To = URL | Program;

const DECLARED = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const declines = () => ({ action: 'decline' });
const SAMPLED = () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } });

const rootsOf = async (roots: NonNullable<Behind['roots']>) =>
  typeof roots === 'function' ? await roots() : { roots: [...roots] };

/** Connects to a program, and passes on what it writes to stderr. */
function listening<T extends { readonly stderr: Loose }>(transport: T, { heard }: Program): T {
  transport.stderr?.on('data', (chunk: unknown) => heard?.(String(chunk)));
  return transport;
}

/** Lets a test hear what a connected transport hears. */
function tapped(transport: Loose, wire: NonNullable<Behind['wire']>): void {
  const { onmessage } = transport;
  transport.onmessage = (message: unknown, ...more: unknown[]) => {
    wire(message);
    onmessage(message, ...more);
  };
}
const unheard = () => undefined;

async function v2(to: To, behind: Behind): Promise<Official> {
  return ofV2('v2', 'legacy', to, behind);
}

/** The client of v2 as one of the modern revision. */
async function modern(to: To, behind: Behind): Promise<Official> {
  return ofV2('modern', { pin: '2026-07-28' }, to, behind);
}

async function ofV2(
  name: string,
  mode: 'legacy' | { pin: string },
  to: To,
  {
    elicit = declines,
    sample = SAMPLED,
    roots = [],
    capabilities = DECLARED,
    wire = unheard,
    request = { headers: {} },
  }: Behind,
): Promise<Official> {
  const client = new ClientV2(
    { name, version: '1' },
    { capabilities, versionNegotiation: { mode } },
  );
  if ('elicitation' in capabilities)
    client.setRequestHandler(
      'elicitation/create',
      async (request, ctx) =>
        (await elicit(request.params, { signal: ctx.mcpReq.signal })) as Loose,
    );
  if ('sampling' in capabilities)
    client.setRequestHandler(
      'sampling/createMessage',
      async ({ params }) => (await sample(params)) as Loose,
    );
  if ('roots' in capabilities)
    client.setRequestHandler('roots/list', async () => (await rootsOf(roots)) as Loose);
  const transport =
    to instanceof URL
      ? new HttpV2(to, { requestInit: request })
      : listening(new StdioV2({ command: to.command, args: to.args, stderr: 'pipe' }), to);
  await client.connect(transport);
  tapped(transport, wire);
  return client as Loose;
}

async function v1(
  to: To,
  {
    elicit = declines,
    sample = SAMPLED,
    roots = [],
    capabilities = DECLARED,
    wire = unheard,
    request = { headers: {} },
  }: Behind,
): Promise<Official> {
  const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities });
  if ('elicitation' in capabilities)
    client.setRequestHandler(
      ElicitRequestSchema,
      async ({ params }, extra) => (await elicit(params, extra)) as Loose,
    );
  if ('sampling' in capabilities)
    client.setRequestHandler(
      CreateMessageRequestSchema,
      async ({ params }) => (await sample(params)) as Loose,
    );
  if ('roots' in capabilities)
    client.setRequestHandler(ListRootsRequestSchema, async () => (await rootsOf(roots)) as Loose);
  const transport: Loose =
    to instanceof URL
      ? new HttpV1(to, { requestInit: request })
      : listening(new StdioV1({ command: to.command, args: to.args, stderr: 'pipe' }), to);
  await client.connect(transport);
  tapped(transport, wire);
  const official: Loose = client;
  return {
    callTool: (params, options) => official.callTool(params, undefined, options),
    getPrompt: (params) => official.getPrompt(params),
    readResource: (params) => official.readResource(params),
    complete: (params) => official.complete(params),
    close: () => client.close(),
  };
}

/** Both generations of the official client as one of a 2025 revision, and the newer as a modern one. */
export const OFFICIAL = { v2, v1, modern };

/** Connects a client, and closes it with the test. */
export async function connected(
  generation: keyof typeof OFFICIAL,
  to: To,
  behind: Behind = {},
): Promise<Official> {
  const client = await OFFICIAL[generation](to, behind);
  atEnd(() => client.close());
  return client;
}

/** Connects a client that declares everything, and whose software answers nothing of it. Closed with the test. */
export async function withoutHandlers(generation: 'v1' | 'v2', to: URL): Promise<Official> {
  const options = { capabilities: DECLARED };
  const client: Loose =
    generation === 'v1'
      ? new ClientV1({ name: 'v1', version: '1' }, options)
      : new ClientV2({ name: 'v2', version: '1' }, options);
  await client.connect(generation === 'v1' ? new HttpV1(to) : new HttpV2(to));
  atEnd(() => client.close());
  return client;
}
