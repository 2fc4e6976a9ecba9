import type { StepBlueprint } from '../blueprint/blueprint.js';
import type { Digest } from '../digest.js';
import type { RoundEvent } from '../events.js';
import {
  type ComputeEntry,
  type Entry,
  type Journal,
  type OpenAsk,
  type Reads,
  stepOf,
} from './journal.js';
import type { Settled, Standing } from './standing.js';

export type DropReason = Extract<RoundEvent, { type: 'entry.dropped' }>['because'];

/** What validity is judged by: how the steps that an entry read stand in this round. */
export interface ReadsNow {
  readonly steps: ReadonlyMap<string, StepBlueprint>;
  /** The digest of a step's answer now; `undefined` while there is none. */
  digestOf(step: string): Promise<Digest | undefined>;
}

/** Whether everything that was recorded as read holds in this round (R3); else why not. A read of an unknown step does not (R10). */
export async function brokenRead(
  reads: Reads,
  now: ReadsNow,
): Promise<'reads' | 'unknown' | undefined> {
  for (const [step, digest] of Object.entries(reads)) {
    if (!now.steps.has(step)) return 'unknown';
    if ((await now.digestOf(step)) !== digest) return 'reads';
  }
  return undefined;
}

/** The journal's records, read once per round: dropped as a whole when the parsed input is no longer the same (R3). */
export class Records {
  readonly #entries: Map<string, Entry>;
  readonly #open: Map<string, OpenAsk>;
  readonly #dropped = new Set<string>();

  constructor(
    journal: Journal,
    input: Digest,
    private readonly tell: (key: string, because: DropReason) => void,
  ) {
    this.#entries = new Map(Object.entries(journal.entries));
    this.#open = new Map(Object.entries(journal.open));
    if (journal.input === input) return;
    for (const key of [...this.#entries.keys(), ...this.#open.keys()]) this.drop(key, 'reads');
  }

  entry(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  open(key: string): OpenAsk | undefined {
    return this.#open.get(key);
  }

  /** Wire keys of open asks. */
  openKeys(): IterableIterator<string> {
    return this.#open.keys();
  }

  /** A compute's record of this version: finished, or the carry of an unfinished one. What the step was as an ask goes. */
  compute(step: StepBlueprint): ComputeEntry | undefined {
    for (const [key, { kind }] of this.#entries)
      if (kind === 'ask' && stepOf(key) === step.name) this.drop(key, 'version');
    const entry = this.#entries.get(step.name);
    return entry?.kind === 'compute' && entry.version === step.version ? entry : undefined;
  }

  /** Whether anything of a step was dropped in this round. */
  dropped(step: string): boolean {
    return this.#dropped.has(step);
  }

  /** Forgets an entry or an open ask, with an event. */
  drop(key: string, because: DropReason): void {
    const known = [this.#entries.delete(key), this.#open.delete(key)];
    if (!known.includes(true)) return;
    this.#dropped.add(stepOf(key));
    this.tell(key, because);
  }

  /** Wire keys of a step's entries. */
  keysOf(step: string): readonly string[] {
    return [...this.#entries.keys()].filter((key) => stepOf(key) === step);
  }

  all(): readonly (readonly [string, Entry])[] {
    return [...this.#entries];
  }
}

/** The digest of a settled answer; `undefined` where it cannot be compared, so that no record of it holds. */
export function digestIn(answer: Settled): Digest | undefined {
  try {
    return answer.digest;
  } catch {
    return undefined;
  }
}

/** How the steps of a round stand when it is over. */
export interface StandingNow {
  readonly steps: ReadonlyMap<string, StepBlueprint>;
  readonly journal: Pick<Journal, 'open'>;
  readonly records: Records;
  standing(step: string): Standing | undefined;
}

/**
 * The entries that a round had no use for, carried on unread while what they read holds (R3, R10): those of steps that
 * this version does not know, of asks that wait, and of computes that were not made. What is carried never changes, so
 * a read of it holds as long as nothing of it was dropped. What another version computed stays as long as an answer or
 * an unfinished compute stands on it: it may be made again to the same value.
 */
export function carriedUnread(round: StandingNow): ReadonlyMap<string, Entry> {
  const { records, steps } = round;
  const carried = new Map(records.all().filter(([key]) => isUnread(round, stepOf(key))));
  const wanted = stoodOn(carried);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [key, entry] of carried) {
      const step = steps.get(stepOf(key));
      const stale = entry.kind === 'compute' && step && step.version !== entry.version;
      const broken =
        stale && !wanted.has(key)
          ? 'version'
          : Object.entries(entry.reads)
              .map(([read, digest]) => brokenUnread(round, step !== undefined, read, digest))
              .find((because) => because !== undefined);
      if (broken === undefined) continue;
      carried.delete(key);
      records.drop(key, broken);
      changed = true;
    }
  }
  return carried;
}

/** The steps that answers and unfinished computes read, directly or through finished ones. */
function stoodOn(entries: ReadonlyMap<string, Entry>): ReadonlySet<string> {
  const wanted = new Set<string>();
  const want = (reads: Reads): void => {
    for (const step of Object.keys(reads)) {
      if (wanted.has(step)) continue;
      wanted.add(step);
      for (const [key, entry] of entries) if (stepOf(key) === step) want(entry.reads);
    }
  };
  for (const entry of entries.values())
    if (entry.kind === 'ask' || entry.carry !== undefined) want(entry.reads);
  return wanted;
}

function isUnread(round: StandingNow, step: string): boolean {
  const at = round.standing(step)?.at;
  return at === undefined || at === 'waiting';
}

function brokenUnread(
  round: StandingNow,
  known: boolean,
  step: string,
  digest: Digest,
): DropReason | undefined {
  if (!round.steps.has(step)) {
    if (known) return 'unknown';
    return round.records.keysOf(step).length > 0 && !round.records.dropped(step)
      ? undefined
      : 'reads';
  }
  const standing = round.standing(step);
  if (standing?.at === 'settled') return digestIn(standing) === digest ? undefined : 'reads';
  const open = Object.keys(round.journal.open).some((key) => stepOf(key) === step);
  return isUnread(round, step) && !open && !round.records.dropped(step) ? undefined : 'reads';
}
