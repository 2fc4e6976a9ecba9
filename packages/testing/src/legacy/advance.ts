import { isRecord } from '@countersign/core/internal';
import { clockOf } from '../instance.js';
import type { Members } from '../members.js';
import { PlayError } from '../play-error.js';
import type { Sent } from '../position.js';
import type { ComponentRequest } from '../sdk.js';
import { entryOf, type OpenCall, type Transcript } from '../transcript.js';
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
    return conclude(fresh, call, await call.next(), { ...said, from: 0, at });
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
    const said: Said = { ...spoken(stage, sent), from, at: call.test.now() };
    await call.catchUp();
    const tooLate = endedIn(call.instance.events.slice(from)).length > 0;

    if (here.kind === 'paused') {
      await call.test.sleep(here.ms, new AbortController().signal);
      await call.catchUp();
      here.go();
      return conclude({ ...stage, past: [...past, open] }, call, await call.next(), said);
    }
    const answers = answersTo(open, sent?.raw);
    const all = { ...open.answers, ...answers };
    const by = departure.by === undefined ? stage : { ...stage, caller: departure.by.caller };
    const untaken = await answerLive(call, stage, here.questions, answers);
    if (untaken !== undefined) return concludeWith(by, untaken, call, said);
    if (departure.instead !== undefined)
      throw new PlayError(
        'The server took another request under the id of an open call.',
        stage.transcript,
      );
    const answered = { ...open, answers: all };
    if (tooLate || closes(open, all))
      return conclude({ ...stage, past: [...past, answered] }, call, await call.next(), said);
    await call.ended(Object.keys(answers), from);
    return asking(stage, { ...answered, questions: here.questions }, call, said);
  } finally {
    await call.hangUp();
  }
}

/** What was sent in a round, and since which event of the instance it was. */
interface Said {
  readonly request: ComponentRequest;
  readonly presented?: string;
  readonly to?: OpenCall;
  readonly from: number;
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

function conclude(stage: LegacyStage, call: LiveCall, turn: Turn, said: Said): Advanced {
  if (turn.kind === 'ended') return concludeWith(stage, turn.reply, call, said, turn.complaint);
  const questions = turn.kind === 'asked' ? turn.questions : new Map<string, LiveQuestion>();
  return asking(
    stage,
    { outcome: turn.outcome, answers: {}, questions, at: call.test.now() },
    call,
    said,
  );
}

/** The call is answered. */
function concludeWith(
  stage: LegacyStage,
  reply: WireReply,
  call: LiveCall,
  said: Said,
  complaint?: string,
): Advanced {
  const played = {
    reply,
    events: call.instance.events.slice(said.from),
    at: said.at,
    ...(complaint !== undefined && { complaint }),
  };
  const transcript = written(stage, played, said);
  return {
    stage: { ...stage, open: undefined, departure: {}, transcript },
    result: resultOf(played, transcript),
  };
}

/** The call asks, or pauses. */
function asking(stage: LegacyStage, open: OpenRound, call: LiveCall, said: Said): Advanced {
  const left = [...open.questions].filter(([key]) => !Object.hasOwn(open.answers, key));
  const result = {
    resultType: 'input_required',
    ...(left.length > 0 && {
      inputRequests: Object.fromEntries(left.map(([key, question]) => [key, shown(question)])),
    }),
  };
  const reply = { status: 200, notifications: [], result };
  const transcript = written(
    stage,
    { reply, events: call.instance.events.slice(said.from), at: said.at },
    said,
  );
  return { stage: { ...stage, open, departure: {}, transcript }, result };
}

function written(
  stage: LegacyStage,
  played: PlayedRound,
  { request, presented, to }: Said,
): Transcript {
  const { transcript, session } = stage;
  const next = [
    ...transcript,
    entryOf('2025', stage, request, played, { after: transcript.length, presented, to }),
  ];
  session.played(next);
  return next;
}

/** A question without what the protocol layer adds to every request. */
function shown({ method, params }: LiveQuestion): Members {
  const { _meta, ...rest } = params;
  return { method, params: rest };
}
