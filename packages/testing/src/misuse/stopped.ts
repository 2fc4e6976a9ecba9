import { RequestStateError } from '@countersign/core';
import { isRecord } from '@countersign/core/internal';
import type { Flow } from '../flow.js';
import { PlayError } from '../play-error.js';
import type { Check } from './report.js';

/** What came of one attempt. */
export interface Attempt {
  readonly stoppedBy: Check;
  readonly note?: string;
  /** The flow, or the error, that shows it. */
  readonly seen: unknown;
}

/** What a move is judged by. */
export type Judged = Pick<Flow, 'finished' | 'transcript'>;

/** The JSON-RPC codes by which a prompt or a resource ends a call: a person's no, and `ctx.fail`. */
const REFUSED = 4001;
const FAILED = -32_603;

/** Whether the component itself ended the call, as a tool does by a result: no server failed. */
const isOwnEnd = (error: unknown): error is PlayError =>
  error instanceof PlayError &&
  (error.code === REFUSED || (error.code === FAILED && error.cause === undefined));

/** Whether somebody said no in the newest round, as an answer. */
export const saidNo = (of: Pick<Flow, 'transcript'>): boolean =>
  newestEvents(of).some((event) => /^answer\.(declined|cancelled) /.test(event));

/** Makes one attempt, and tells what stopped it. `judge` looks at what no error stopped; by default an answer that was taken is too much. */
export async function attempt(
  play: () => Promise<Flow>,
  judge: (at: Judged) => Check = untaken,
): Promise<Attempt> {
  try {
    const flow = await play();
    return { stoppedBy: judge(flow), seen: flow };
  } catch (error) {
    if (isOwnEnd(error))
      return { stoppedBy: judge({ finished: true, transcript: error.transcript }), seen: error };
    return { ...errorCheck(error), seen: error };
  }
}

/** What the server reported of the newest round. */
export const newestEvents = ({ transcript }: Pick<Flow, 'transcript'>): readonly string[] =>
  transcript.at(-1)?.events ?? [];

/** Whether an answer of the newest round counted, a refusal included. */
export const tookAnAnswer = (of: Pick<Flow, 'transcript'>): boolean =>
  newestEvents(of).some((event) => /^answer\.(taken|declined|cancelled) /.test(event));

/** Whether `run` was entered in the newest round, as far as the server told. */
export const ranIn = (of: Pick<Flow, 'transcript'>): boolean => {
  const events = newestEvents(of);
  return (
    events.some(
      (event) => event === 'round.finished completed' || event.startsWith('error in run'),
    ) && !events.includes('ledger.repeated')
  );
};

const timedOut = (of: Pick<Flow, 'transcript'>): boolean =>
  newestEvents(of).some(
    (event) => event.startsWith('question.ended') && event.endsWith('timed_out'),
  );

const untaken = (flow: Judged): Check => {
  if (timedOut(flow)) return 'timed_out';
  return flow.finished || tookAnAnswer(flow) ? 'nothing' : 'not_asked';
};

function errorCheck(error: unknown): Pick<Attempt, 'stoppedBy' | 'note'> {
  if (error instanceof RequestStateError) return { stoppedBy: error.code };
  if (!(error instanceof PlayError)) throw error;
  if (timedOut(error)) return { stoppedBy: 'timed_out' };
  const { status, code, data } = error;
  if (status === 401 || status === 403) return { stoppedBy: 'gate' };
  if (status === 404 && code === -32_001) return { stoppedBy: 'session' };
  if (status === 400 && code === -32_600) return { stoppedBy: 'in_flight' };
  if (code === -32_600 && isRecord(data) && 'requiredScopes' in data) return { stoppedBy: 'scope' };
  if (
    code === -32_602 &&
    (/^Unknown (tool|prompt)/.test(error.message) || (isRecord(data) && 'uri' in data))
  )
    return { stoppedBy: 'unknown' };
  return { stoppedBy: 'another error', note: error.message.split('\n', 1)[0] ?? '' };
}
