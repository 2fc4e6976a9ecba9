import type { Ledger } from '@countersign/core';
import { memoryLedger } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { effects, everyWay, MisuseError, type MisuseReport, misuse } from '../../src/index.js';
import { Pay, Payments } from '../support/pay.js';
import { PayAfterTwo } from '../support/pay-after-two.js';
import { testServer } from '../support/servers.js';

const paying = (paid: () => unknown) =>
  testServer({
    components: [Pay, PayAfterTwo],
    providers: [{ token: Payments, useValue: { pay: paid } }],
  }).server;
const rowsOf = ({ rows }: MisuseReport) =>
  Object.fromEntries(rows.map(({ move, stoppedBy }) => [move, stoppedBy.join(' ')]));

/** What of a tool of single use got through, by a ledger. */
const failed = (misused: Promise<MisuseReport>): Promise<Record<string, string>> =>
  misused.then(
    () => ({}),
    (error: unknown) => {
      if (!(error instanceof MisuseError)) throw error;
      return Object.fromEntries(
        error.report.rows.flatMap((row) => (row.ok ? [] : [[row.move, row.stoppedBy.join(' ')]])),
      );
    },
  );

/** Takes every claim for the first. */
function forgetful(): Ledger {
  const ledger = memoryLedger();
  return {
    ...ledger,
    peek: async () => undefined,
    claim: async () => ({ kind: 'fresh', token: 'token' }),
    settle: async () => true,
  };
}
/** Says of every claim after the first that it was made for the same. */
function echoing(): Ledger {
  const ledger = memoryLedger();
  return {
    ...ledger,
    peek: async () => undefined,
    claim: async (id, options) => {
      const claim = await ledger.claim(id, options);
      return claim.kind === 'fresh'
        ? claim
        : { ...claim, request: options.request, answers: options.answers };
    },
  };
}
/** Looks, and claims a little later. */
function hesitating(): Ledger {
  const [ledger, taken] = [memoryLedger(), new Map<string, string>()];
  return {
    ...ledger,
    claim: async (id, options) => {
      const known = await ledger.peek(id);
      if (known !== undefined) return known;
      await new Promise((resolve) => setImmediate(resolve));
      const claim = await ledger.claim(id, options);
      if (claim.kind === 'fresh') taken.set(id, claim.token);
      return { kind: 'fresh', token: taken.get(id) ?? '' };
    },
  };
}

everyWay({ describe, it }, ({ it, play }) => {
  it('runs a tool of single use once: together, again, and with other answers', async () => {
    const paid = effects();
    const report = await misuse(await play(paying(paid)).as('bob').call('pay'));
    expect(rowsOf(report)).toMatchObject({
      'answered honestly, twice at once': 'ledger',
      'answered honestly': 'nothing',
      'replayed()': 'ledger',
      'answered otherwise': 'redeemed',
    });
    paid.once();
  });

  it('tries other answers than a refusal, too', async () => {
    const paid = effects();
    const report = await misuse(await play(paying(paid)).call('pay'), {
      answers: { sure: 'decline' },
    });
    expect(rowsOf(report)).toMatchObject({
      'answered honestly': 'nothing',
      'answered otherwise': 'redeemed',
    });
    paid.never();
  });

  it('finds out a ledger that takes every claim for the first', async () => {
    const paid = effects();
    const asked = await play(paying(paid), { ledger: forgetful() }).call('pay');
    expect(await failed(misuse(asked))).toEqual({
      'answered honestly, twice at once': 'nothing',
      'replayed()': 'nothing',
      'answered otherwise': 'nothing',
    });
  });

  it('finds out a ledger that takes other answers for the same', async () => {
    const asked = await play(paying(effects()), { ledger: echoing() }).call('pay');
    expect(await failed(misuse(asked))).toEqual({ 'answered otherwise': 'ledger' });
  });

  it('finds out a ledger that does not decide between two at once', async () => {
    const paid = effects();
    const asked = await play(paying(paid), { ledger: hesitating() }).call('pay');
    expect(await failed(misuse(asked))).toEqual({ 'answered honestly, twice at once': 'nothing' });
    expect(paid.calls).toHaveLength(2);
  });

  it('says of answers that lead to a further question that run was not reached', async () => {
    const paid = effects();
    const bob = play(paying(paid)).as('bob');
    const asked = await bob.call('pay-after-two');
    const report = await misuse(asked);
    expect(report.skipped).toContainEqual({
      move: 'answered honestly, twice at once',
      because: expect.stringContaining('run'),
    });
    paid.never();
    const last = await misuse(await asked.answer({ sure: { sure: true } }));
    expect(rowsOf(last)).toMatchObject({
      'answered honestly, twice at once': 'ledger',
      'answered otherwise': 'redeemed',
    });
    paid.once();
  });
});
