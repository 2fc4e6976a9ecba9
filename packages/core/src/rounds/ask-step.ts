import { lacking, wireFor } from '../asks/capabilities.js';
import { type Question, questionsOf, type WireAsk } from '../asks/question.js';
import { ASKS_OF, attemptsOf, type StepBlueprint, type StepKind } from '../blueprint/blueprint.js';
import type { Digest } from '../digest.js';
import { MAX_CHANGES } from '../limits.js';
import { type Correction, correctionOf, type Taken, takeAnswer } from './answer.js';
import type { StepOutcome } from './context.js';
import { Ended, failedIn } from './ended.js';
import { refuseEndless } from './endless.js';
import type { Evaluation } from './evaluation.js';
import type { AskEntry, Reads } from './journal.js';
import { type Standing, settled } from './standing.js';

type AskStepKind = Exclude<StepKind, 'compute'>;

/** A step that asks, as this round enters its method. */
export interface Asking {
  /** What the method read, whenever it was entered. */
  readonly reads: Reads;
  /** The question at its present attempt, where the method makes another one of each; else the one that is there. */
  again(key: string, question: Question): Promise<Question>;
}

/** Evaluates a step that asks: its method says what, the journal and the request say which of it is settled. */
export async function evaluateAsk(
  round: Evaluation,
  step: StepBlueprint,
  kind: AskStepKind,
): Promise<Standing> {
  const attempted = (key: string) => round.attempts.get(key) ?? 0;
  const called = await round.call(step, undefined, attempted(step.name) + 1);
  if (called === undefined) return { at: 'waiting' };
  const { members, batch } = askedBy(round, step, kind, called.result);
  for (const key of round.records.keysOf(step.name))
    if (!members?.has(key)) round.records.drop(key, 'skipped');
  if (members === undefined) return settled({ outcome: 'skipped' });

  const entered = new Map([[attempted(step.name), members]]);
  const asking: Asking = {
    reads: { ...called.reads },
    async again(key, question) {
      if (!called.attemptRead) return question;
      const soFar = attempted(key);
      if (!entered.has(soFar)) {
        const more = await round.call(step, undefined, soFar + 1);
        Object.assign(asking.reads, more?.reads);
        entered.set(soFar, (more && askedBy(round, step, kind, more.result).members) ?? members);
      }
      return entered.get(soFar)?.get(key) ?? question;
    },
  };
  const answers = await settleAll(round, step, members, asking, batch);
  if ([...answers.values()].includes(undefined)) return { at: 'asking' };
  const single = answers.get(step.name);
  return single ? settled(single) : gathered(step, answers);
}

type Members = ReadonlyMap<string, Question>;

/** Settles each question; of those that have to be put, the first `batch` are, in the order of the members. */
async function settleAll(
  round: Evaluation,
  step: StepBlueprint,
  members: Members,
  asking: Asking,
  batch: number | undefined,
): Promise<ReadonlyMap<string, Taken | undefined>> {
  const { records, asks, batches } = round;
  const begins = ![...members.keys()].some((key) => records.entry(key) ?? records.open(key));
  // All records first: this may be given up on the way (`Turned`), and nothing is taken or put twice then.
  const held = new Map<string, readonly [Question, HeldRecord]>();
  for (const [key, first] of members) {
    const question = await asking.again(key, first);
    held.set(key, [question, await recordOf(round, key, question)]);
  }
  const answers = new Map<string, Taken | undefined>();
  let room = batch ?? Number.POSITIVE_INFINITY;
  if (batch !== undefined) batches.set(step.name, batch);
  for (const [key, [question, record]] of held) {
    answers.set(key, await settle(round, step, key, question, asking, record, room > 0));
    if (asks.has(key)) room--;
  }
  if (batch !== undefined && begins && !round.quiet)
    refuseEndless(round, step, batch, waitingOf(members, answers));
  return answers;
}

const waitingOf = (members: Members, answers: ReadonlyMap<string, unknown>): Members =>
  new Map([...members].filter(([key]) => answers.get(key) === undefined));

/** What the method asks, by wire key, and how much of it at a time. Silence is no answer of it (M2). */
function askedBy(
  round: Evaluation,
  step: StepBlueprint,
  kind: AskStepKind,
  result: unknown,
): { readonly members?: Members; readonly batch?: number | undefined } {
  const where = `${round.blueprint.className}.${step.name}`;
  const refuse = (problem: string) => failedIn(step.name, new TypeError(`${where} ${problem}`));
  const questions = questionsOf(result);
  if (result === undefined) throw refuse('returned nothing: return the ask, or `ask.nothing`');
  if (questions === undefined)
    throw refuse('must return an ask (ask.confirm, ask.form, …) or `ask.nothing`');
  if ('none' in questions) return {};
  const members =
    'one' in questions
      ? new Map([[step.name, questions.one]])
      : new Map([...questions.all].map(([name, question]) => [`${step.name}.${name}`, question]));
  for (const question of members.values()) {
    if (step.presupplied && question.saysNo)
      throw refuse(
        'is presupplied, and a confirmation must be put before it is answered: ' +
          'leave `presupplied` out, or ask by ask.form',
      );
    if (ASKS_OF[kind].includes(question.kind)) continue;
    const decorator = `@${kind[0]?.toUpperCase()}${kind.slice(1)}`;
    throw refuse(`is marked ${decorator} and may not return a ${question.kind} ask`);
  }
  return { members, batch: 'all' in questions ? questions.batch : undefined };
}

