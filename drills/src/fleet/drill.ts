import { randomBytes } from 'node:crypto';
import { readRecords } from '../replica/records.js';
import { planFlow } from '../shared/flow.js';
import { startGround } from '../shared/ground.js';
import { load } from '../shared/load.js';
import { freePorts } from '../shared/ports.js';
import { seeded } from '../shared/random.js';
import { startReplica } from '../shared/replicas.js';
import type { Print } from '../shared/report.js';
import { undoing } from '../shared/undo.js';
import type { Seen } from '../shared/verdict.js';
import { type Disturbed, Disturber, planDisturbances } from './disturb.js';
import { type HeapRun, leaveOpen } from './heap.js';
import type { FleetOption } from './options.js';

export interface FleetOptions extends Readonly<Record<FleetOption, number>> {
  /** As in `ReplicaSettings`. */
  readonly leaseMs?: number;
}

/** All that a fleet test found out. */
export interface FleetSeen extends Seen {
  readonly disturbed: Disturbed;
  readonly heap: readonly HeapRun[];
  /** What the replicas held at the end, and a process with open calls. */
  readonly held: readonly Readonly<Record<string, number>>[];
  /** Claims in the ledger when all is over. */
  readonly claims: number;
  readonly seconds: number;
}

/** Milliseconds that `run` works on either side of its effect: time enough to be killed in. */
const WORK_MS = 25;
const HEAP_REPEATS = 3;

/** Runs the fleet through the load, then leaves calls open in one more process. */
export function runFleet(options: FleetOptions, progress: Print): Promise<FleetSeen> {
  const { replicas: count, flows, clients, kills, heap: open, seed, leaseMs } = options;
  return undoing(async (undo) => {
    const random = seeded(seed);
    const ground = await startGround(undo, {
      replicas: count,
      settings: {
        codecs: ['aead'],
        keys: { aead: randomBytes(32).toString('base64url') },
        flowTtlSeconds: 3600,
        workMs: WORK_MS,
        ...(leaseMs !== undefined && { leaseMs }),
      },
    });
    progress(
      `${count} replicas behind nginx, with Redis: ${flows} flows by ${clients} clients begin`,
    );
    const plans = Array.from({ length: flows }, (_, index) => planFlow(index, random));
    const disturber = new Disturber(
      ground,
      planDisturbances(random, { flows, replicas: count, kills }),
    );
    const began = performance.now();
    let ended = 0;
    const every = Math.ceil(flows / 10);
    const reports = await load(undo, {
      url: ground.url,
      clients,
      next: () => plans.shift(),
      onLast: () => disturber.last(),
      onEnd: () => {
        ended += 1;
        if (ended % every === 0)
          progress(
            `${ended} of ${flows} flows ended after ${((performance.now() - began) / 1000).toFixed(0)} s`,
          );
      },
    });
    const seconds = (performance.now() - began) / 1000;
    const disturbed = await disturber.settled();
    const held = await Promise.all(
      ground.replicas.map(async (replica) => (await replica.look('state')).held),
    );

    let runs: readonly HeapRun[] = [];
    if (open > 0) {
      progress(
        `${open / 10} and then ${open} flows are left open in one process, ${HEAP_REPEATS} times`,
      );
      const [port = 0] = await freePorts(1);
      const replica = await startReplica(undo, port, ground.settingsOf('open'), ['--expose-gc']);
      runs = await leaveOpen(replica, open, HEAP_REPEATS, ({ slope }) =>
        progress(`${slope.toFixed(0)} bytes of heap for each flow more`),
      );
    }
    const { effects, told } = readRecords(ground.records);
    const heldByOpen = runs.flatMap(({ small, large }) => [small.state.held, large.state.held]);
    const claims = await ground.redis.keys();
    return {
      flows: reports,
      effects,
      told,
      disturbed,
      heap: runs,
      held: [...held, ...heldByOpen],
      claims,
      seconds,
    };
  });
}
