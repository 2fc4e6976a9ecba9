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

export type DropReason = Extract<RoundEvent, { type: 'entry.dropped' }>['because'];

/** What validity is judged by: how the steps that an entry read stand in this round. */
export interface ReadsNow {
  readonly steps: ReadonlyMap<string, StepBlueprint>;
  /** The digest of a step's answer now; `undefined` while there is none. Runs no compute. */
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

  constructor(
    journal: Journal,
    input: Digest,
    private readonly dropped: (key: string, because: DropReason) => void,
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

  /** A compute's record: finished, or the carry of an unfinished one. */
  compute(step: StepBlueprint): ComputeEntry | undefined {
    const entry = this.#entries.get(step.name);
    if (entry === undefined) return undefined;
    if (entry.kind === 'compute' && entry.version === step.version) return entry;
    this.drop(step.name, 'version');
    return undefined;
  }

  /** Forgets an entry or an open ask, with an event. */
  drop(key: string, because: DropReason): void {
    const known = [this.#entries.delete(key), this.#open.delete(key)];
    if (known.includes(true)) this.dropped(key, because);
  }

  /** Wire keys of a step's entries. */
  keysOf(step: string): readonly string[] {
    return [...this.#entries.keys()].filter((key) => stepOf(key) === step);
  }

  all(): readonly (readonly [string, Entry])[] {
    return [...this.#entries];
  }
}

/**
 * The entries of steps this version does not know, which are carried on unread while what they read holds (R10). Unknown
 * entries never change, so a read among them holds as long as the entry that was read is carried itself.
 */
export async function carriedUnknown(
  records: Records,
  now: ReadsNow,
): Promise<ReadonlyMap<string, Entry>> {
  const unknown = new Map(records.all().filter(([key]) => !now.steps.has(stepOf(key))));
  const holds = async (reads: Reads): Promise<boolean> => {
    for (const [step, digest] of Object.entries(reads)) {
      if (
        now.steps.has(step)
          ? (await now.digestOf(step)) !== digest
          : ![...unknown.keys()].some((key) => stepOf(key) === step)
      )
        return false;
    }
    return true;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const [key, entry] of unknown) {
      if (await holds(entry.reads)) continue;
      unknown.delete(key);
      records.drop(key, 'reads');
      changed = true;
    }
  }
  return unknown;
}
