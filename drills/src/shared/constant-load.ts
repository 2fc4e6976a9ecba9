import { setTimeout as pause } from 'node:timers/promises';
import { type FlowReport, planFlow } from './flow.js';
import { load } from './load.js';
import type { Random } from './random.js';
import type { Undo } from './undo.js';

export interface ConstantLoadOptions {
  readonly url: URL;
  readonly clients: number;
  readonly random: Random;
  /** Most milliseconds that a person thinks about a question: flows are then open at every moment. */
  readonly thinkMs: number;
}

/** Clients that go through one flow after the other until they are told to stop. */
export interface ConstantLoad {
  /** How many flows have ended. */
  ended(): number;
  /** Lets time pass under load. Rejects when the load itself fails. */
  lasts(ms: number): Promise<void>;
  /** Resolves when two flows of each client have ended from now on: one of them has begun from now on. Rejects when the load fails. */
  goesOn(): Promise<void>;
  /** Lets the flows that have begun end, and reports on all. */
  stop(): Promise<readonly FlowReport[]>;
}

/** Starts a load that goes on by itself. */
export function constantLoad(
  undo: Undo,
  { url, clients, random, thinkMs }: ConstantLoadOptions,
): ConstantLoad {
  let begun = 0;
  let ended = 0;
  let enough = false;
  const loading = load(undo, {
    url,
    clients,
    next: () => (enough ? undefined : planFlow(begun++, random, thinkMs)),
    onEnd: () => {
      ended += 1;
    },
  });
  loading.catch(() => undefined); // whoever waits for it is told
  const lasts = async (ms: number): Promise<void> =>
    void (await Promise.race([pause(ms), loading]));
  undo(() => {
    enough = true;
  });
  return {
    ended: () => ended,
    lasts,
    goesOn: async () => {
      const until = ended + 2 * clients;
      while (ended < until) await lasts(50);
    },
    stop: () => {
      enough = true;
      return loading;
    },
  };
}
