import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** That `run` had its effect, once. */
export interface Effect {
  /** Which order it was, as the client numbers them. */
  readonly order: string;
  readonly flow: string;
  /** `ctx.idempotencyKey`. */
  readonly key: string;
  /** New in every run. */
  readonly receipt: string;
}

/** Something that the server reported, as far as a drill counts it. */
export interface Told {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly type: string;
  readonly code?: string;
  readonly flow?: string;
}

/** What one replica did, over all its lives. A line is written by one call, so it is there in whole or not at all. */
export interface Records {
  /** Returns once the effect is on disk: it happened, whatever becomes of the process. */
  effect(effect: Effect): void;
  told(told: Told): void;
  close(): void;
}

const EFFECTS = '.effects.jsonl';
const TOLD = '.told.jsonl';

/** Opens the records of a replica, behind what it wrote before. */
export function openRecords(folder: string, name: string): Records {
  const [effects, told] = [EFFECTS, TOLD].map((kind) =>
    openSync(join(folder, name + kind), 'a'),
  ) as [number, number];
  return {
    effect: (effect) => {
      writeSync(effects, `${JSON.stringify(effect)}\n`);
      fsyncSync(effects);
    },
    told: (one) => void writeSync(told, `${JSON.stringify(one)}\n`),
    close: () => {
      closeSync(effects);
      closeSync(told);
    },
  };
}

/** Reads what all replicas did. */
export function readRecords(folder: string): {
  readonly effects: readonly Effect[];
  readonly told: readonly Told[];
} {
  const of = <T>(kind: string): T[] =>
    readdirSync(folder)
      .filter((file) => file.endsWith(kind))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  return { effects: of<Effect>(EFFECTS), told: of<Told>(TOLD) };
}
