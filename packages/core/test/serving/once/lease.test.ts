import { describe, expect, it } from 'vitest';
import { memoryLedger } from '../../../src/index.js';
import { keepLease } from '../../../src/serving/once/lease.js';
import { FakeClock } from '../../support/fake-clock.js';
import { soon } from '../../support/serving.js';

describe('a lease', () => {
  async function leased() {
    const clock = new FakeClock();
    const ledger = memoryLedger({ clock });
    const claim = await ledger.claim('flow', {
      request: 'r',
      answers: 'a',
      leaseMs: 3000,
      keepMs: 1_000_000,
    });
    const token = claim.kind === 'fresh' ? claim.token : '';
    return { clock, ledger, token, renew: () => ledger.renew('flow', token, 3000) };
  }
  const second = async (clock: FakeClock, slept: number) => {
    await soon(() => expect(clock.slept).toHaveLength(slept));
    clock.advance(1000);
  };

  it('ends without a sign of life, and not with one', async () => {
    const { clock, ledger, renew } = await leased();
    const drop = keepLease({ everyMs: 1000, clock, renew, failed: () => undefined });
    for (let at = 1; at <= 6; at++) await second(clock, at);
    await soon(() => expect(clock.slept).toHaveLength(7));
    expect(await ledger.peek('flow')).toMatchObject({ kind: 'running' });
    drop();
    clock.advance(3000);
    expect(await ledger.peek('flow')).toMatchObject({ kind: 'lost' });
  });

  it('is renewed on after a renewal that failed', async () => {
    const { clock, ledger, renew } = await leased();
    const failures: unknown[] = [];
    let broken = true;
    const drop = keepLease({
      everyMs: 1000,
      clock,
      renew: () => (broken ? Promise.reject(new Error('down')) : renew()),
      failed: (error) => failures.push(error),
    });
    await second(clock, 1);
    await soon(() => expect(failures).toHaveLength(1));
    broken = false;
    for (let at = 2; at <= 5; at++) await second(clock, at);
    await soon(() => expect(clock.slept).toHaveLength(6));
    expect(await ledger.peek('flow')).toMatchObject({ kind: 'running' });
    drop();
  });

  it('is not renewed any more when it is not ours', async () => {
    const { clock, ledger, token, renew } = await leased();
    await ledger.settle('flow', token, Uint8Array.of(1));
    let renewals = 0;
    keepLease({
      everyMs: 1000,
      clock,
      renew: () => {
        renewals++;
        return renew();
      },
      failed: () => undefined,
    });
    await second(clock, 1);
    await soon(() => expect(renewals).toBe(1));
    clock.advance(10_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.slept).toHaveLength(1);
  });
});
