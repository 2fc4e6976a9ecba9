import type { StateCodec } from '@countersign/core/codec';
import { type Binding, requestDigest, type StateGuard, stateGuard } from '@countersign/core/internal';

export interface TestJournal {
  readonly flow: string;
  readonly deadline: number;
  readonly answer: string;
}

export const NOW = 1_700_000_000_000;
export const BOB = { issuer: 'https://issuer.example', subject: 'bob@example.org', client: 'client-1' };
export const BINDING: Binding = { principal: BOB, request: requestDigest('tools/call', 'deploy', { env: 'staging' }), lifetime: 'round' };
export const JOURNAL: TestJournal = { flow: 'flow-1', deadline: NOW + 3_600_000, answer: 'the answer' };

export const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

export const guardWith = (...codecs: readonly StateCodec[]): StateGuard<TestJournal> =>
  stateGuard({ codecs, audience: 'releases', ttlMs: 600_000, maxBytes: 4096, skewMs: 0, now: () => NOW });

/** Mints, or fails the test. */
export async function minted(guard: StateGuard<TestJournal>): Promise<string> {
  const result = await guard.mint(JOURNAL, BINDING);
  if (!result.ok) throw new Error(`not minted: ${result.code}`);
  return result.state;
}

/** `ok`, the tag that opened it when that was an old one, or the refusal's code. */
export async function verdict(guard: StateGuard<TestJournal>, state: unknown): Promise<string> {
  const result = await guard.open(state, BINDING);
  return result.ok ? (result.openedByOld ?? 'ok') : result.code;
}

export const sealedBytes = (state: string): Buffer => Buffer.from(state.slice(state.indexOf('.') + 1), 'base64url');
export const withBytes = (state: string, bytes: Uint8Array): string =>
  `${state.slice(0, state.indexOf('.'))}.${Buffer.from(bytes).toString('base64url')}`;

export function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}
