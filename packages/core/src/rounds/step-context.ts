import type { StepBlueprint } from '../blueprint/blueprint.js';
import { digestJson } from '../digest.js';
import type { CallContext } from './context.js';
import { ContextView } from './context-view.js';
import type { Evaluation } from './evaluation.js';
import type { AskEntry, Entry } from './journal.js';
import { stepOf } from './journal.js';
import type { Recorder } from './reads.js';

const settledAsks = (entries: ReadonlyMap<string, Entry>, steps?: ReadonlySet<string>) => {
  const asks: Record<string, unknown> = Object.create(null);
  for (const [key, entry] of entries) {
    if (entry.kind === 'compute' || (steps && !steps.has(stepOf(key)))) continue;
    const { ask, outcome, raw } = entry as AskEntry;
    asks[key] = [ask, outcome, ...(raw === undefined ? [] : [raw])];
  }
  return asks;
};

/** The settled asks of a flow, those of steps that only another version knows included: the same request is the same there. */
const settledOf = ({ steps, records, entries }: Evaluation) => ({
  ...settledAsks(new Map(records.all().filter(([key]) => !steps.has(stepOf(key))))),
  ...settledAsks(entries),
});

/**
 * SHA-256 over the flow and its settled asks: digests, outcomes and what was taken of the answers; no compute values,
 * which may be computed again.
 */
export const callKey = (round: Evaluation): string =>
  digestJson({ flow: round.journal.flow, asks: settledOf(round) });

/** The same of a flow that ends in a refusal, which is no entry: which question, and which refusal. */
export const refusalKey = (round: Evaluation, key: string, action: 'decline' | 'cancel'): string =>
  digestJson({ flow: round.journal.flow, asks: settledOf(round), refused: [key, action] });

/** The asks that a step's reads stand on, directly or through computes. */
function asksBehind(
  round: Evaluation,
  reads: Iterable<string>,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const step of reads) {
    if (found.has(step)) continue;
    found.add(step);
    const entry = round.entries.get(step);
    if (entry?.kind === 'compute') asksBehind(round, Object.keys(entry.reads), found);
  }
  return found;
}

const stepKey = (
  round: Evaluation,
  step: StepBlueprint,
  reading: Recorder,
  carried: unknown,
): string =>
  digestJson({
    flow: round.journal.flow,
    step: step.name,
    version: step.version,
    input: round.input,
    // Each continuation is work of its own; a repeat of the same one is not.
    carried: carried === undefined ? [] : [carried],
    asks: settledAsks(round.entries, asksBehind(round, reading.reads.keys())),
  });

const outsideRun = (): never => {
  throw new TypeError(
    'ctx.idempotencyKey is for run and declined; a step has ctx.step.idempotencyKey',
  );
};

/** With what a step is entered. */
export interface Entered {
  readonly carried: unknown;
  /** Misfitting answers so far to the question that is wanted of it, plus one. */
  readonly attempt: number;
}

/** The running step, as `ctx.step`. Its key is worked out when it is asked for: until then the step may read more. */
class RunningStep {
  readonly name: string;
  readonly carried: unknown;
  readonly #round: Evaluation;
  readonly #step: StepBlueprint;
  readonly #reading: Recorder;
  readonly #attempt: number;

  constructor(
    round: Evaluation,
    step: StepBlueprint,
    reading: Recorder,
    { carried, attempt }: Entered,
  ) {
    this.#round = round;
    this.#step = step;
    this.#reading = reading;
    this.name = step.name;
    this.#attempt = attempt;
    this.carried = carried;
  }

  get attempt(): number {
    this.#reading.attemptRead = true;
    return this.#attempt;
  }

  get idempotencyKey(): string {
    return stepKey(this.#round, this.#step, this.#reading, this.carried);
  }
}

/** The call's context as one entry of a step sees it. */
export const stepContext = (
  round: Evaluation,
  step: StepBlueprint,
  reading: Recorder,
  entered: Entered,
): CallContext =>
  new ContextView(round.deps.context, {
    step: new RunningStep(round, step, reading, entered),
    outcome: (key) => reading.outcome(key),
    idempotencyKey: outsideRun,
  });

/** The call's context as `run` and `declined` see it. */
export const runContext = (
  round: Evaluation,
  outcome: CallContext['outcome'],
  idempotencyKey = () => callKey(round),
): CallContext => new ContextView(round.deps.context, { outcome, idempotencyKey });
