import { leastContent } from '../asks/least-content.js';
import type { Question } from '../asks/question.js';
import type { StepBlueprint } from '../blueprint/blueprint.js';
import { MAX_ROUNDS_IN_ALL } from '../limits.js';
import { failedIn } from './ended.js';
import type { Evaluation } from './evaluation.js';
import { packJournal } from './packing.js';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Refuses, before the first of them is put, questions that a flow cannot ask in all: more rounds than it may have (R9), or
 * answers that its state has no room for even when each is as short as it can be. `waiting` are those to be asked.
 */
export function refuseEndless(
  round: Evaluation,
  step: StepBlueprint,
  batch: number,
  waiting: ReadonlyMap<string, Question>,
): void {
  const { blueprint, journal, deps } = round;
  const rounds = Math.ceil(waiting.size / batch);
  const left = MAX_ROUNDS_IN_ALL - journal.rounds;
  const refuse = (bound: string, cure: string) =>
    failedIn(
      step.name,
      new RangeError(
        `${blueprint.className}.${step.name} asks about ${waiting.size} things, ${batch} at a time: ${bound}. ${cure}`,
      ),
    );
  if (rounds > left)
    throw refuse(
      `that takes ${rounds} rounds, and the flow may have ${left} (of ${MAX_ROUNDS_IN_ALL} in all)`,
      'Raise batch, or ask about fewer',
    );
  if (rounds < 2) return;
  const bytes = leastState(round, batch, waiting);
  if (bytes > deps.maxJournalBytes)
    throw refuse(
      `their shortest answers take ${bytes} bytes, and state.maxBytes leaves ${deps.maxJournalBytes}`,
      'Ask about fewer, use shorter keys, or raise state.maxBytes',
    );
}

/** Bytes of the smallest journal that the last batch can be put with: all answers but those are in it. */
function leastState(
  { journal }: Evaluation,
  batch: number,
  waiting: ReadonlyMap<string, Question>,
): number {
  const none = { entries: {}, open: {}, attempts: {}, changes: {}, before: {} };
  const answered = Math.floor((waiting.size - 1) / batch) * batch;
  let bytes = bytesOf(packJournal({ ...journal, ...none }));
  for (const [at, [key, { digest, optional, wire }]] of [...waiting].entries()) {
    bytes += bytesOf({ [key]: { ask: digest } }) - 1;
    if (at < answered) bytes += optional ? SETTLED : RAW + leastContent(wire.params);
  }
  return bytes;
}

/** Bytes of the members that the shortest entry of an optional question has, and of the name of one that is answered. */
const SETTLED = ',"raw":{}'.length;
const RAW = ',"raw":'.length;
