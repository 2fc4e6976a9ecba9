import { Agent, request } from 'node:http';
import { TOOLS } from '../replica/tools.js';
import type { ReplicaState } from '../replica/words.js';
import type { Replica } from '../shared/replicas.js';

/** What a server held while so many calls were open, none of which was ever answered. */
export interface Open {
  readonly started: number;
  readonly state: ReplicaState;
}

/** The first load, at the small and at the large number of open calls. */
export interface HeapRun {
  readonly small: Open;
  readonly large: Open;
  /** Bytes of heap for each call more. */
  readonly slope: number;
}

const AT_A_TIME = 16;
const VERSION = '2026-07-28';

function body(name: string, order: string): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'drill', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  return JSON.stringify({
    jsonrpc: '2.0',
    id: order,
    method: 'tools/call',
    params: { name, arguments: { order, amount: 1 }, _meta },
  });
}

/** Starts a call as any client would, over HTTP, and forgets the question that comes. */
async function start(url: URL, agent: Agent, at: number): Promise<void> {
  const name = at % 2 === 0 ? TOOLS.once : TOOLS.often;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const text = await new Promise<string>((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, async (response) => {
      try {
        let read = '';
        for await (const chunk of response) read += chunk;
        resolve(read);
      } catch (error) {
        reject(error);
      }
    })
      .on('error', reject)
      .end(body(name, `open-${at}`));
  });
  if (!text.includes('"requestState"')) throw new Error(`no question came: ${text.slice(0, 200)}`);
}

async function startMany(url: URL, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) await start(url, agent, next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
  agent.destroy();
}

/**
 * Leaves calls open in one process, again and again: so many, and then ten times as many. What each more takes is the slope between
 * the two; a first load of the small size is not counted, since it fills the tables of the compiler.
 */
export async function leaveOpen(
  replica: Replica,
  large: number,
  repeats: number,
  onRun: (run: HeapRun) => void,
): Promise<readonly HeapRun[]> {
  const small = Math.floor(large / 10);
  await startMany(replica.url, small);
  const runs: HeapRun[] = [];
  const open = async (started: number, more: number): Promise<Open> => {
    await startMany(replica.url, more);
    return { started, state: await replica.look('state after collection') };
  };
  while (runs.length < repeats) {
    const before = await open(small, small);
    const after = await open(large, large - small);
    const run = {
      small: before,
      large: after,
      slope: (after.state.heap - before.state.heap) / (large - small),
    };
    runs.push(run);
    onRun(run);
  }
  return runs;
}
