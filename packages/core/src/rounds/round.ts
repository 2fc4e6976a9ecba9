import type { JsonSchemaCompiler } from '../asks/question.js';
import type { Blueprint } from '../blueprint/blueprint.js';
import type { RoundEvent } from '../events.js';
import type { JsonObject } from '../json.js';
import type { CallContext } from './context.js';
import type { Journal } from './journal.js';
import type { RoundOutcome } from './outcome.js';

/** All that a round may use of the world. */
export interface RoundDeps {
  /** Milliseconds since the epoch: the engine's only clock. */
  readonly now: () => number;
  /** A fresh instance of the component. */
  readonly instance: object;
  /** The parsed input. */
  readonly input: unknown;
  /** The call's context; steps get a view of it (Object.create) with `step`, `outcome` and `idempotencyKey` of their own. */
  readonly context: CallContext;
  /** What the client declared on this request (R7). */
  readonly capabilities: JsonObject;
  readonly maxRounds: number;
  readonly compileJsonSchema: JsonSchemaCompiler;
  emit(event: RoundEvent): void;
  /** Called at most once, when the round's asks are known and can all be put: held notifications may leave (R7). */
  asksKnown(): void;
}

/** Runs one round: `journal.rounds === 0` means that no state was presented. `responses` are untrusted. */
export declare function runRound(blueprint: Blueprint, journal: Journal, responses: unknown, deps: RoundDeps): Promise<RoundOutcome>;
