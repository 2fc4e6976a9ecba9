import type { Digest } from '../digest.js';
import type { Json } from '../json.js';
import type { AskKind } from '../events.js';

/** What was read, by step name, and the digest of its outcome and value as handed out (R3). */
export type Reads = { readonly [step: string]: Digest };

/** A settled question. `raw` is the accepted content as received, re-read by the step's own schema every round. */
export interface AskEntry {
  readonly kind: AskKind;
  readonly ask: Digest;
  readonly reads: Reads;
  readonly outcome: 'answered' | 'declined' | 'cancelled' | 'missing';
  readonly raw?: Json;
}

/** A finished compute, or the carry of an unfinished one. */
export interface ComputeEntry {
  readonly kind: 'compute';
  readonly version: number;
  readonly reads: Reads;
  /** The value as JSON; absent for `undefined`. */
  readonly value?: Json;
  /** Present while unfinished. */
  readonly carry?: { readonly value?: Json; /** Milliseconds since the epoch before which it does not run. */ readonly notBefore: number };
}

export type Entry = AskEntry | ComputeEntry;

/** An ask that this state puts to the client: it alone may take an answer (R2). */
export interface OpenAsk {
  readonly ask: Digest;
  readonly reads: Reads;
}

/**
 * What a flow has proved so far. Plain JSON, sealed into `requestState`; trusted once the seal was checked, because only
 * holders of the key write it. Keys of `entries`, `open`, `attempts` and `changes` are wire keys: `step` or `step.member`.
 */
export interface Journal {
  /** Identifies the flow through all its rounds. */
  readonly flow: string;
  /** Milliseconds since the epoch; sealed in the first round, never renewed (R9). */
  readonly deadline: number;
  /** `input_required` results that settled no answer, and all of them (R9). */
  readonly idle: number;
  readonly rounds: number;
  /** Digest of the parsed input that every entry and open ask was made under. */
  readonly input: Digest;
  readonly entries: { readonly [key: string]: Entry };
  readonly open: { readonly [key: string]: OpenAsk };
  readonly attempts: { readonly [key: string]: number };
  readonly changes: { readonly [key: string]: number };
  /** State of a hand-written handler, instead of steps. */
  readonly manual?: { readonly payload: string };
}

