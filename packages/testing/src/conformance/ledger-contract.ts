import assert from 'node:assert/strict';
import { LedgerError } from '@countersign/core';
import type { Runner } from '../runner.js';
import { timeRules } from './ledger-time.js';
import {
  bytes,
  DIGESTS,
  each,
  type LedgerUnderTest,
  LONG,
  plain,
  token,
  World,
} from './ledger-world.js';

export type { LedgerUnderTest };

/** What `ledgerContract` takes besides. */
export interface LedgerContractOptions {
  /**
   * Claims made at once in one ledger, to see that none is dropped for another; default 5000, at least 1. Each costs about three
   * calls. A ledger that drops claims beyond a number is found only by more: choose more than whatever bounds yours.
   */
  readonly claims?: number;
}

/**
 * Defines the contract of `Ledger`, as tests. `make` is called for each of them. Throws `RangeError` for `claims`.
 *
 * ```ts
 * ledgerContract({ describe, it }, 'my ledger', () => ({ replicas: [ledger, other], pass: sleep }));
 * ```
 */
export function ledgerContract(
  { describe, it }: Runner,
  name: string,
  make: () => LedgerUnderTest | Promise<LedgerUnderTest>,
  { claims = 5000 }: LedgerContractOptions = {},
): void {
  if (!Number.isSafeInteger(claims) || claims < 1)
    throw new RangeError('ledgerContract: claims: expected a whole number of at least 1');
  const rule = (text: string, body: (world: World) => Promise<void>) =>
    it(text, async () => body(new World(await make())));

  describe(`${name} keeps the contract of a ledger`, () => {
    rule('knows nothing of a flow that nobody claimed', async ({ a, b }) => {
      assert.equal(await a.peek('flow'), undefined);
      assert.equal(await a.renew('flow', 'token', LONG), false);
      assert.equal(await a.settle('flow', 'token', bytes(1)), false);
      assert.equal(await b.release('flow', 'token'), false);
      assert.equal(await b.peek('flow'), undefined);
    });

    rule(
      'gives a claim to the first, and tells others what it was made for',
      async ({ a, b, options }) => {
        assert.notEqual(
          await token(a.claim('flow', options({ request: 'r1', answers: 'a1' }))),
          '',
        );
        const running = { kind: 'running', request: 'r1', answers: 'a1' };
        assert.deepEqual(await b.claim('flow', options({ request: 'r2', answers: 'a2' })), running);
        assert.deepEqual(await a.claim('flow', options({ request: 'r1', answers: 'a1' })), running);
        assert.deepEqual(await b.peek('flow'), running);
      },
    );

    rule('gives a claim to one of twenty that come together', async ({ a, b, options }) => {
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 === 0 ? a : b).claim('flow', options({ request: `r${at}`, answers: `a${at}` })),
        ),
      );
      assert.equal(claims.filter(({ kind }) => kind === 'fresh').length, 1);
      const at = claims.findIndex(({ kind }) => kind === 'fresh');
      const running = { kind: 'running', request: `r${at}`, answers: `a${at}` };
      for (const claim of claims) if (claim.kind !== 'fresh') assert.deepEqual(claim, running);
    });

    rule(
      'keeps claims of different flows apart, whatever their names',
      async ({ a, b, options }) => {
        const ids = [
          'flow',
          'flow ',
          'Flow',
          'flow:1',
          '{flow}',
          '__proto__',
          'flöw \u{1F600}',
          '*',
        ];
        const tokens = [];
        for (const id of ids)
          tokens.push(
            await token(a.claim(id, options({ request: `r ${id}`, answers: `ä ${id}` }))),
          );
        assert.equal(new Set(tokens).size, ids.length);
        for (const id of ids)
          assert.deepEqual(await b.peek(id), {
            kind: 'running',
            request: `r ${id}`,
            answers: `ä ${id}`,
          });
      },
    );

    for (const length of [22, 36, 64, 128]) {
      rule(
        `tells flows apart that differ in any one of ${length} characters, and digests likewise`,
        async ({ a, b, options }) => {
          // 22 are a flow's own (128 random bits), and 43 a digest's.
          const named = (at: number, of: number) =>
            Array.from({ length: of }, (_, place) => (place === at ? 'g' : 'f')).join('');
          const flows = Array.from({ length: length + 1 }, (_, at) => ({
            id: named(at, length), // the last has no other character anywhere
            digests: { request: named(at % 44, 43), answers: named((at + 1) % 44, 43) },
          }));
          const tokens = new Set<string>();
          for (const { id, digests } of flows)
            tokens.add(await token(a.claim(id, options(digests))));
          assert.equal(tokens.size, flows.length);
          for (const { id, digests } of flows)
            assert.deepEqual(await b.claim(id, options({})), { kind: 'running', ...digests });
        },
      );
    }

    rule(
      `keeps each of ${claims} claims, settled or not, or refuses it with \`full\``,
      async ({ a, b, options }) => {
        const ids = Array.from({ length: claims }, (_, at) => `a flow that is number ${at}`);
        // Every fourth is settled: to drop those that are done is to let their effect happen again.
        const settles = (at: number) => at % 4 === 0;
        const digests = (at: number) => ({ request: `r${at}`, answers: `a${at}` });
        const claimed = await each(ids, async (id, at) => {
          const own = await a.claim(id, options(digests(at))).catch((error: unknown) => {
            assert.ok(
              error instanceof LedgerError && error.code === 'full',
              `claim ${at} was refused, and not with LedgerError \`full\``,
            );
          });
          if (own === undefined) return undefined;
          assert.equal(own.kind, 'fresh');
          if (own.kind === 'fresh' && settles(at))
            assert.equal(await a.settle(id, own.token, bytes(1)), true);
          return own;
        });
        assert.ok(
          claimed.some((own) => own !== undefined),
          'an empty ledger takes a claim',
        );
        await each(ids, async (id, at) => {
          const kept = settles(at)
            ? { kind: 'done', ...digests(at), result: bytes(1) }
            : { kind: 'running', ...digests(at) };
          if (claimed[at] === undefined)
            assert.equal(await b.peek(id), undefined, `claim ${at} was refused, and made`);
          else
            assert.deepEqual(
              plain(await b.claim(id, options({}))),
              kept,
              `claim ${at} was dropped`,
            );
        });
      },
    );

    for (const length of [0, 1, 256, 1024]) {
      rule(
        `gives a result of ${length} bytes to everybody, as it was settled`,
        async ({ a, b, options, claimed }) => {
          const own = await claimed('flow');
          const result = bytes(length);
          assert.equal(await a.settle('flow', own, result), true);
          result.fill(7);
          const done = { kind: 'done', ...DIGESTS, result: bytes(length) };
          assert.deepEqual(plain(await b.peek('flow')), done);
          const given = await b.claim('flow', options({ request: 'other', answers: 'other' }));
          assert.deepEqual(plain(given), done);
          if (given.kind === 'done') given.result.fill(9);
          assert.deepEqual(plain(await a.peek('flow')), done);
        },
      );
    }

    rule(
      'settles once: a repeat with the same token is told so and changes nothing',
      async ({ a, b, claimed }) => {
        const own = await claimed('flow');
        assert.equal(await a.settle('flow', own, bytes(2)), true);
        assert.equal(await b.settle('flow', own, bytes(3)), true);
        assert.deepEqual(plain(await a.peek('flow')), {
          kind: 'done',
          ...DIGESTS,
          result: bytes(2),
        });
        assert.equal(await a.renew('flow', own, LONG), false);
        assert.equal(await a.release('flow', own), false);
        assert.deepEqual(plain(await b.peek('flow')), {
          kind: 'done',
          ...DIGESTS,
          result: bytes(2),
        });
      },
    );

    rule('lets a token that is not the claim’s do nothing', async ({ a, b, claimed }) => {
      const own = await claimed('flow');
      const others = await claimed('another flow');
      for (const stale of [others, `${own}x`, own.slice(1), '']) {
        assert.equal(await b.renew('flow', stale, 1), false);
        assert.equal(await b.settle('flow', stale, bytes(1)), false);
        assert.equal(await b.release('flow', stale), false);
      }
      assert.deepEqual(await a.peek('flow'), { kind: 'running', ...DIGESTS });
      assert.equal(await a.settle('flow', own, bytes(2)), true);
      assert.equal(await b.settle('flow', others, bytes(3)), false);
      assert.deepEqual(plain(await b.peek('flow')), { kind: 'done', ...DIGESTS, result: bytes(2) });
    });

    rule(
      'frees a flow that is released, and leaves its token nothing',
      async ({ a, b, options, claimed }) => {
        const first = await claimed('flow');
        assert.equal(await b.release('flow', first), true);
        assert.equal(await a.peek('flow'), undefined);
        assert.equal(await a.release('flow', first), false);
        const second = await token(a.claim('flow', options({ request: 'r2', answers: 'a2' })));
        assert.notEqual(second, first);
        assert.equal(await a.settle('flow', first, bytes(1)), false);
        assert.equal(await a.release('flow', first), false);
        assert.equal(await b.settle('flow', second, bytes(2)), true);
      },
    );

    rule(
      'takes either the result or the release, when both come together',
      async ({ a, b, claimed }) => {
        const own = await claimed('flow');
        const [settled, released] = await Promise.all([
          a.settle('flow', own, bytes(2)),
          b.release('flow', own),
        ]);
        assert.notEqual(settled, released);
        const left = settled ? { kind: 'done', ...DIGESTS, result: bytes(2) } : undefined;
        assert.deepEqual(plain(await b.peek('flow')), left);
      },
    );

    rule('loses a claim whose lease ended, for good', async ({ a, b, options, pass }) => {
      const own = await token(a.claim('flow', options({ leaseMs: 10 })));
      await pass(10);
      const lost = { kind: 'lost', ...DIGESTS };
      assert.deepEqual(await b.peek('flow'), lost);
      assert.deepEqual(await b.claim('flow', options({ request: 'r2', answers: 'a2' })), lost);
      assert.equal(await a.renew('flow', own, LONG), false);
      assert.equal(await a.settle('flow', own, bytes(1)), false);
      assert.equal(await a.release('flow', own), false);
      assert.deepEqual(await a.peek('flow'), lost);
    });

    rule('counts a renewed lease from the renewal', async ({ a, b, options, pass }) => {
      const [long, short] = [
        await token(a.claim('long', options({ leaseMs: 2000 }))),
        await token(a.claim('short', options({}))),
      ];
      assert.equal(await a.renew('long', long, LONG), true);
      assert.equal(await a.renew('short', short, 10), true);
      await pass(2000);
      assert.deepEqual(await b.peek('long'), { kind: 'running', ...DIGESTS });
      assert.deepEqual(await b.peek('short'), { kind: 'lost', ...DIGESTS });
      assert.equal(await a.settle('long', long, bytes(1)), true);
    });
    timeRules(rule);
  });
}
