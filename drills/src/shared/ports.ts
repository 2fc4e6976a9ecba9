import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

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

/**
 * Finds that many ports on which nobody listens on 127.0.0.1. Not by the seed: two drills at a time must not look at the same ones,
 * since they are free until they are used. Throws when there are none.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries++) {
    if (tries > 20 * count) throw new Error('there are too few free ports on 127.0.0.1');
    const port = randomInt(FIRST, LAST + 1);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}
