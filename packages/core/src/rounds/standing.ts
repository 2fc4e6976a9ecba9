import { type Digest, fingerprint } from '../digest.js';
import { frozenCopy, isPlainJson, type Json } from '../json.js';
import type { StepOutcome } from './context.js';

interface Settling {
  readonly outcome: StepOutcome;
  readonly value?: unknown;
  /** The value as it was received or computed, digested in place of a value that has no JSON form of its own. */
  readonly raw?: Json | undefined;
  readonly members?: ReadonlyMap<string, StepOutcome>;
}

/** A step that is done for this round: it may be read. */
export class Settled {
  readonly at = 'settled';
  readonly outcome: StepOutcome;
  readonly value: unknown;
  /** Outcomes of the members of an `ask.all`, by member name. */
  readonly members: ReadonlyMap<string, StepOutcome> | undefined;
  readonly #shown: unknown;
  #digest: Digest | undefined;

  /** Plain data is handed out frozen, so what one step read is what the next one reads and what was sealed. */
  constructor({ outcome, value, raw, members }: Settling) {
    const handedOut = frozenCopy(value);
    this.outcome = outcome;
    this.value = handedOut;
    this.members = members;
    this.#shown = handedOut === undefined || isPlainJson(handedOut) ? handedOut : raw;
  }

  /** Of outcomes and canonical value as handed out: what readers record (R3). Most answers are read by `run` only, which records nothing. */
  get digest(): Digest {
    const members = this.members ? Object.fromEntries(this.members) : null;
    this.#digest ??= fingerprint([
      this.outcome,
      members,
      ...(this.#shown === undefined ? [] : [this.#shown]),
    ]);
    return this.#digest;
  }
}

/** How a step stands in the round under way. */
export type Standing =
  | Settled
  | { readonly at: 'asking' }
  | {
      readonly at: 'again';
      /** Milliseconds since the epoch before which the compute does not run. */
      readonly notBefore: number;
    }
  | { readonly at: 'waiting' };

/** Settles a step. */
export const settled = (settling: Settling): Settled => new Settled(settling);
