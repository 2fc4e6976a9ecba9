import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Contestant, Slice } from './interleave.js';
import type { Order } from './server-process.js';
import type { ServerName } from './servers.js';

const ENTRY = fileURLToPath(new URL('./server-process.js', import.meta.url));

/** A server under test that runs in a process of its own. */
export interface Remote {
  /** Makes a contestant of it, whose slices are timed where they run. */
  contestant(inFlight: number, name?: string): Contestant;
  stop(): void;
}

/**
 * Starts a server in a process of its own, as it would be deployed: in a common one, each would run with what the others left
 * behind in the compiler's type feedback and in the heap. Rejects when it does not do the work that all of them are to do.
 */
export async function startRemote(server: ServerName, components: number): Promise<Remote> {
  const child = fork(ENTRY, [server, String(components)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await reply(child, server);
  return {
    contestant: (inFlight, name = server) => ({
      name,
      least: inFlight,
      run(times) {
        const order: Order = { times, inFlight };
        child.send(order);
        return reply<Slice>(child, name);
      },
    }),
    stop: () => child.disconnect(),
  };
}

function reply<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${name}: its process ended with ${code ?? 'a signal'}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}
