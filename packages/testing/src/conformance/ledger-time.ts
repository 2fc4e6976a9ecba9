import assert from 'node:assert/strict';
import { bytes, DIGESTS, LONG, plain, token, type World } from './ledger-world.js';

/** The rules of a ledger's contract about what is kept, and for how long. */
export function timeRules(
  rule: (text: string, body: (world: World) => Promise<void>) => void,
): void {
  rule(
    'keeps a result although the lease would have ended since',
    async ({ a, b, options, pass }) => {
      const own = await token(a.claim('flow', options({ leaseMs: 2000 })));
      assert.equal(await a.settle('flow', own, bytes(2)), true);
      await pass(2000);
      assert.deepEqual(plain(await b.peek('flow')), {
        kind: 'done',
        ...DIGESTS,
        result: bytes(2),
      });
    },
  );

  rule(
    'forgets claims when they need not be kept any longer, settled or not',
    async ({ a, b, options, pass }) => {
      const keepMs = 2000;
      const done = await token(a.claim('done', options({ keepMs })));
      await token(a.claim('running', options({ keepMs })));
      await token(a.claim('lost', options({ keepMs, leaseMs: 10 })));
      assert.equal(await a.settle('done', done, bytes(2)), true);
      assert.equal((await b.peek('done'))?.kind, 'done');
      await pass(2050);
      for (const id of ['done', 'running', 'lost']) {
        assert.equal(await b.peek(id), undefined);
        assert.notEqual(await token(b.claim(id, options({}))), '');
      }
      assert.equal(await a.renew('done', done, LONG), false);
      assert.equal(await a.release('done', done), false);
    },
  );

  rule('refuses a claim that it would forget at once', async ({ a, options }) => {
    for (const keepMs of [0, -1, Number.NaN])
      await assert.rejects(a.claim('flow', options({ keepMs })), RangeError);
    assert.equal(await a.peek('flow'), undefined);
  });
}
