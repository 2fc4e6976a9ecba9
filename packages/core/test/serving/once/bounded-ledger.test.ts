import { describe, expect, it } from 'vitest';
import { memoryLedger } from '../../../src/index.js';
import { boundedLedger } from '../../../src/serving/once/bounded-ledger.js';
import { FakeClock } from '../../support/fake-clock.js';
import { ledgerWith } from '../../support/payments.js';

const OPTIONS = { request: 'r', answers: 'a', leaseMs: 1000, keepMs: 1_000_000 };

describe('a bounded ledger', () => {
  it('passes on what its ledger answers in time', async () => {
    const bounded = boundedLedger(memoryLedger(), 5000, new FakeClock());
    const claim = await bounded.claim('flow', OPTIONS);
    expect(claim.kind).toBe('fresh');
    const token = claim.kind === 'fresh' ? claim.token : '';
    expect(await bounded.peek('flow')).toMatchObject({ kind: 'running' });
    expect(await bounded.renew('flow', token, 1000)).toBe(true);
    expect(await bounded.settle('flow', token, Uint8Array.of(1))).toBe(true);
    expect(await bounded.release('flow', token)).toBe(false);
  });

  it('fails when its ledger does not answer in time, and releases a claim that comes true later', async () => {
    const clock = new FakeClock();
    const memory = memoryLedger();
    let reconnected: () => void = () => undefined;
    const connection = new Promise<void>((resolve) => {
      reconnected = resolve;
    });
    const queueing = ledgerWith(
      (own) => ({ claim: (id, options) => connection.then(() => own.claim(id, options)) }),
      memory,
    );
    const claim = boundedLedger(queueing, 5000, clock).claim('flow', OPTIONS);
    const failed = expect(claim).rejects.toMatchObject({
      name: 'LedgerError',
      code: 'unavailable',
    });
    clock.advance(5000);
    await failed;
    reconnected();
    await connection;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await memory.peek('flow')).toBeUndefined();
    expect((await memory.claim('flow', OPTIONS)).kind).toBe('fresh');
  });

  it('leaves alone a late claim that is somebody else’s', async () => {
    const clock = new FakeClock();
    const memory = memoryLedger();
    await memory.claim('flow', OPTIONS);
    let reconnected: () => void = () => undefined;
    const connection = new Promise<void>((resolve) => {
      reconnected = resolve;
    });
    const queueing = ledgerWith(
      (own) => ({ claim: (id, options) => connection.then(() => own.claim(id, options)) }),
      memory,
    );
    const failed = expect(
      boundedLedger(queueing, 5000, clock).claim('flow', OPTIONS),
    ).rejects.toMatchObject({ code: 'unavailable' });
    clock.advance(5000);
    await failed;
    reconnected();
    await connection;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await memory.peek('flow')).toMatchObject({ kind: 'running' });
  });
});
