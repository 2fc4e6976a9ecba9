import { type Digest, fingerprint } from '../digest.js';
import { frozenCopy } from '../json.js';
import { comparable } from '../value-digest.js';
import type { StepOutcome } from './context.js';

interface Settling {
  readonly outcome: StepOutcome;
  readonly value?: unknown;
  readonly members?: ReadonlyMap<string, StepOutcome>;
}

/** A step that is done for this round: it may be read. */
export class Settled {
  readonly at = 'settled';
  readonly outcome: StepOutcome;
  readonly value: unknown;
  /** Outcomes of the members of an `ask.all`, by member name. */
  readonly members: ReadonlyMap<string, StepOutcome> | undefined;
  #digest: Digest | undefined;

  /** Plain data is handed out frozen, so what one step read is what the next one reads and what was sealed. */
  constructor({ outcome, value, members }: Settling) {
    this.outcome = outcome;
    this.value = frozenCopy(value);
    this.members = members;
  }

  /**
   * Of outcomes and value as handed out, whatever its type: what readers record (R3). Most answers are read by `run` only, which
   * records nothing. Throws TypeError for a value that cannot be told from others.
   */
  get digest(): Digest {
    this.#digest ??= fingerprint([
      this.outcome,
      this.members ? Object.fromEntries(this.members) : null,
      ...shownOf(this.value),
    ]);
    return this.#digest;
  }
}

/** A value for its digest: what is no plain JSON is marked, since its structure is JSON too. */
function shownOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  const shown = comparable(value);
  return shown.plain ? [shown.value] : [shown.value, 'structure'];
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