/** The answer of an `ask.all` or `ask.each`: a record of its members' answers. */
function gathered(step: StepBlueprint, answers: ReadonlyMap<string, Taken | undefined>): Standing {
  const value: Record<string, unknown> = Object.create(null);
  const members = new Map<string, StepOutcome>();
  for (const [key, answer] of answers) {
    const member = key.slice(step.name.length + 1);
    value[member] = answer?.value;
    members.set(member, answer?.outcome ?? 'missing');
  }
  return settled({ outcome: 'answered', value, members });
}

/** Settles one question, from the journal or from the request, or puts it to the client. */
async function settle(
  round: Evaluation,
  step: StepBlueprint,
  key: string,
  question: Question,
  asking: Asking,
  { entry, open, recorded }: HeldRecord,
  mayPut: boolean,
): Promise<Taken | undefined> {
  const { reads } = asking;
  const kept = { ...recorded, ...reads };
  let misfit: Correction | undefined;
  if (entry) {
    if (entry.outcome !== 'answered')
      return keep(round, key, { ...entry, reads: kept }, { outcome: entry.outcome });
    const raw = entry.raw ?? {};
    const reading = await question.read(raw, round.deps.compileJsonSchema);
    if (reading.ok)
      return keep(
        round,
        key,
        { ...entry, reads: kept },
        { outcome: 'answered', value: reading.value, raw: entry.raw },
      );
    round.records.drop(key, 'schema');
    misfit = correctionOf(question, raw, reading);
  }
  if (round.quiet) return undefined;
  const presupplied =
    round.journal.rounds === 0 && step.presupplied && Object.keys(reads).length === 0;
  const response = round.responseTo(key);
  // Left out by a client that cannot take it any more: then it was not missed.
  const untaken = response === undefined && lacking(question.needs, round.deps.capabilities);
  if ((!open && !presupplied) || untaken)
    return put(round, step, key, question, reads, misfit, mayPut);

  const { taken, attempt, used, correction } = await takeAnswer({
    key,
    question,
    response,
    presupplied,
    unansweredSettles: open && question.optional && round.settlesUnanswered,
    attempts: { soFar: round.attempts.get(key) ?? 0, limit: attemptsOf(step) },
    deps: round.deps,
  });
  if (used) round.used.add(key);
  if (attempt !== undefined) round.attempts.set(key, attempt);
  // As the next round will hear it of the method: it may show the attempt.
  const next = attempt === undefined ? question : await asking.again(key, question);
  if (taken === undefined) return put(round, step, key, next, reads, correction?.of(next), mayPut);
  round.taken.set(key, { step, question: next, reads, asking });
  const { outcome, raw } = taken;
  return keep(
    round,
    key,
    {
      kind: 'ask',
      ask: next.digest,
      reads: kept,
      outcome,
      ...(raw === undefined ? {} : { raw }),
    },
    taken,
  );
}

interface HeldRecord {
  readonly entry?: AskEntry;
  /** Whether the presented state lists just this question as open. */
  readonly open: boolean;
  /** What the record had read; this round's reads are added to it. */
  readonly recorded?: Reads;
}

/** The journal's record of a question, if it still holds: all that it read, and the question itself (R2, R3). */
async function recordOf(round: Evaluation, key: string, question: Question): Promise<HeldRecord> {
  const { records } = round;
  const entry = records.entry(key);
  if (entry?.kind === 'compute') {
    records.drop(key, 'version');
    return { open: false };
  }
  const record = entry ?? records.open(key);
  if (record === undefined) return { open: false };
  const broken =
    (await round.broken(record.reads)) ?? (record.ask === question.digest ? undefined : 'question');
  if (broken === undefined)
    return { ...(entry ? { entry } : {}), open: entry === undefined, recorded: record.reads };
  records.drop(key, broken);
  if (broken === 'question') countChange(round, key, { from: record.ask, to: question.digest });
  return { open: false };
}

/**
 * A question that changed although nothing it read did: volatile text in a message, or a deploy (R2). One that comes back is no
 * further change: two versions serve side by side, each with a wording of its own, and the rounds alone bound such a flow (R10).
 */
function countChange(
  round: Evaluation,
  key: string,
  { from, to }: { readonly from: Digest; readonly to: Digest },
): void {
  const seen = round.before.get(key) ?? [];
  round.before.set(key, seen.includes(from) ? seen : [...seen, from]);
  if (seen.includes(to)) return;
  const changes = (round.changes.get(key) ?? 0) + 1;
  round.changes.set(key, changes);
  if (changes >= MAX_CHANGES) throw new Ended({ kind: 'exhausted', limit: 'changes', step: key });
}

function keep(round: Evaluation, key: string, entry: AskEntry, answer: Taken): Taken {
  round.entries.set(key, entry);
  return answer;
}

/** Puts a question to the client, if the client declared that it can take it (R7), and if it is its turn. */
export function put(
  round: Evaluation,
  step: StepBlueprint,
  key: string,
  question: Question,
  reads: Reads,
  correction?: Correction,
  mayPut = true,
): Taken | undefined {
  const { capabilities } = round.deps;
  const missing = lacking(question.needs, capabilities);
  if (missing && question.optional) return { outcome: 'unsupported' };
  if (!mayPut) return undefined;
  if (missing) round.lacks.set(key, missing);
  const wire = corrected(wireFor((correction ?? question).wire, capabilities), correction?.problem);
  round.asks.set(key, {
    wire: step.timeoutMs === undefined ? wire : { ...wire, timeoutMs: step.timeoutMs },
    open: { ask: question.digest, reads, ...(question.optional ? { optional: true } : {}) },
    question,
  });
  return undefined;
}

/** Says in the question's message what was wrong with the last answer (R5); a question without a message stays as it is. */
const corrected = ({ method, params }: WireAsk, problem: string | undefined): WireAsk =>
  problem !== undefined && typeof params.message === 'string'
    ? { method, params: { ...params, message: `${params.message}\n\n${problem}` } }
    : { method, params };
