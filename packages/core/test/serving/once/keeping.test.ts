import { describe, expect, it } from 'vitest';
import { type Clock, memoryLedger } from '../../../src/index.js';
import { newJournal } from '../../../src/rounds/journal.js';
import { singleUses } from '../../../src/serving/once/single-use.js';
import { settle } from '../../../src/serving/options/settings.js';
import { ledgerWith } from '../../support/payments.js';
import { linesLogger } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

/** A clock by which a wait between two attempts is over at once, and a lease or a time limit, which are longer, never. */
function quick() {
  let time = 0;
  const waits: number[] = [];
  const clock: Clock = {
    now: () => time,
    sleep: (ms, signal) => {
      if (ms >= 5000)
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      waits.push(ms);
      time += ms;
      return Promise.resolve();
    },
  };
  return { clock, waits, now: () => time };
}

/** A call that ran while its ledger was away, until a moment after the result was there. */
async function kept(backAfterMs: number) {
  const { clock, waits, now } = quick();
  const ledger = ledgerWith(
    (own) => ({
      settle: async (...args) => {
        if (now() < backAfterMs) throw new Error('SECRET ECONNREFUSED');
        return own.settle(...args);
      },
    }),
    memoryLedger(),
  );
  const { lines, logger } = linesLogger();
  const settings = settle({
    name: 'bills',
    version: '1',
    components: [],
    state: { codec: testCodec() },
    ledger,
    logger,
  });
  const single = singleUses(
    settings,
    clock,
  )({
    request: { state: 'state', responses: {}, signal: new AbortController().signal },
    journal: newJournal('flow', Date.now() + 3_600_000),
    component: 'pay',
    report: () => undefined,
  });
  expect(await single.enter(() => 'answers')).toBe(true);
  const result = { content: [{ type: 'text', text: 'paid' }] };
  const outcome = await single.concluded({ kind: 'completed', value: 'paid' }, async () => ({
    kind: 'completed',
    result,
  }));
  single.close();
  // Whatever became of the ledger, it is the truth, and the caller's.
  expect(outcome).toEqual({ kind: 'completed', result });
  return { claim: await ledger.peek('flow'), waits, took: now(), lines };
}

describe('a result that is there while the ledger is away', () => {
  it.each([0, 1, 2600, 4900, 5000])(
    'is kept by one that is back after %i ms',
    async (backAfterMs) => {
      const { claim, took, lines } = await kept(backAfterMs);
      expect(claim?.kind).toBe('done');
      expect(took).toBeGreaterThanOrEqual(backAfterMs);
      expect(took).toBeLessThanOrEqual(Math.min(backAfterMs + 500, 5000));
      expect(lines.all).toEqual([]);
    },
  );

  it('is given up after five seconds, and the operator is told', async () => {
    expect((await kept(5000)).claim?.kind).toBe('done');
    const { claim, waits, took, lines } = await kept(5001);
    expect(claim?.kind).toBe('running'); // and lost, once its lease ends
    expect(took).toBe(5000);
    expect(Math.max(...waits)).toBe(500);
    expect(lines.all).toMatchObject([{ level: 'error', fields: { component: 'pay' } }]);
  });
});
