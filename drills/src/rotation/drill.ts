import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readRecords } from '../replica/records.js';
import { type FlowReport, planFlow } from '../shared/flow.js';
import { type Ground, startGround } from '../shared/ground.js';
import { load } from '../shared/load.js';
import type { Ended } from '../shared/persist.js';
import { seeded } from '../shared/random.js';
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
  /** Presented within its deadline to a server whose only key is another: what a key that leaked makes of open calls. */
  readonly leaked: Presented;
}

/** Most that a person thinks about a question: calls are then open at every moment. */
const THINK_MS = 300;
const key = (): string => randomBytes(32).toString('base64url');

/** Replaces keys and codec of a fleet under load. */
export function runRotation(options: RotationOptions, progress: Print): Promise<RotationSeen> {
  const { replicas: count, clients, deadline, seed, together = false } = options;
  return undoing(async (undo) => {
    const random = seeded(seed);
    const phases = phasesOf({ oldHmac: key(), newHmac: key(), aead: key() }, together);
    const [first] = phases;
    if (first === undefined) throw new Error('no phases');
    const settings = { ...first.settings, flowTtlSeconds: deadline, workMs: 1 };
    const ground = await startGround(undo, { replicas: count, random, settings });
    const presented = presenter(ground);

    const ended: FlowReport[] = [];
    let begun = 0;
    let enough = false;
    const loading = load(undo, {
      url: ground.url,
      clients,
      next: () => (enough ? undefined : planFlow(begun++, random, THINK_MS)),
      onEnd: (report) => void ended.push(report),
    });
    loading.catch(() => undefined); // awaited below, and by whoever waits for flows
    undo(() => {
      enough = true;
    });
    /** Two flows of each client: one may have begun earlier. */
    const someEnd = async () => {
      const until = ended.length + 2 * clients;
      while (ended.length < until) await Promise.race([pause(50), loading]);
    };

    const passed: Passed[] = [];
    const inTime: Presented[] = [];
    const late: Presented[] = [];
    let kept: Kept[] = [];
    for (const phase of phases) {
      if (phase.change === 'retires') {
        progress(`${deadline} s, until all that was sealed before is past its deadline`);
        await Promise.race([pause(1000 * deadline), loading]);
      }
      const [began, before] = [Date.now(), ended.length];
      let proof: Kept | undefined;
      if (phase !== first) {
        for (const [at, replica] of ground.replicas.entries()) {
          if (phase.change === 'takes over' && at === ground.replicas.length - 1) {
            // By the last one that seals with the old key: these are the youngest of their kind.
            proof = await keep(replica.url, `in time, ${phase.what}`);
            kept.push(await keep(replica.url, `late, ${phase.what}`));
          }
          await replica.stop();
          await replica.start(ground.settingsOf(`replica-${at + 1}`, { ...phase.settings }));
        }
      }
      const complete = Date.now();
      if (proof !== undefined) inTime.push(await presented(ground.url, proof));
      if (phase.change === 'retires') {
        for (const one of kept) late.push(await presented(ground.url, one));
        kept = [];
      }
      await someEnd();
      passed.push({ phase, began, complete, ended: Date.now(), flows: ended.length - before });
      progress(`${phase.what}: on all replicas; ${ended.length} flows so far`);
    }
    enough = true;
    const flows = await loading;

    const [one] = ground.replicas;
    if (one === undefined) throw new Error('no replicas');
    const lost = await keep(one.url, 'leaked');
    await one.stop();
    await one.start(ground.settingsOf('replica-1', { codecs: ['aead'], keys: { aead: key() } }));
    const leaked = await presented(one.url, lost);
    const { effects, told } = readRecords(ground.records);
    return { flows, effects, told, passed, inTime, late, leaked };
  });
}

function presenter({ records }: Ground) {
  const unknown = () => readRecords(records).told.filter(({ type, code }) => type === 'state.refused' && code === 'unknown_key').length;
  return async (url: URL, kept: Kept): Promise<Presented> => {
    const before = unknown();
    const ended = await present(url, kept);
    return { what: kept.plan.order, ended, unknownKeys: unknown() - before };
  };
}
