import type { Principal } from '../../src/principal.js';
import type { Sealable } from '../../src/state/claims.js';
import {
  type Binding,
  type GuardOptions,
  type StateGuard,
  stateGuard,
} from '../../src/state/guard.js';
import { requestDigest } from '../../src/state/request-digest.js';
import { testCodec } from './test-codec.js';

/** A journal as the guard sees it: two members that it reads, and one that travels along. */
export interface TestJournal extends Sealable {
  readonly answer: string;
}

export const T0 = 1_700_000_000_000;
export const BOB: Principal = {
  issuer: 'https://issuer.example',
  subject: 'bob@example.org',
  client: 'client-1',
};
export const JOURNAL: TestJournal = {
  flow: 'flow-1',
  deadline: T0 + 3_600_000,
  answer: 'the answer',
};
export const BINDING: Binding = {
  principal: BOB,
  request: requestDigest('tools/call', 'deploy', { env: 'staging' }),
  lifetime: 'round',
};

/** A guard under a clock of the test's own. */
export function guarded(
  options: Partial<GuardOptions> = {},
): StateGuard<TestJournal> & { clock: { time: number } } {
  const clock = { time: T0 };
  const guard = stateGuard<TestJournal>({
    codecs: [testCodec()],
    audience: 'releases',
    ttlMs: 600_000,
    maxBytes: 4096,
    skewMs: 0,
    now: () => clock.time,
    ...options,
  });
  return { ...guard, clock };
}

/** Mints, or fails the test. */
export async function minted(
  guard: StateGuard<TestJournal>,
  binding: Binding = BINDING,
  journal: TestJournal = JOURNAL,
): Promise<string> {
  const result = await guard.mint(journal, binding);
  if (!result.ok) throw new Error(`not minted: ${result.code}`);
  return result.state;
}
