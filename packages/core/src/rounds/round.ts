import { isRefusal } from '../asks/responses.js';
import { explained } from '../blueprint/assignments.js';
import type { Blueprint, StepBlueprint } from '../blueprint/blueprint.js';
import { MAX_ANSWERS, MAX_ROUNDS_IN_ALL } from '../limits.js';
import type { RoundDeps } from './deps.js';
import { Ended, failedIn } from './ended.js';
import { carriedUnread } from './entries.js';
import { Evaluation } from './evaluation.js';
import { fitting } from './fit.js';
import { type Journal, stepOf } from './journal.js';
import { runManual } from './manual.js';
import { type RoundOutcome, unsupported, type Withheld } from './outcome.js';
import { callKey, refusalKey, runContext } from './step-context.js';
import { entering } from './watch.js';

/**
 * Runs one round of a component: settles what it can, and ends in a result, in questions, or in the reason why neither.
 * Pure but for the component's own methods. `journal.rounds === 0` means that no state was presented; `responses` are
 * the request's `inputResponses`, untrusted.
 */
export async function runRound(
  blueprint: Blueprint,
  journal: Journal,
  responses: unknown,
  deps: RoundDeps,
): Promise<RoundOutcome> {
  if (blueprint.steps.size === 0 && !blueprint.once)
    return runManual(blueprint, journal, responses, deps);
  let round: Evaluation | undefined;
  try {
    round = new Evaluation(blueprint, journal, responses, deps);
    return await inOrder(round);
  } catch (ended) {
    if (!(ended instanceof Ended)) throw ended;
    const { outcome } = ended;
    return outcome.kind === 'refused' && round ? await refused(round, outcome) : outcome;
  }
}

/** The order of a round (R11). */
async function inOrder(round: Evaluation): Promise<RoundOutcome> {
  const steps = [...round.blueprint.steps.values()];
  const asks = steps.filter((step) => step.kind !== 'compute');
  const computes = steps.filter((step) => step.kind === 'compute');
  const open = new Set([...round.records.openKeys()].map(stepOf));
  const isOpen = (step: StepBlueprint) => open.has(step.name);

  for (const step of asks.filter(isOpen)) await round.evaluate(step);
  for (const step of asks) await round.evaluate(step);
  round.reportIgnored();
  if (round.lacks.size > 0) return unsupported(round.lacks);
  round.deps.asksKnown();
  if (round.asks.size === 0 && asks.every((step) => round.settled(step.name))) {
    const { gate } = round.deps;
    // The client holds the flow before anything happens that must not happen twice: without it, a repeat could not be told.
    if (gate && round.journal.rounds === 0) return goOn(round, []);
    if (gate && !(await gate.settled(() => callKey(round)))) return WITHHELD;
    for (const step of computes) await round.evaluate(step);
  }

  const unsettled = steps.filter(
    (step) => round.standing(step.name) !== undefined && !round.settled(step.name),
  );
  const again = steps.flatMap(({ name }) => {
    const standing = round.standing(name);
    return standing?.at === 'again' ? [{ name, notBefore: standing.notBefore }] : [];
  });
  if (round.asks.size > 0 || again.length > 0) return goOn(round, again);
  if (unsettled.length > 0) return { kind: 'stuck', steps: unsettled.map((step) => step.name) };
  return run(round);
}

const WITHHELD: Withheld = { kind: 'withheld' };

/** A compute that said `again`, and the milliseconds since the epoch before which it does not run. */
interface Unfinished {
  readonly name: string;
  readonly notBefore: number;
}

/** Enters the body: once, with every step settled (R1). */
async function run(round: Evaluation): Promise<RoundOutcome> {
  const { instance, input, gate, watch } = round.deps;
  if (gate && !(await gate.enter(() => callKey(round)))) return WITHHELD;
  const reading = round.recorder(undefined);
  try {
    const { run: body } = instance as { run(): unknown };
    const context = runContext(round, (step) => reading.outcome(step));
    const { className } = round.blueprint;
    const at = watch && { className, member: 'run', kind: 'run' as const, context, settled: true };
    const value = await entering(round.deps, at, body, [input, reading.answers, context]);
    return reading.misread
      ? { kind: 'failed', where: 'run', error: reading.misread }
      : { kind: 'completed', value };
  } catch (error) {
    return { kind: 'failed', where: 'run', error: reading.misread ?? explained(error, instance) };
  } finally {
    reading.close();
  }
}

