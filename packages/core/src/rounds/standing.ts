import { type Digest, fingerprint } from '../digest.js';
import { frozenCopy, isPlainJson, type Json } from '../json.js';
import type { StepOutcome } from './context.js';

/** A step that is done for this round: it may be read. */
export interface Settled {
  readonly at: 'settled';
  readonly outcome: StepOutcome;
  readonly value: unknown;
  /** Outcomes of the members of an `ask.all`, by member name. */
  readonly members: ReadonlyMap<string, StepOutcome> | undefined;
  /** Of outcomes and canonical value as handed out: what readers record (R3). */
  readonly digest: Digest;
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
  | { readonly at: 'waiting'; readonly on: string };

interface Settling {
  readonly outcome: StepOutcome;
  readonly value?: unknown;
  /** The value as it was received or computed, digested in place of a value that has no JSON form of its own. */
  readonly raw?: Json | undefined;
  readonly members?: ReadonlyMap<string, StepOutcome>;
}

/** Settles a step. Plain data is handed out frozen, so what one step read is what the next one reads and what was sealed. */
export function settled({ outcome, value: read, raw, members }: Settling): Settled {
  const value = frozenCopy(read);
  const shown = value === undefined || isPlainJson(value) ? value : raw;
  const digest = fingerprint([outcome, members ? Object.fromEntries(members) : null, ...(shown === undefined ? [] : [shown])]);
  return { at: 'settled', outcome, value, members, digest };
}
