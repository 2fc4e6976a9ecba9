import { isRecord } from '@countersign/core/internal';
import { freshInstance } from '../instance.js';
import type { Members } from '../members.js';
import type { WireReply } from '../wire.js';
import type { LiveCall, Turn } from './call.js';
import type { LiveQuestion } from './questions.js';
import type { Route } from './session.js';
import type { LegacyStage, OpenRound } from './stage.js';

type Questions = ReadonlyMap<string, LiveQuestion>;

const response = (id: string | number, result: unknown) => ({ jsonrpc: '2.0', id, result });

/** Brings a call that is known so far to its open round again. */
export async function bringBack(
  call: LiveCall,
  { past, open }: Pick<LegacyStage, 'past'> & { readonly open: OpenRound },
): Promise<Turn> {
  for (const { answers } of past) {
    const turn = await call.next();
    if (turn.kind === 'ended') return turn;
    if (turn.kind === 'paused') turn.go();
    else await send(call, turn, answers);
  }
  const turn = await call.next();
  const before = call.instance.events.length;
  await send(call, turn, open.answers);
  await call.ended(Object.keys(open.answers), before);
  return turn;
}

async function send(call: LiveCall, turn: Turn, answers: Members): Promise<void> {
  if (turn.kind !== 'asked') return;
  for (const [key, answer] of Object.entries(answers)) {
    const question = turn.questions.get(key);
    if (question !== undefined) await call.post(response(question.id, answer));
  }
}

/** The answers of a request that go to open questions; what is no map answers nothing. */
export const answersTo = ({ questions, answers }: OpenRound, raw: unknown): Members =>
  Object.fromEntries(
    Object.entries(isRecord(raw) ? raw : {}).filter(
      ([key]) => questions.has(key) && !Object.hasOwn(answers, key),
    ),
  );

/** Whether the round is over with these answers: all are there, or one of them refuses what the call cannot do without. */
export function closes({ outcome, questions }: OpenRound, answers: Members): boolean {
  if (outcome.kind === 'again') return true;
  return (
    [...questions.keys()].every((key) => Object.hasOwn(answers, key)) ||
    Object.entries(answers).some(([key, answer]) => outcome.endsBy(key, answer))
  );
}

/** Sends answers, honest or not. Returns the reply of an HTTP that took one of the messages not. */
export async function answerLive(
  call: LiveCall,
  stage: LegacyStage,
  questions: Questions,
  answers: Members,
): Promise<WireReply | undefined> {
  const { session, departure, caller } = stage;
  const { instead, forged = {}, replayed = false } = departure;
  const other =
    departure.at === undefined
      ? undefined
      : freshInstance(session, { ...stage, server: departure.at });
  const route: Route = {
    instance: other ?? call.instance,
    caller: departure.by === undefined ? caller : departure.by.caller,
  };
  const own = Object.entries(answers).flatMap(([key, answer]) => {
    const question = questions.get(key);
    return question === undefined ? [] : [response(question.id, answer)];
  });
  // The ids of the questions that the server will ask next are no secret: it counts.
  const next = Math.max(0, ...[...questions.values()].map(({ id }) => Number(id))) + 1;
  const messages = [
    ...(instead === undefined ? [] : [{ jsonrpc: '2.0', id: call.id, ...instead }]),
    ...Object.values(forged).map((answer, at) => response(next + at, answer)),
    ...own,
    ...(replayed ? own : []),
  ];
  try {
    for (const message of messages) {
      const untaken = await call.post(message, route);
      if (untaken !== undefined) return untaken;
    }
    return undefined;
  } finally {
    await other?.close();
  }
}
