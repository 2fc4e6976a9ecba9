import { type Ledger, LedgerError, memoryLedger } from '@countersign/core';
import { type LedgerContractOptions, ledgerContract } from '@countersign/testing/conformance';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../src/fake-clock.js';

type Break = (ledger: Ledger) => Ledger;

/** The names of the rules that a ledger breaks: ours, after `change`. */
async function broken(
  change: Break,
  options: LedgerContractOptions = {},
  maxClaims = 100_000,
): Promise<string[]> {
  const failed: string[] = [];
  const rules: (readonly [name: string, test: () => void | Promise<void>])[] = [];
  const make = () => {
    const clock = fakeClock();
    const ledger = change(memoryLedger({ clock, maxClaims }));
    return { replicas: [ledger, ledger] as const, pass: (ms: number) => clock.advance({ ms }) };
  };
  ledgerContract(
    { describe: (_, body) => body(), it: (name, test) => rules.push([name, test]) },
    'any',
    make,
    options,
  );
  for (const [name, test] of rules)
    await Promise.resolve()
      .then(test)
      .catch(() => failed.push(name));
  return failed;
}

/** The ledger under other ids. */
const renaming = (ledger: Ledger, name: (id: string) => string): Ledger => ({
  peek: (id) => ledger.peek(name(id)),
  claim: (id, options) => ledger.claim(name(id), options),
  renew: (id, ...rest) => ledger.renew(name(id), ...rest),
  settle: (id, ...rest) => ledger.settle(name(id), ...rest),
  release: (id, token) => ledger.release(name(id), token),
});

const cutsIdsAt =
  (length: number): Break =>
  (ledger) =>
    renaming(ledger, (id) => id.slice(0, length));

/** Forgets the oldest of more than `cap` claims, be they running or done. */
const evictingAt =
  (cap: number): Break =>
  (ledger) => {
    const kept = new Map<string, number>();
    let generation = 0;
    const renamed = renaming(ledger, (id) => `${id} ${kept.get(id) ?? generation}`);
    return {
      ...renamed,
      async claim(id, options) {
        if (!kept.has(id)) kept.set(id, ++generation);
        if (kept.size > cap) kept.delete(kept.keys().next().value as string);
        return renamed.claim(id, options);
      },
    };
  };

/** Forgets the results of all but the last `cap` that were settled. */
const evictingDoneAt =
  (cap: number): Break =>
  (ledger) => {
    const done: string[] = [];
    const forgotten = new Set<string>();
    const renamed = renaming(ledger, (id) => (forgotten.has(id) ? `${id} again` : id));
    return {
      ...renamed,
      async settle(id, ...rest) {
        const settled = await renamed.settle(id, ...rest);
        if (settled && done.push(id) > cap) forgotten.add(done.shift() as string);
        return settled;
      },
    };
  };

/** Does what is given when the ledger is full. */
const whenFull =
  (act: (...given: Parameters<Ledger['claim']>) => ReturnType<Ledger['claim']>): Break =>
  (ledger) => ({
    ...ledger,
    claim: (id, options) =>
      ledger.claim(id, options).catch((error: unknown) => {
        if (error instanceof LedgerError) return act(id, options);
        throw error;
      }),
  });

const KEEPS = 'keeps each of 5000 claims, settled or not, or refuses it with `full`';

describe('the contract of ledgers', () => {
  it('is kept by a ledger without a flaw, and by one that refuses when it is full', async () => {
    expect(await broken((ledger) => ledger)).toEqual([]);
    expect(await broken((ledger) => ledger, { claims: 500 }, 200)).toEqual([]);
    expect(await broken(evictingAt(100_000))).toEqual([]);
    expect(await broken(cutsIdsAt(256))).toEqual([]);
  });

  it.each([200, 500, 2000, 4999])(
    'is broken by one that drops its oldest claim at %i',
    async (cap) => {
      expect(await broken(evictingAt(cap))).toEqual([KEEPS]);
    },
  );

  it('finds one that drops claims beyond any number, by more claims than that', async () => {
    expect(await broken(evictingAt(10_000), { claims: 10_001 })).toEqual([
      KEEPS.replace('5000', '10001'),
    ]);
  });

  it('is broken by one that drops claims that are done', async () => {
    expect(await broken(evictingDoneAt(1000))).toEqual([KEEPS]);
  });

  it('is broken by one that refuses otherwise when it is full', async () => {
    const refusing = (error: Error) => whenFull(async () => Promise.reject(error));
    expect(await broken(refusing(new LedgerError('full')), {}, 200)).toEqual([]);
    for (const other of [new Error('full'), new LedgerError('unavailable')])
      expect(await broken(refusing(other), {}, 200)).toEqual([KEEPS]);
  });

  it('is broken by one that gives out claims which it has no room to keep', async () => {
    expect(
      await broken(
        whenFull(async () => ({ kind: 'fresh', token: 'token' })),
        {},
        200,
      ),
    ).toEqual([KEEPS]);
  });

  it.each([21, 32, 63, 127])('is broken by one that cuts ids at %i characters', async (length) => {
    const rules = (await broken(cutsIdsAt(length))).flatMap(
      (name) => /any one of (\d+) characters/.exec(name)?.[1] ?? [],
    );
    expect(rules).toEqual(['22', '36', '64', '128'].filter((each) => Number(each) > length));
  });

  it('is broken by one that cuts the digests of a claim', async () => {
    const cut = (ledger: Ledger): Ledger => ({
      ...ledger,
      claim: (id, { answers, ...options }) =>
        ledger.claim(id, { ...options, answers: answers.slice(0, 32) }),
    });
    const rules = await broken(cut);
    expect(rules).toHaveLength(4);
    for (const rule of rules) expect(rule).toContain('digests likewise');
  });

  it('takes no number of claims that shows nothing', async () => {
    const contract = (claims: number) => broken((ledger) => ledger, { claims });
    expect(await contract(1)).toEqual([]);
    for (const claims of [0, -1, 1.5, Number.NaN])
      await expect(contract(claims)).rejects.toThrow(RangeError);
  });
});
