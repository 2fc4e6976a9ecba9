import { randomBytes } from 'node:crypto';
import { readRecords } from '../replica/records.js';
import { constantLoad } from '../shared/constant-load.js';
import { type Ground, startGround } from '../shared/ground.js';
import type { Ended } from '../shared/persist.js';
import { seeded } from '../shared/random.js';
import type { Replica } from '../shared/replicas.js';
import type { Print } from '../shared/report.js';
import { undoing } from '../shared/undo.js';
import type { Seen } from '../shared/verdict.js';
import { type Kept, keep, present } from './kept.js';
import type { RotationOption } from './options.js';
import { type Phase, phasesOf } from './phases.js';

export interface RotationOptions extends Readonly<Record<RotationOption, number>> {
  /** Retires the old key and the old codec at one time; default each in its turn. */
  readonly together?: boolean;
}

/** One phase, from the first replica that it changed until the next phase. Times in milliseconds since the epoch. */
export interface Passed {
  readonly phase: Phase;
  readonly began: number;
  /** When the last replica was changed. */
  readonly complete: number;
  readonly ended: number;
  /** Flows that ended meanwhile. */
  readonly flows: number;
}

/** What became of a state that an old key had sealed. */
export interface Presented {
  readonly what: string;
  readonly ended: Ended;
  /** Times that a server refused a state for a key that it does not know, since the state was presented. */
  readonly unknownKeys: number;
}

export interface RotationSeen extends Seen {
  readonly passed: readonly Passed[];
  /** Presented while the old key still opens, and after it was retired. */
  readonly inTime: readonly Presented[];
  readonly late: readonly Presented[];
  /** Presented to a server that was given another key without waiting, as after a leak. */
  readonly leaked: Presented;
}

/** Most that a person thinks about a question. */
const THINK_MS = 300;
const key = (): string => randomBytes(32).toString('base64url');

/** Replaces keys and codec of a fleet under load. */
export function runRotation(options: RotationOptions, progress: Print): Promise<RotationSeen> {
  const { replicas: count, clients, deadline, seed, together = false } = options;
  return undoing(async (undo) => {
    const random = seeded(seed);
    const [first, ...others] = phasesOf({ oldHmac: key(), newHmac: key(), aead: key() }, together);
    const settings = { ...first.settings, flowTtlSeconds: deadline, workMs: 1 };
    const ground = await startGround(undo, { replicas: count, settings });
    const load = constantLoad(undo, { url: ground.url, clients, random, thinkMs: THINK_MS });
    const passed: Passed[] = [];
    const inTime: Presented[] = [];
    const late: Presented[] = [];
    const kept: Kept[] = [];

    /** Opens two calls at the last one that has the old key in front: one is answered at once, where the new one is there already. */
    const takeOver = async (replica: Replica, phase: Phase): Promise<void> => {
      inTime.push(
        await presented(
          ground,
          ground.replicas[0] ?? ground,
          await keep(replica.url, `in time, ${phase.what}`),
        ),
      );
      kept.push(await keep(replica.url, `late, ${phase.what}`));
    };
    const pass = async (phase: Phase, change: () => Promise<void>): Promise<void> => {
      const [began, before] = [Date.now(), load.ended()];
      await change();
      const complete = Date.now();
      if (phase.change === 'retires')
        for (const one of kept.splice(0)) late.push(await presented(ground, ground, one));
      await load.goesOn();
      passed.push({ phase, began, complete, ended: Date.now(), flows: load.ended() - before });
      progress(`${phase.what}: on all replicas; ${load.ended()} flows so far`);
    };

    await pass(first, async () => undefined);
    for (const phase of others) {
      if (phase.change === 'retires') {
        progress(`${deadline} s, until all that was sealed before is past its deadline`);
        await load.lasts(1000 * deadline);
      }
      await pass(phase, () =>
        ground.roll(phase.settings, async (replica, at) => {
          if (phase.change === 'takes over' && at === count - 1) await takeOver(replica, phase);
        }),
      );
    }
    const flows = await load.stop();
    const leaked = await withdrawn(ground);
    return { flows, ...readRecords(ground.records), passed, inTime, late, leaked };
  });
}

/** Leaves a call open at a server, and gives that server another key and no more. */
async function withdrawn(ground: Ground): Promise<Presented> {
  const [replica] = ground.replicas;
  if (replica === undefined) throw new Error('no replicas');
  const kept = await keep(replica.url, 'leaked');
  await replica.stop();
  await replica.start(ground.settingsOf('replica-1', { codecs: ['aead'], keys: { aead: key() } }));
  return presented(ground, replica, kept);
}

const unknownKeys = ({ records }: Ground): number =>
  readRecords(records).told.filter(({ code }) => code === 'unknown_key').length;

async function presented(
  ground: Ground,
  { url }: { readonly url: URL },
  kept: Kept,
): Promise<Presented> {
  const before = unknownKeys(ground);
  const ended = await present(url, kept);
  return { what: kept.plan.order, ended, unknownKeys: unknownKeys(ground) - before };
}
