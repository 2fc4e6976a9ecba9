import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { atEnd } from './served.js';

// biome-ignore lint/suspicious/noExplicitAny: the answers of two generations of one API, which assertions look into
type Loose = any;

/** What a test does with a client, whichever generation it is of. */
export interface Official {
  callTool(params: object, options?: object): Promise<Loose>;
  getPrompt(params: object): Promise<Loose>;
  readResource(params: object): Promise<Loose>;
  close(): Promise<void>;
}

/** The person, the model and the directories behind a client. */
export interface Behind {
  /** May throw, which the client answers by a JSON-RPC error. Default: declines. */
  readonly elicit?: (params: Loose, extra: { readonly signal: AbortSignal }) => unknown;
  readonly sample?: () => object;
  readonly roots?: readonly object[];
  readonly capabilities?: object;
}

type To = URL | { readonly command: string; readonly args: string[] };

const DECLARED = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const INFO = { name: 'official', version: '1' };
const declines = () => ({ action: 'decline' });
const SAMPLED = () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } });

async function v2(to: To, { elicit = declines, sample = SAMPLED, roots = [], capabilities = DECLARED }: Behind): Promise<Official> {
  const client = new ClientV2(INFO, { capabilities, versionNegotiation: { mode: 'legacy' } });
  if ('elicitation' in capabilities)
    client.setRequestHandler(
      'elicitation/create',
      async (request, ctx) => (await elicit(request.params, { signal: ctx.mcpReq.signal })) as Loose,
    );
  if ('sampling' in capabilities) client.setRequestHandler('sampling/createMessage', async () => sample() as Loose);
  if ('roots' in capabilities) client.setRequestHandler('roots/list', async () => ({ roots: [...roots] }) as Loose);
  await client.connect(to instanceof URL ? new HttpV2(to) : new StdioV2({ ...to, stderr: 'pipe' }));
  return client as Loose;
}

async function v1(to: To, { elicit = declines, sample = SAMPLED, roots = [], capabilities = DECLARED }: Behind): Promise<Official> {
  const client = new ClientV1(INFO, { capabilities });
  if ('elicitation' in capabilities)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, extra) => (await elicit(params, extra)) as Loose);
  if ('sampling' in capabilities) client.setRequestHandler(CreateMessageRequestSchema, async () => sample() as Loose);
  if ('roots' in capabilities) client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [...roots] }) as Loose);
  await client.connect((to instanceof URL ? new HttpV1(to) : new StdioV1({ ...to, stderr: 'pipe' })) as Loose);
  const official: Loose = client;
  return {
    callTool: (params, options) => official.callTool(params, undefined, options),
    getPrompt: (params) => official.getPrompt(params),
    readResource: (params) => official.readResource(params),
    close: () => client.close(),
  };
}

/** Both generations of the official client, as a client of a 2025 revision. Closed with the test. */
export const OFFICIAL = { v2, v1 };

export async function connected(generation: keyof typeof OFFICIAL, to: To, behind: Behind = {}): Promise<Official> {
  const client = await OFFICIAL[generation](to, behind);
  atEnd(() => client.close());
  return client;
}
