import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Random } from './random.js';

/** Below where systems take the ports of outgoing connections from: nobody may be given the port of a replica that is just down. */
const [FIRST, LAST] = [20_000, 31_999];

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Finds that many ports on which nobody listens on 127.0.0.1. Throws when there are none. */
export async function freePorts(count: number, random: Random): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries++) {
    if (tries > 20 * count) throw new Error('there are too few free ports on 127.0.0.1');
    const port = FIRST + random.below(LAST - FIRST + 1);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}
