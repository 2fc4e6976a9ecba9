import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { afterAll, describe, expect, it } from 'vitest';
import { redisLedger } from '../src/index.js';
import { freePort, missing, ownRedis } from './support/redis.js';

const OPTIONS = { request: 'r', answers: 'a', leaseMs: 60_000, keepMs: 60_000 };
const NONE = 'no redis-server on PATH to configure';

const full = await ownRedis('--maxmemory-policy', 'noeviction');
afterAll(() => full?.stop());

describe.skipIf(full === undefined && missing(NONE))('a Redis that is out of memory', () => {
  it.each(['redis', 'ioredis'])(
    'is full for new claims, and gives what it holds: %s',
    async (by) => {
      const admin = new Redis(full?.url ?? '');
      const client =
        by === 'redis'
          ? await createClient({ url: full?.url ?? '' }).connect()
          : new Redis(full?.url ?? '');
      const ledger = redisLedger({ client, prefix: `${by}:` });
      const own = await ledger.claim('held', OPTIONS);
      await ledger.settle('held', own.kind === 'fresh' ? own.token : '', Uint8Array.of(1));
      await admin.config('SET', 'maxmemory', '1');
      for (const script of ['known', 'forgotten']) {
        if (script === 'forgotten') await admin.script('FLUSH');
        await expect(ledger.claim('another', OPTIONS)).rejects.toMatchObject({
          name: 'LedgerError',
          code: 'full',
        });
        expect(await ledger.peek('held')).toMatchObject({ kind: 'done' });
      }
      await admin.config('SET', 'maxmemory', '0');
      expect((await ledger.claim('another', OPTIONS)).kind).toBe('fresh');
      admin.disconnect();
      if (client instanceof Redis) client.disconnect();
      else client.destroy();
    },
  );
});

const clustered = await ownRedis(
  ...[
    '--cluster-enabled',
    'yes',
    '--cluster-announce-ip',
    '127.0.0.1',
    '--cluster-port',
    String(await freePort()),
  ],
);
afterAll(() => clustered?.stop());

describe.skipIf(clustered === undefined && missing(NONE))('a cluster', () => {
  it('runs every script, by either client', async () => {
    const url = clustered?.url ?? '';
    const admin = new Redis(url);
    await admin.cluster('ADDSLOTSRANGE', 0, 16_383);
    await expect
      .poll(() => admin.cluster('INFO'), { timeout: 20_000 })
      .toContain('cluster_state:ok');
    admin.disconnect();
    const node = await createCluster({ rootNodes: [{ url }] }).connect();
    const io = new Cluster([url]);
    const [a, b] = [redisLedger({ client: node }), redisLedger({ client: io })];
    for (const id of ['one', 'two', '{three}']) {
      const own = await a.claim(id, OPTIONS);
      const token = own.kind === 'fresh' ? own.token : '';
      expect(await b.claim(id, OPTIONS)).toMatchObject({ kind: 'running' });
      expect(await b.renew(id, token, 60_000)).toBe(true);
      expect(await b.settle(id, token, Uint8Array.of(1))).toBe(true);
      expect(await a.peek(id)).toMatchObject({ kind: 'done' });
      expect(await a.release(id, token)).toBe(false);
    }
    node.destroy();
    io.disconnect();
  });
});
