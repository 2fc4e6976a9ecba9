import { isDeepStrictEqual } from 'node:util';
import { RequestStateError, type ServerEvent, type StateRefusal } from '@countersign/core';
import { type Failure, told } from './failures.js';
import type { EffectSeen } from './happened.js';
import type { Members } from './members.js';
import { PlayError } from './play-error.js';
import type { Stage } from './position.js';
import { telling } from './telling.js';
import { formatTranscript } from './transcript.js';
import type { WireReply } from './wire.js';

/** What one round came to. */
export interface PlayedRound {
  readonly reply: WireReply;
  readonly events: readonly ServerEvent[];
  /** What failed on the server, in order. */
  readonly failures: readonly Failure[];
  /** Which named effects happened. */
  readonly effects: readonly EffectSeen[];
  /** Milliseconds since the epoch, by the server, when the request arrived. */
  readonly at: number;
  /** Why the official client did not take an answer that is no error. */
  readonly complaint?: string;
}

/** The one answer to every refused state (spec: basic/patterns/mrtr, server requirement 4); any other would tell an attacker why. */
const FIXED = {
  code: -32_602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};

const HINTS: Readonly<Record<number, string>> = {
  401: "; say who calls, with as('bob')",
  403: "; if a scope is lacking, name it with as('bob', { scopes })",
};

const refusalIn = ({ events }: PlayedRound) =>
  events.find((event) => event.type === 'state.refused');

/** The code that the server reported for a state that it refused, if the wire says what it says of every refused state. */
export function refusalOf(played: PlayedRound): StateRefusal | undefined {
  return isDeepStrictEqual(played.reply.fault, FIXED) ? refusalIn(played)?.code : undefined;
}

/**
 * Returns the result of a round, or throws what it came to: `RequestStateError` with the code that
 * the server reported for a refused state, and `PlayError` for everything else: a refusal that the
 * wire worded in any other way, and a failure of the server that the test did not allow, included.
 */
export function resultOf(
  played: PlayedRound,
  { transcript, cause, allowErrors }: Pick<Stage, 'transcript' | 'cause' | 'allowErrors'>,
): Members {
  const { fault, result, status } = played.reply;
  const [failure] = played.failures;
  const fail = (summary: string) =>
    new PlayError(summary, transcript, {
      status,
      ...(fault !== undefined && { code: fault.code, data: fault.data }),
      ...(cause !== undefined && { cause }),
    });

  const code = refusalOf(played);
  if (code !== undefined) {
    const error = new RequestStateError(code, { cause: fail('The state was refused.') });
    throw telling(error, [formatTranscript(transcript)]);
  }
  const reported = refusalIn(played);
  if (reported !== undefined)
    throw fail(
      `The server refused the state (${reported.code}), and the wire did not carry the one fixed error.`,
    );
  if (isDeepStrictEqual(fault, FIXED))
    throw fail('The wire said that the state is invalid, and the server reported no refusal.');
  if (fault !== undefined) throw fail(`${fault.message} (${fault.code})`);
  if (played.complaint !== undefined)
    throw fail(`The official client did not take the answer: ${played.complaint}`);
  if (result === undefined) throw fail(`The server answered HTTP ${status}${HINTS[status] ?? ''}.`);
  if (failure !== undefined && !allowErrors)
    throw fail(
      `The server failed: ${told(failure)}. If the test means it to, play with allowErrors().`,
    );
  return result;
}
