import type { Clock } from '../../clock.js';
import { LedgerError, type LedgerRefusal } from '../../errors.js';
import type { Ledger } from '../../ledger/ledger.js';
import { lookedAt } from '../../looked-at.js';

const CODES: ReadonlySet<unknown> = new Set<LedgerRefusal>([
  'unavailable',
  'full',
  'running',
  'lost',
  'too_large',
  'unreadable',
]);

/** By shape, not by `instanceof`: the class may come from a second copy of this package. */
export const ledgerCodeOf = (error: unknown): LedgerRefusal =>
  lookedAt(
    () =>
      error instanceof Error &&
      error.name === 'LedgerError' &&
      CODES.has((error as { code?: unknown }).code)
        ? (error as LedgerError).code
        : 'unavailable',
    'unavailable',
  );

/**
 * The same ledger, which answers within `ms` milliseconds or fails: a client that queues commands until its store is back would
 * else hold calls for as long. A claim that comes true after it was given up is released, since nothing happened under it.
 */
export function boundedLedger(ledger: Ledger, ms: number, clock: Clock): Ledger {
  const within = async <T>(
    call: () => Promise<T>,
    late: (value: T) => unknown = () => undefined,
  ): Promise<T> => {
    const answered = new AbortController();
    const work = (async () => call())();
    const inTime = clock.sleep(ms, answered.signal).then(() => {
      throw new LedgerError('unavailable', {
        cause: new Error(`the ledger did not answer within ${ms} ms`),
      });
    });
    inTime.catch(() => undefined);
    try {
      return await Promise.race([work, inTime]);
    } catch (error) {
      work.then(late).catch(() => undefined);
      throw error;
    } finally {
      answered.abort();
    }
  };
  return {
    peek: (id) => within(() => ledger.peek(id)),
    claim: (id, options) =>
      within(
        () => ledger.claim(id, options),
        (claim) => (claim.kind === 'fresh' ? ledger.release(id, claim.token) : undefined),
      ),
    renew: (id, token, leaseMs) => within(() => ledger.renew(id, token, leaseMs)),
    settle: (id, token, result) => within(() => ledger.settle(id, token, result)),
    release: (id, token) => within(() => ledger.release(id, token)),
  };
}
