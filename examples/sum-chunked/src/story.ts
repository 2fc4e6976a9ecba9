import type { LegacyShimOptions } from '@countersign/shim-legacy';
import type { Checks } from './checks.js';
import { officialClient } from './client.js';
import { sumServer } from './server.js';

/** Three chunks. */
const NUMBERS = Array.from({ length: 250 }, (_, at) => at + 1);
const SUM = { sum: 31_375, rounds: 3 };
const CALL = { name: 'sum-chunked', arguments: { numbers: NUMBERS } };

/** Milliseconds between two rounds of a 2025 call. */
const PACE = 100;

/** The one class, called by three clients that differ in all but its result. */
export async function story(check: Checks): Promise<void> {
  await modern(check);
  await legacy(check, 'session', {});
  await legacy(check, 'stateless', { sessions: false });
}

async function modern(check: Checks): Promise<void> {
  check.say('A modern client: three requests, and the state is all that connects them');
  const server = sumServer();
  const { client, calls } = await officialClient((await server.listen()).url, 'auto');
  check.equal('it speaks', client.getNegotiatedProtocolVersion(), '2026-07-28');
  const { structuredContent } = await client.callTool(CALL);
  check.equal('the sum', structuredContent, SUM);
  check.equal('requests', calls.length, 3);
  check.equal('... each with an id of its own', new Set(calls.map(({ id }) => id)).size, 3);
  const states = calls.map(({ params }) => params.requestState);
  check.that(
    '... each retry with the state of the round before it',
    states[0] === undefined && new Set(states).size === 3,
  );
  check.that(
    '... and none with an answer, since nothing was asked',
    calls.every(({ params }) => params.inputResponses === undefined),
  );
  await client.close();
  await server.close();
}

async function legacy(
  check: Checks,
  serving: 'session' | 'stateless',
  shim: LegacyShimOptions,
): Promise<void> {
  check.say(
    `A 2025 client, ${serving === 'session' ? 'over a session' : 'served without sessions'}: one request, paced on the server`,
  );
  const paused: number[] = [];
  const pacing = (round: number) => {
    paused.push(round);
    return PACE;
  };
  const server = sumServer({ ...shim, pacing });
  const { client, transport, calls } = await officialClient((await server.listen()).url, 'legacy');
  check.equal('it speaks', client.getNegotiatedProtocolVersion(), '2025-11-25');
  check.that(
    serving === 'session' ? 'it has a session' : 'it has no session',
    (transport.sessionId !== undefined) === (serving === 'session'),
  );
  const began = performance.now();
  const result = await client.callTool(CALL);
  const took = performance.now() - began;
  check.equal('the sum', result.structuredContent, SUM);
  check.equal('requests', calls.length, 1);
  check.that('no state is shown to it', !('requestState' in result));
  check.equal('rounds that waited', paused, [1, 2]);
  // Timers may fire up to a millisecond early.
  check.that(`... ${PACE} ms each: the call took ${Math.round(took)} ms`, took >= 2 * (PACE - 1));
  await client.close();
  await server.close();
}
