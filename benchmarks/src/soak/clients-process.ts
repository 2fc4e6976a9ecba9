// The clients, in a process of their own, so that the heap that is measured is the server's. Started by `clients.ts`.
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Order } from './clients.js';

/** How many clients come at a time; how many stay is the order's. */
const AT_A_TIME = 16;

const [url = ''] = process.argv.slice(2);
let open: Agent[] = [];

function post(agent: Agent, message: object, session?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && {
        'mcp-session-id': session,
        'mcp-protocol-version': '2025-11-25',
      }),
    };
    request(url, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
  });
}

async function whole(response: IncomingMessage): Promise<void> {
  for await (const _ of response);
}

/** Resolves once a question has come; what follows on the stream is nobody's concern. */
const question = (stream: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
      if (text.includes('"elicitation/create"')) resolve();
    });
    stream.on('end', () => reject(new Error(`no question came: ${text}`)));
    stream.on('error', () => undefined); // it vanished
  });

async function come(asking: boolean): Promise<void> {
  // One connection for all, which goes with the client.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  open.push(agent);
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'soak', version: '1' },
  };
  const opened = await post(agent, { id: 0, method: 'initialize', params });
  const session = opened.headers['mcp-session-id'];
  await whole(opened);
  if (typeof session !== 'string') throw new Error(`initialize was answered ${opened.statusCode}`);
  await whole(await post(agent, { method: 'notifications/initialized' }, session));
  if (asking)
    await question(
      await post(
        agent,
        { id: 1, method: 'tools/call', params: { name: 'deploy', arguments: {} } },
        session,
      ),
    );
}

async function all(count: number): Promise<void> {
  let next = 0;
  const comer = async () => {
    while (next < count) await come(next++ % 2 === 1);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, comer));
}

function vanish(): void {
  for (const agent of open) agent.destroy();
  open = [];
}

process.on('message', ({ come: count }: Order) => {
  if (count === 0) vanish();
  all(count).then(
    () => process.send?.('done'),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on('disconnect', () => process.exit());
