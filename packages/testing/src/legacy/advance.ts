import { isRecord } from '@countersign/core/internal';
import { clockOf, since } from '../instance.js';
import type { Members } from '../members.js';
import { PlayError } from '../play-error.js';
import type { Sent } from '../position.js';
import type { ComponentRequest } from '../sdk.js';
import { entryOf, type OpenCall } from '../transcript.js';
import { type PlayedRound, resultOf } from '../verdict.js';
import type { WireReply } from '../wire.js';
import { answerLive, answersTo, bringBack, closes } from './answering.js';
import { endedIn, type LiveCall, openCall, type Turn } from './call.js';
import type { LiveQuestion } from './questions.js';
import type { LegacyStage, OpenRound } from './stage.js';

/** A stage, and the newest result there; one that still asks looks as it would in 2026. */
export interface Advanced {
  readonly stage: LegacyStage;
  readonly result: Members;
}

/** How the transcript names what a 2025 client puts among its params, where it means nothing. */
const OWN_STATE = 'a state of its own';

/** Makes the call, as an honest client does or with answers and a state among its params. */
export async function begin(stage: LegacyStage, sent: Sent): Promise<Advanced> {
  const { request, departure } = stage;
  const fresh = { ...stage, past: [], open: undefined, departure: {} };
  const params = departure.anew
    ? { ...request.params, requestState: OWN_STATE, ...(sent && { inputResponses: sent.raw }) }
    : request.params;
  const said = {
    request: { method: request.method, params },
    ...(departure.anew && { presented: OWN_STATE }),
  };
  const at = clockOf(stage.session, stage).now();
  const call = await openCall({ stage, request: said.request, since: at, known: [] });
  try {
    return await conclude(fresh, call, await call.next(), {
      ...said,
      news: since(call.instance, { events: 0, failures: 0, effects: 0 }),
      at,
    });
  } finally {
    await call.hangUp();
  }
}

/** Answers the open round. */
export async function advance(
  stage: LegacyStage & { readonly open: OpenRound },
  sent: Sent,
): Promise<Advanced> {
  const { past, open, request, departure } = stage;
  const known = [...past, open].map(({ outcome }) => outcome);
  const call = await openCall({ stage, request, since: open.at, known });
  try {
    const here = await bringBack(call, stage);
    if (here.kind === 'ended')
      throw new PlayError('The call did not come to the same question again.', stage.transcript);
    const from = call.instance.events.length;
    const news = since(call.instance);
    const said: Said = { ...spoken(stage, sent), news, at: call.test.now() };
    await call.catchUp();
    const tooLate = endedIn(news().events).length > 0;

    if (here.kind === 'paused') {
      await call.test.sleep(here.ms, new AbortController().signal);
      await call.catchUp();
      here.go();
      return await conclude({ ...stage, past: [...past, open] }, call, await call.next(), said);
    }
    const answers = answersTo(open, sent?.raw);
    const all = { ...open.answers, ...answers };
    const by = departure.by === undefined ? stage : { ...stage, caller: departure.by.caller };
    const untaken = await answerLive(call, stage, here.questions, answers);
    if (untaken !== undefined) return await concludeWith(by, untaken, call, said);
    if (departure.instead !== undefined)
      throw new PlayError(
        'The server took another request under the id of an open call.',
        stage.transcript,
      );
    const answered = { ...open, answers: all };
    if (tooLate || closes(open, all))
      return await conclude({ ...stage, past: [...past, answered] }, call, await call.next(), said);
    await call.ended(Object.keys(answers), from);
    return asking(stage, { ...answered, questions: here.questions }, said);
  } finally {
    await call.hangUp();
  }
}

/** What was sent in a round, and what the instance reported since. */
interface Said {
  readonly request: ComponentRequest;
  readonly presented?: string;
  readonly to?: OpenCall;
  readonly news: () => Pick<PlayedRound, 'events' | 'failures' | 'effects'>;
  readonly at: number;
}

/** What the client says on the open call. */
function spoken(
  { request, departure: { instead, forged } }: LegacyStage,
  sent: Sent,
): Pick<Said, 'request' | 'to'> {
  const answers =
    forged === undefined
      ? sent
      : { raw: isRecord(sent?.raw) ? { ...sent.raw, ...forged } : forged };
  const { method, params } = instead ?? request;
  return {
    request: { method, params: { ...params, ...(answers && { inputResponses: answers.raw }) } },
    to: instead === undefined ? 'the open call' : 'the id of the open call',
  };
}

async function conclude(
  stage: LegacyStage,
  call: LiveCall,
  turn: Turn,
  said: Said,
): Promise<Advanced> {
  if (turn.kind === 'ended') return concludeWith(stage, turn.reply, call, said, turn.complaint);
  const questions = turn.kind === 'asked' ? turn.questions : new Map<string, LiveQuestion>();
  return asking(
    stage,
    { outcome: turn.outcome, answers: {}, questions, at: call.test.now() },
    said,
  );
}

/** The call is answered. */
async function concludeWith(
  stage: LegacyStage,
  reply: WireReply,
  call: LiveCall,
  said: Said,
  complaint?: string,
): Promise<Advanced> {
  await call.hangUp(); // so that what goes wrong as the instance is closed is told
  return written({ ...stage, open: undefined }, reply, said, complaint);
}

/** The call asks, or pauses. */
function asking(stage: LegacyStage, open: OpenRound, said: Said): Advanced {
  const left = [...open.questions].filter(([key]) => !Object.hasOwn(open.answers, key));
  const result = {
    resultType: 'input_required',
    ...(left.length > 0 && {
      inputRequests: Object.fromEntries(left.map(([key, question]) => [key, shown(question)])),
    }),
  };
  return written({ ...stage, open }, { status: 200, notifications: [], result }, said);
}

/** Writes a round down, and judges it. */
function written(
  stage: LegacyStage,
  reply: WireReply,
  { request, presented, to, news, at }: Said,
  complaint?: string,
): Advanced {
  const { transcript, session } = stage;
  const played = { reply, ...news(), at, ...(complaint !== undefined && { complaint }) };
  const next: LegacyStage = {
    ...stage,
    departure: {},
    transcript: [
      ...transcript,
      entryOf('2025', stage, request, played, { after: transcript.length, presented, to }),
    ],
    cause: played.failures[0]?.error ?? stage.cause,
  };
  session.played(next.transcript);
  return { stage: next, result: resultOf(played, next) };
}

/** A question without what the protocol layer adds to every request. */
function shown({ method, params }: LiveQuestion): Members {
  const { _meta, ...rest } = params;
  return { method, params: rest };
}
