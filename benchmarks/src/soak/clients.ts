import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the process of the clients is told: how many come, every second one with a question open; with 0, all vanish. */
export interface Order {
  readonly come: number;
}

export interface Clients {
  /** Resolves once that many have come, and every second one was asked. */
  come(count: number): Promise<void>;
  /** Lets all of them close their connections, without a word. */
  vanish(): Promise<void>;
  stop(): void;
}

/** Starts the process that the clients live in. */
export function startClients(url: URL): Clients {
  const child = fork(fileURLToPath(new URL('./clients-process.js', import.meta.url)), [url.href]);
  const told = (order: Order) =>
    new Promise<void>((resolve, reject) => {
      const ended = () => reject(new Error('the process of the clients ended'));
      child.once('exit', ended);
      child.once('message', (reply) => {
        child.off('exit', ended);
        if (reply === 'done') resolve();
        else reject(new Error(`a client failed: ${reply}`));
      });
      child.send(order);
    });
  return {
    come: (count) => told({ come: count }),
    vanish: () => told({ come: 0 }),
    stop: () => child.disconnect(),
  };
}
