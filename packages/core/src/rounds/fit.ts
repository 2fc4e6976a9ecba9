import { attemptsOf } from '../blueprint/blueprint.js';
import { correctionOf } from './answer.js';
import { put } from './ask-step.js';
import { Ended, failedIn } from './ended.js';
import type { Evaluation, TakenAsk } from './evaluation.js';
import { type Journal, type Reads, stepOf } from './journal.js';
import { packJournal } from './packing.js';

/** An answer under this many bytes is never the one that is too long: then it is the number of them, or something computed. */
const LONG_ANSWER = 1024;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Makes the next journal fit into the state: as long as it does not, the longest answer of this request is put again as too
 * long, and all that was made from it in this round is forgotten. What still does not fit is the author's error, naming the step.
 */
export async function fitting(round: Evaluation, makeJournal: () => Journal): Promise<Journal> {
  for (;;) {
    const journal = makeJournal();
    const bytes = bytesOf(packJournal(journal));
    if (bytes <= round.deps.maxJournalBytes) return journal;
    const longest = longestAnswer(round);
    if (longest === undefined) throw tooBig(round, journal, bytes);
    await putAgain(round, ...longest);
  }
}

function longestAnswer(round: Evaluation): readonly [string, TakenAsk] | undefined {
  let [longest, most]: [readonly [string, TakenAsk] | undefined, number] = [undefined, LONG_ANSWER];
  for (const taken of round.taken) {
    const entry = round.entries.get(taken[0]);
    const bytes = entry?.kind === 'ask' && entry.raw !== undefined ? bytesOf(entry.raw) : 0;
    if (bytes >= most) [longest, most] = [taken, bytes];
  }
  return longest;
}

/** Takes an answer back, at the cost of an attempt (R5). */
async function putAgain(
  round: Evaluation,
  key: string,
  { step, question, reads, asking }: TakenAsk,
): Promise<void> {
  const attempt = (round.attempts.get(key) ?? 0) + 1;
  round.deps.emit({ type: 'answer.invalid', step: key });
  round.attempts.set(key, attempt);
  forgetReaders(round, step.name);
  const next = await asking.again(key, question);
  if (attempt < attemptsOf(step)) {
    const entry = round.entries.get(key);
    const raw = (entry?.kind === 'ask' && entry.raw) || {};
    round.taken.delete(key);
    round.entries.delete(key);
    const [longest = ''] =
      Object.entries(raw).sort(([, a], [, b]) => bytesOf(b) - bytesOf(a))[0] ?? [];
    const misfit = { ok: false, problem: 'The answer is too long.', misfits: [longest] } as const;
    put(round, step, key, next, reads, correctionOf(next, raw, misfit));
    makeRoom(round, step.name);
  } else if (question.optional) {
    round.entries.set(key, { kind: 'ask', ask: next.digest, reads, outcome: 'missing' });
  } else {
    throw new Ended({ kind: 'exhausted', limit: 'attempts', step: key });
  }
}

/** Takes back the newest question of a step that asks some at a time, where one put again makes one too many. */
function makeRoom({ asks, batches }: Evaluation, step: string): void {
  const open = [...asks.keys()].filter((key) => stepOf(key) === step);
  if (open.length > (batches.get(step) ?? open.length)) asks.delete(open.at(-2) as string);
}

/** Forgets what this round made from a step's answer: asks, and entries with all that was made from them. */
function forgetReaders(round: Evaluation, step: string): void {
  const reads = (of: { readonly reads: Reads }): boolean => Object.hasOwn(of.reads, step);
  for (const [key, { open }] of round.asks) if (reads(open)) round.asks.delete(key);
  for (const [key, entry] of round.entries) {
    if (!reads(entry)) continue;
    round.entries.delete(key);
    round.taken.delete(key);
    round.deps.emit({ type: 'entry.dropped', step: key, because: 'reads' });
    forgetReaders(round, stepOf(key));
  }
}

function tooBig(round: Evaluation, { entries, open, tickets = {} }: Journal, bytes: number): Ended {
  const shares = new Map<string, number>();
  const add = (step: string, value: unknown) =>
    shares.set(step, (shares.get(step) ?? 0) + bytesOf(value));
  for (const [key, value] of [
    ...Object.entries(entries),
    ...Object.entries(open),
    ...Object.entries(tickets),
  ])
    add(stepOf(key), [key, value]);
  const [step = 'run'] = [...shares].sort(([, a], [, b]) => b - a)[0] ?? [];
  const where = `${round.blueprint.className}.${step}`;
  const cure =
    'keep references in place of content, ask about fewer things at once, or raise state.maxBytes';
  return failedIn(
    step,
    new RangeError(
      `${where} has the largest part in a journal of ${bytes} bytes, and state.maxBytes leaves ${round.deps.maxJournalBytes} for it; ${cure}`,
    ),
  );
}