/** Ends the round in `input_required`, within its bounds (R9), with a journal of which every entry was checked (R3). */
async function goOn(round: Evaluation, waiting: readonly Unfinished[]): Promise<RoundOutcome> {
  const { journal, deps } = round;
  for (const [key, entry] of carriedUnread(round)) round.entries.set(key, entry);
  const next = await fitting(round, () => nextJournal(round));
  const asks = new Map([...round.asks].map(([key, { wire }]) => [key, wire]));
  // What was too long may have taken with it what was computed from it.
  const again = waiting.filter(({ name }) => round.entries.has(name));
  const step = [...asks.keys()][0] ?? again[0]?.name;
  const named = step === undefined ? {} : { step };
  if (next.idle > deps.maxRounds || next.rounds > MAX_ROUNDS_IN_ALL)
    return { kind: 'exhausted', limit: 'rounds', ...named };
  if (deps.now() >= journal.deadline) return { kind: 'exhausted', limit: 'deadline', ...named };
  if (asks.size > MAX_ANSWERS) throw tooMany(round, asks.size);
  if (asks.size > 0) return { kind: 'asking', asks, endsBy: refusals(round), journal: next };
  const afterMs = Math.min(...again.map(({ notBefore }) => notBefore)) - deps.now();
  return {
    kind: 'again',
    afterMs: afterMs > 0 && again.length > 0 ? afterMs : undefined,
    steps: again.map(({ name }) => name),
    journal: next,
  };
}

/** Tells answers to this round's questions that end the flow (R6). */
const refusals =
  ({ asks }: Evaluation) =>
  (key: string, answer: unknown): boolean => {
    const question = asks.get(key)?.question;
    return question !== undefined && !question.optional && isRefusal(question, answer);
  };

function nextJournal({
  journal,
  input,
  entries,
  asks,
  attempts,
  changes,
  before,
  taken,
  deps,
}: Evaluation): Journal {
  const tickets = deps.tickets?.();
  return {
    flow: journal.flow,
    deadline: journal.deadline,
    idle: taken.size > 0 ? journal.idle : journal.idle + 1,
    rounds: journal.rounds + 1,
    input,
    entries: Object.fromEntries(entries),
    open: Object.fromEntries([...asks].map(([key, { open }]) => [key, open])),
    attempts: Object.fromEntries(attempts),
    changes: Object.fromEntries(changes),
    before: Object.fromEntries([...before].map(([key, of]) => [key, oneOrMany(of)])),
    ...(tickets !== undefined && { tickets }),
  };
}

/** One is written as earlier releases wrote it. */
const oneOrMany = (digests: readonly string[]): string | readonly string[] =>
  digests.length === 1 ? (digests[0] as string) : digests;

/** A request may bring no more answers than this: more questions could never be answered. */
function tooMany(round: Evaluation, count: number): Ended {
  const step = stepOf([...round.asks.keys()].at(-1) ?? 'run');
  const problem = `${count} questions in one round, and a request may answer ${MAX_ANSWERS}; let some of them read the answers to others`;
  return failedIn(step, new RangeError(`${round.blueprint.className}.${step}: ${problem}`));
}

type Refused = Extract<RoundOutcome, { kind: 'refused' }>;

/** Ends the flow with a refusal: the author's result for it, or ours. */
async function refused(round: Evaluation, refusal: Refused): Promise<RoundOutcome> {
  const { step, action } = refusal;
  const key = refusalKey(round, step, action); // before more of the flow is looked at
  const entered = async () => (await round.deps.gate?.enter(() => key)) ?? true;
  if (round.blueprint.hasDeclined) return declined(round, refusal, key, entered);
  return (await entered()) ? refusal : WITHHELD;
}

/** Lets the author turn a refusal into a result, with the answers that were settled before it. */
async function declined(
  round: Evaluation,
  refused: Refused,
  idempotencyKey: string,
  entered: () => Promise<boolean>,
): Promise<RoundOutcome> {
  round.quiet = true;
  const { instance, input, watch } = round.deps;
  const { step: key, action } = refused;
  const reading = round.recorder(undefined);
  const refusal = action === 'decline' ? 'declined' : 'cancelled';
  const outcome = (of: string) =>
    of === key || of === stepOf(key) ? refusal : reading.outcome(of);
  try {
    const answers = await settledBefore(round);
    if (!(await entered())) return WITHHELD;
    const { declined: hook } = instance as { declined(): unknown };
    const context = runContext(round, outcome, () => idempotencyKey);
    const { className } = round.blueprint;
    const [kind, settled] = ['declined', true] as const;
    const at = watch && { className, member: kind, kind, context, settled };
    const refusal = { step: stepOf(key), key, action, answers };
    const value = await entering(round.deps, at, hook, [refusal, input, context]);
    return reading.misread
      ? { kind: 'failed', where: 'run', error: reading.misread }
      : { ...refused, result: { value } };
  } catch (error) {
    return { kind: 'failed', where: 'run', error: reading.misread ?? explained(error, instance) };
  } finally {
    reading.close();
  }
}

/** What the flow had settled, without taking, asking or computing anything more. */
async function settledBefore(round: Evaluation): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = Object.create(null);
  for (const step of round.blueprint.steps.values()) {
    try {
      const standing = await round.evaluate(step);
      if (standing.at === 'settled') answers[step.name] = standing.value;
    } catch (ended) {
      if (!(ended instanceof Ended)) throw ended;
    }
  }
  return answers;
}
