import assert from 'node:assert/strict';
import type { ClaimOptions, Ledger } from '@countersign/core';

/** A ledger with nothing in it, and what a test needs to see time pass for it. */
export interface LedgerUnderTest {
  /** Two handles on one store, as two replicas have; the same object twice for a ledger in memory. */
  readonly replicas: readonly [Ledger, Ledger];
  /** Resolves once that many milliseconds have passed for the ledger: moves its clock, or waits. */
  pass(ms: number): void | Promise<void>;
}

/** Claims under way together: as many as a pool of connections takes without complaint. */
const TOGETHER = 100;

export const LONG = 600_000;
export const bytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => at % 256);
export const token = async (claim: ReturnType<Ledger['claim']>): Promise<string> => {
  const claimed = await claim;
  assert.equal(claimed.kind, 'fresh');
  return claimed.kind === 'fresh' ? claimed.token : '';
};

export const DIGESTS = { request: 'request', answers: 'answers' } as const;

/** With the result as a plain array of bytes, whatever class it came as. */
export const plain = <T extends object | undefined>(claim: T): T =>
  claim !== undefined && 'result' in claim
    ? { ...claim, result: Uint8Array.from(claim.result as Uint8Array) }
    : claim;

/** Does it for all, some at a time: a ledger may be at the other end of a socket. */
export async function each<R>(
  ids: readonly string[],
  act: (id: string, at: number) => Promise<R>,
): Promise<R[]> {
  const all: R[] = [];
  for (let from = 0; from < ids.length; from += TOGETHER)
    all.push(
      ...(await Promise.all(ids.slice(from, from + TOGETHER).map((id, at) => act(id, from + at)))),
    );
  return all;
}

/** What every rule is given: two handles on one ledger, and its time. */
export class World {
  readonly a: Ledger;
  readonly b: Ledger;
  readonly pass: (ms: number) => Promise<void>;
  readonly options: (given: Partial<ClaimOptions>) => ClaimOptions;
  /** Claims a flow, and returns the token. */
  readonly claimed: (id: string) => Promise<string>;

  constructor({ replicas, pass }: LedgerUnderTest) {
    [this.a, this.b] = replicas;
    this.pass = async (ms) => pass(ms);
    this.options = (given) => ({ ...DIGESTS, leaseMs: LONG, keepMs: LONG, ...given });
    this.claimed = (id) => token(this.a.claim(id, this.options({})));
  }
}
