import { isDeepStrictEqual } from 'node:util';
import { RequestStateError } from '@countersign/core';
import { PlayError } from './play-error.js';
import type { PlayedRound } from './round.js';
import type { Transcript } from './transcript.js';

/** The one answer to every refused state (spec: basic/patterns/mrtr, server requirement 4); any other would tell an attacker why. */
const FIXED = { code: -32_602, message: 'Invalid or expired requestState', data: { reason: 'invalid_request_state' } };

const HINTS: Readonly<Record<number, string>> = {
  401: "; say who calls, with as('bob')",
  403: "; if a scope is lacking, name it with as('bob', { scopes })",
};

/**
 * Returns the result of a round, or throws what it came to: `RequestStateError` with the code that the server reported for a
 * refused state, and `PlayError` for everything else, a refusal that the wire worded in any other way included.
 */
export function resultOf({ reply, events, complaint }: PlayedRound, transcript: Transcript): Readonly<Record<string, unknown>> {
  const refused = events.find((event) => event.type === 'state.refused');
  const { fault, result, status } = reply;
  const fail = (summary: string) =>
    new PlayError(summary, transcript, { status, ...(fault !== undefined && { code: fault.code, data: fault.data }) });

  const fixed = isDeepStrictEqual(fault, FIXED);
  if (refused !== undefined) {
    if (!fixed) throw fail(`The server refused the state (${refused.code}), and the wire did not carry the one fixed error.`);
    throw new RequestStateError(refused.code, { cause: fail('The state was refused.') });
  }
  if (fixed) throw fail('The wire said that the state is invalid, and the server reported no refusal.');
  if (fault !== undefined) throw fail(`${fault.message} (${fault.code})`);
  if (complaint !== undefined) throw fail(`The official client did not take the answer: ${complaint}`);
  if (result === undefined) throw fail(`The server answered HTTP ${status}${HINTS[status] ?? ''}.`);
  return result;
}
