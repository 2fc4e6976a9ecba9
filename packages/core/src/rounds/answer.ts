import type { Question, Reading, WireAsk } from '../asks/question.js';
import { responseOf } from '../asks/responses.js';
import { isPlainJson, isRecord, type Json, only } from '../json.js';
import { throughJson } from '../strict-json.js';
import { roundedNumber } from '../whole-numbers.js';
import type { StepOutcome } from './context.js';
import type { RoundDeps } from './deps.js';
import { Ended } from './ended.js';
import type { AskEntry } from './journal.js';

/** A question that is settled for this round. */
export interface Taken {
  readonly outcome: StepOutcome;
  readonly value?: unknown;
  readonly raw?: Json | undefined;
}

interface Taking {
  readonly key: string;
  readonly question: Question;
  /** Untrusted: what the client sent under the key; `undefined` for nothing. */
  readonly response: unknown;
  /** No state was presented: only an accept counts, anything else is ignored. */
  readonly presupplied: boolean;
  /** Whether an optional ask that is left unanswered settles as `missing` now (R5). */
  readonly unansweredSettles: boolean;
  readonly attempts: { readonly soFar: number; readonly limit: number };
  readonly deps: RoundDeps;
}

/** A question that is put again, and why. */
export interface Correction {
  /** What to tell the person. */
  readonly problem: string;
  /** The question, with what fitted filled in. */
  readonly wire: WireAsk;
  /** The same for the question that is put at the next attempt. */
  of(question: Question): Correction;
}

interface TakenAnswer {
  readonly taken?: Taken & { readonly outcome: AskEntry['outcome'] };
  readonly correction?: Correction;
  /** The attempts used, when this answer cost one. */
  readonly attempt?: number;
  /** Whether the response under the key was looked at at all. */
  readonly used: boolean;
}

/** Takes the client's answer to one open ask, or says why it is put again (R5, R6). */
export async function takeAnswer({
  key,
  question,
  response,
  presupplied,
  unansweredSettles,
  attempts,
  deps,
}: Taking): Promise<TakenAnswer> {
  if (response === undefined)
    return unansweredSettles ? { taken: { outcome: 'missing' }, used: false } : { used: false };
  const answer = responseOf(question, response);
  if (answer.kind === 'decline' || answer.kind === 'cancel') {
    if (presupplied) return { used: false };
    deps.emit({
      type: answer.kind === 'decline' ? 'answer.declined' : 'answer.cancelled',
      step: key,
    });
    if (question.optional)
      return {
        taken: { outcome: answer.kind === 'decline' ? 'declined' : 'cancelled' },
        used: true,
      };
    throw new Ended({ kind: 'refused', step: key, action: answer.kind });
  }
  const reading =
    answer.kind === 'accept'
      ? await fitting(answer.content, question, deps)
      : { ok: false as const, ...answer };
  if (reading.ok) {
    deps.emit({ type: 'answer.taken', step: key });
    if (answer.kind === 'accept' && answer.dropped !== undefined)
      deps.emit({ type: 'roots.dropped', step: key, count: answer.dropped });
    return { taken: { outcome: 'answered', value: reading.value, raw: reading.raw }, used: true };
  }
  const word = answer.kind === 'misfit' ? answer.action : undefined;
  deps.emit({ type: 'answer.invalid', step: key, ...(word === undefined ? {} : { action: word }) });
  const attempt = attempts.soFar + 1;
  // Nobody was asked yet where no state was presented: at worst, the question is put now.
  const left = attempt < attempts.limit;
  if (left || presupplied) {
    const content = answer.kind === 'accept' ? answer.content : {};
    const correction = correctionOf(question, content, reading);
    return { correction, ...(left && { attempt }), used: true };
  }
  if (question.optional) return { taken: { outcome: 'missing' }, attempt, used: true };
  throw new Ended({
    kind: 'exhausted',
    limit: 'attempts',
    step: key,
    ...(reading.field === undefined ? {} : { field: reading.field }),
  });
}

type Misfit = Extract<Reading, { ok: false }>;
type Fitting = { readonly ok: true; readonly value: unknown; readonly raw: Json } | Misfit;

/** How a question is put again after content that did not fit. */
export function correctionOf(
  { wire, refill }: Question,
  content: Json,
  misfit: Misfit,
): Correction {
  const { problem, misfits = [] } = misfit;
  const of = (question: Question) => correctionOf(question, content, misfit);
  if (refill === undefined) return { problem, wire, of };
  const requestedSchema = refill(content, misfits);
  return { problem, wire: { ...wire, params: { ...wire.params, requestedSchema } }, of };
}

/** What is kept of content: what the question asked for, and nothing that came beside it (C31). */
function takenOf({ wire }: Question, content: Json): Json {
  const { requestedSchema } = wire.params;
  const fields = isRecord(requestedSchema) ? requestedSchema.properties : undefined;
  return isRecord(fields) ? only(content, fields) : content;
}

async function fitting(content: Json, question: Question, deps: RoundDeps): Promise<Fitting> {
  // A number past the range of a double is no JSON any more once it is parsed, and could not be sealed.
  // A rounded one would be another than the person gave. (A 2026 request that holds one got no further
  // than the door; the answer of a 2025 client is no request.)
  if (!isPlainJson(content) || roundedNumber(content) !== undefined)
    return { ok: false, problem: 'The answer holds a number that is out of range.' };
  // Through JSON, as it will be read in every later round: there is no -0 in it.
  const sent = throughJson(content) as Json;
  const reading = await question.read(sent, deps.compileJsonSchema);
  if (!reading.ok) return reading;
  return { ok: true, value: reading.value, raw: reading.kept ?? takenOf(question, sent) };
}
