import type { JsonSchemaCompiler } from '../asks/question.js';
import type { Digest } from '../digest.js';
import type { RoundEvent } from '../events.js';
import type { JsonObject } from '../json.js';
import type { CallContext } from './context.js';
import type { Journal } from './journal.js';
import type { Watch } from './watch.js';

/**
 * What a component that runs once a flow has to pass. The digests are of the settled questions (ask digests, outcomes, raw
 * contents) and of a refusal, if it ends in one; never of computed values. Where an answer is `false`, the round ends `withheld`.
 */
export interface RunGate {
  /** Asked once every question is settled, before the computes that no question reads. */
  settled(answers: () => Digest): Promise<boolean>;
  /** Asked immediately before `run`, or before a refusal becomes a result; at most once a round. */
  enter(answers: () => Digest): Promise<boolean>;
}

/** All that a round may use of the world. */
export interface RoundDeps {
  /** Milliseconds since the epoch: the engine's only clock. */
  readonly now: () => number;
  /** A fresh instance of the component. */
  readonly instance: object;
  /** The parsed input. */
  readonly input: unknown;
  /** The call's context; steps get a view of it (`ContextView`) with `step`, `outcome` and `idempotencyKey` of their own. */
  readonly context: CallContext;
  /** What the client declared on this request (R7). */
  readonly capabilities: JsonObject;
  /** `input_required` results that settle no answer, per flow (R9). */
  readonly maxRounds: number;
  /** Bytes of JSON that the packed journal may take, so that the sealed state stays within its limit. */
  readonly maxJournalBytes: number;
  readonly compileJsonSchema: JsonSchemaCompiler;
  /** Present for a component that runs once a flow: without a presented state it then ends in a state-only round at best. */
  readonly gate?: RunGate;
  /** The flow's tickets that the next state carries (`FlowTickets.held`), those made in this round included. */
  readonly tickets?: () => Journal['tickets'];
  /** Present in tests: hears of every method of the author's that is entered. */
  readonly watch?: Watch;
  emit(event: RoundEvent): void;
  /** Called at most once, when the round's asks are known and can all be put: held notifications may leave (R7). */
  asksKnown(): void;
}
