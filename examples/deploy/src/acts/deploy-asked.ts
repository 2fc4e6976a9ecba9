import { isDeepStrictEqual } from 'node:util';
import type { StateRefusal } from '@countersign/core';
import { accept, type Person, type Reply } from '../person.js';
import type { ServiceName, Stage } from '../stage.js';

/** The answer that lets the deployment go ahead. */
export const YES = { confirm: accept({ confirm: 'yes' }) };

const FIXED = {
  code: -32_602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};

/** Has bob ask for a deployment to staging, up to the question. Whatever happened before is forgotten. */
export async function deployAsked(
  stage: Stage,
  service: ServiceName = 'production',
): Promise<{ bob: Person; state: string }> {
  const bob = await stage.person('bob', service);
  const { asks, state } = await bob.deploy('staging');
  if (asks[0] !== 'confirm') throw new Error('deploy did not ask');
  await stage.happened();
  return { bob, state };
}

/** The checks in the order they are made, each stopping one misuse. */
const CHECKS = {
  malformed: '1, its one spelling',
  unauthentic: '2, authenticity',
  audience: '3, this server',
  principal: '3, this caller',
  expired: '4, in time',
  request: '5, this call',
} as const satisfies Partial<Record<StateRefusal, string>>;

/**
 * Expects that a state was refused by one check, that the client was told nothing of which, and that nothing was done.
 * The reason comes from the replica's events: on the wire there is one error for all of them.
 */
export async function refused(
  stage: Stage,
  { error }: Reply,
  code: keyof typeof CHECKS,
  what: string,
): Promise<void> {
  const { events, deployed } = await stage.happened();
  const codes = events.flatMap((event) => (event.type === 'state.refused' ? [event.code] : []));
  stage.check.that(
    `${what}: stopped by check ${CHECKS[code]} (${codes.join()})`,
    isDeepStrictEqual(codes, [code]),
  );
  stage.check.that('... the client gets the one error there is', isDeepStrictEqual(error, FIXED));
  stage.check.that('... and nothing is deployed', deployed.length === 0);
}
