import { undamaged } from './damage.js';
import { overHttp, type Talk } from './over-http.js';
import { ASKING, type Held, initialize, legacy, modern, refusal, type Wanted } from './requests.js';
import { messagesIn, type Seen, STREAM } from './seen.js';
import type { Target } from './targets.js';

// biome-ignore lint/suspicious/noExplicitAny: whatever an honest answer holds
type Loose = any;

const answerOf = ({ type, text }: Seen): Loose => messagesIn(type, text).at(-1);

/** Sends what every server must be able to answer. */
async function send(target: Target, wanted: Wanted, talk?: Talk): Promise<Seen> {
  const seen = await overHttp(target, undamaged(wanted), talk);
  if (seen?.end !== 'answered')
    throw new Error(
      `${target.name}: an honest request has no answer: ${JSON.stringify(wanted.message)}`,
    );
  return seen;
}

/** Sessions of one batch: several, so that the calls in them do not stand in each other's way. */
const SESSIONS = 4;

/** Goes through honest first rounds, and opens sessions where there are any: what inputs are made from. */
export async function hold(target: Target): Promise<Held> {
  const states = await Promise.all(
    ASKING.map(async ({ method, params = {} }) => {
      const seen = await send(target, modern(target, method, params));
      const { result } = answerOf(seen);
      if (result?.requestState === undefined)
        throw new Error(
          `${target.name}: ${method} ${JSON.stringify(params)} brought no state: ${seen.text}`,
        );
      return {
        method,
        params,
        requestState: String(result.requestState),
        keys: Object.keys(result.inputRequests ?? {}),
      };
    }),
  );
  if (target.legacy !== 'sessions') return { states, sessions: [] };
  return {
    states,
    sessions: await Promise.all(Array.from({ length: SESSIONS }, () => openSession(target))),
  };
}

async function openSession(target: Target): Promise<string> {
  const { session, status } = await send(target, initialize(target));
  if (session === undefined)
    throw new Error(`${target.name}: no session was opened, status ${status}`);
  await send(target, legacy(target, { method: 'notifications/initialized' }, session));
  return session;
}

/** Ends the sessions of a batch, as a client should; says what is wrong when one cannot be. */
export async function release(target: Target, { sessions }: Held): Promise<void> {
  for (const session of sessions)
    await send(target, {
      ...legacy(target, {}, session),
      httpMethod: 'DELETE',
      message: undefined,
    });
}

const YES = { action: 'accept', content: { confirm: true } };
const DEPLOYED = 'Deployed to staging.';
const DEPLOY = { name: 'deploy', arguments: { env: 'staging' } };

/** Says what an honest client can no longer do; `undefined` when it gets its round trip in every era that is served. */
export async function brokenService(target: Target): Promise<string | undefined> {
  for (const [call, step, text] of [
    [DEPLOY, 'confirm', DEPLOYED],
    [{ name: 'pay' }, 'confirm', 'Paid.'],
  ] as const) {
    const asked = await send(target, modern(target, 'tools/call', call));
    const { requestState } = answerOf(asked).result ?? {};
    const answered = { ...call, requestState, inputResponses: { [step]: YES } };
    const done = await send(target, modern(target, 'tools/call', answered));
    if (textIn(answerOf(done)) !== text) return `2026: ${asked.text} ${done.text}`;
  }
  if (target.legacy === 'sessions') return brokenSession(target);
  const listed = await send(target, legacy(target, { id: 1, method: 'tools/list' }));
  return answerOf(listed).result?.tools?.length > 0 ? undefined : `2025: ${listed.text}`;
}

const textIn = (message: Loose): unknown => message?.result?.content?.[0]?.text;

/** The question in what has come of a stream so far. */
export const questionsIn = (
  text: string,
): readonly { readonly id?: unknown; readonly method?: unknown }[] =>
  messagesIn(STREAM, text).filter(
    (message): message is { id: unknown; method: string } =>
      typeof message === 'object' && message !== null && 'method' in message && 'id' in message,
  );

/** A whole call of a 2025 client, and one that it refuses: a question comes on the stream of the call, its answer in another request. */
async function brokenSession(target: Target): Promise<string | undefined> {
  const session = await openSession(target);
  const call = async (id: number, answer: (question: { id?: unknown }) => Wanted) => {
    let answered = false;
    return send(
      target,
      legacy(target, { id, method: 'tools/call', params: DEPLOY }, session),
      async (text) => {
        const question = questionsIn(text)[0];
        if (question === undefined || answered) return true;
        answered = true;
        await send(target, answer(question));
        return true;
      },
    );
  };
  const done = await call(1, ({ id }) => legacy(target, { id, result: YES }, session));
  const refused = await call(2, (question) => refusal(target, question, session));
  await release(target, { states: [], sessions: [session] });
  const gone = await send(target, legacy(target, { id: 3, method: 'tools/list' }, session));
  if (gone.status !== 404) return `2025: a session that was ended answers with ${gone.status}`;
  return textIn(answerOf(done)) === DEPLOYED && answerOf(refused).result?.isError === true
    ? undefined
    : `2025: ${done.text} ${refused.text}`;
}
