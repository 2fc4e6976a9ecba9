import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Contestant, Slice } from './interleave.js';
import type { Order } from './server-process.js';
import type { ServerName } from './servers.js';

const ENTRY = fileURLToPath(new URL('./server-process.js', import.meta.url));

/** A server under test that runs in a process of its own. */
export interface Remote {
  /** Makes a contestant of it, whose slices are timed where they run. */
  contestant(how: Pick<Order, 'work' | 'inFlight'>, name?: string): Contestant;
  stop(): void;
}

/**
 * Starts a server in a process of its own, as it would be deployed: in a common one, each would run with what the others left
 * behind in the compiler's type feedback and in the heap. Rejects when it does not do the work that all of them are to do.
 */
export async function startRemote(server: ServerName, components: number): Promise<Remote> {
  const child = fork(ENTRY, [server, String(components)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await reply(child, server);
  return {
    contestant: ({ work, inFlight }, name = server) => ({
      name,
      least: inFlight,
      run(times) {
        const order: Order = { work, times, inFlight };
        child.send(order);
        return reply<Slice>(child, name);
      },
    }),
    stop: () => child.disconnect(),
  };
}

interface Wanted {
  readonly server: ServerName;
  readonly components: number;
}

/** Starts servers for as long as they are used. */
export async function withRemotes(
  wanted: readonly Wanted[],
  use: (remotes: readonly Remote[]) => Promise<void>,
): Promise<void> {
  const remotes: Remote[] = [];
  try {
    for (const { server, components } of wanted)
      remotes.push(await startRemote(server, components));
    await use(remotes);
  } finally {
    for (const remote of remotes) remote.stop();
  }
}

function reply<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) =>
      reject(new Error(`${name}: its process ended with ${code ?? 'a signal'}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}
