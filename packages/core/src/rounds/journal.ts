import type { Digest } from '../digest.js';
import type { Json } from '../json.js';

/** What was read, by step name, and the digest of its outcome and value as handed out (R3). */
export type Reads = { readonly [step: string]: Digest };

/** A settled question. `raw` is the accepted content as received, re-read by the step's own schema every round. */
export interface AskEntry {
  readonly kind: 'ask';
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
  /** Present while unfinished: what `again` handed on, and the milliseconds since the epoch before which it does not run. */
  readonly carry?: { readonly value?: Json; readonly notBefore: number };
}

export type Entry = AskEntry | ComputeEntry;

/** An ask that this state puts to the client: it alone may take an answer (R2). */
export interface OpenAsk {
  readonly ask: Digest;
  readonly reads: Reads;
  readonly optional?: true;
  /** Of a hand-written handler's question, the fields that it asked for: what else comes in an answer does not count (C31). */
  readonly fields?: readonly string[];
}

/**
 * What a flow has proved so far. Plain JSON, sealed into `requestState`; trusted once the seal was checked, because only
 * holders of the key write it. Keys of `entries`, `open`, `attempts`, `changes` and `before` are wire keys: `step` or `step.member`.
 */
export interface Journal {
  /** Identifies the flow through all its rounds. */
  readonly flow: string;
  /** Milliseconds since the epoch; sealed in the first round, never renewed (R9). */
  readonly deadline: number;
  /** `input_required` results so far that settled no answer (R9). */
  readonly idle: number;
  /** All `input_required` results so far; 0 when no state was presented. */
  readonly rounds: number;
  /** Digest of the parsed input under which every entry and open ask was made (R3). */
  readonly input: Digest;
  readonly entries: { readonly [key: string]: Entry };
  readonly open: { readonly [key: string]: OpenAsk };
  /** Misfitting answers so far (R5). */
  readonly attempts: { readonly [key: string]: number };
  /** Changes of a question although nothing it read changed (R2). */
  readonly changes: { readonly [key: string]: number };
  /** The question, by its digests, before its changes: one that comes back is another version's, in a deploy (R2, R10). */
  readonly before: { readonly [key: string]: Digest | readonly Digest[] };
  /** What `ctx.flow.ticket` gave, by name: the same for as long as the flow goes on. */
  readonly tickets?: { readonly [step: string]: string };
  /** Digest of what a hand-written handler was answered, and handed on, in all rounds before the last. */
  readonly past?: Digest;
  /** What a hand-written handler handed to `inputRequired({ requestState })`. */
  readonly payload?: Json;
}

/** Begins a flow: the journal of a request that presented no state. */
export const newJournal = (flow: string, deadline: number): Journal => ({
  flow,
  deadline,
  idle: 0,
  rounds: 0,
  input: '',
  entries: {},
  open: {},
  attempts: {},
  changes: {},
  before: {},
});

/** The step a wire key belongs to: the part before the first dot. */
export const stepOf = (key: string): string => {
  const dot = key.indexOf('.');
  return dot < 0 ? key : key.slice(0, dot);
};
