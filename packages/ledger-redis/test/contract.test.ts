import { randomUUID } from 'node:crypto';
import { ledgerContract } from '@countersign/testing/conformance';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { redisLedger } from '../src/index.js';
import { missing, someRedis } from './support/redis.js';

const redis = await someRedis();

describe.skipIf(redis === undefined && missing())('in Redis', { timeout: 60_000 }, () => {
  const url = redis?.url ?? '';
  const node = redis && createClient({ url });
  const io = redis && new Redis(url);
  afterAll(async () => {
    node?.destroy();
    io?.disconnect();
    await redis?.stop?.();
  });
  const clients = async () => {
    if (node === undefined || io === undefined) throw new Error('no Redis');
    if (!node.isOpen) await node.connect();
    return { node, io };
  };
  const redisNow = async (): Promise<number> => {
    const [seconds, micros] = await (await clients()).io.time();
    return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
  };
  /** Waits for the clock of Redis itself, which no test can move. */
  const pass = async (ms: number): Promise<void> => {
    const until = (await redisNow()) + ms;
    while ((await redisNow()) < until)
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 20)));
  };

  ledgerContract(
    { describe, it },
    'redisLedger over the clients `redis` and `ioredis`',
    async () => {
      const prefix = `test:${randomUUID()}:`;
      const made = await clients();
      return {
        replicas: [
          redisLedger({ client: made.node, prefix }),
          redisLedger({ client: made.io, prefix }),
        ],
        pass,
      };
    },
  );

  describe('redisLedger', () => {
    const OPTIONS = { request: 'r', answers: 'a', leaseMs: 60_000, keepMs: 60_000 };

    it('writes under its prefix, one key a claim, which expires with it', async () => {
      const made = await clients();
      const prefix = `test:${randomUUID()}:`;
      const ledger = redisLedger({ client: made.node, prefix });
      const claim = await ledger.claim('flow', { ...OPTIONS, keepMs: 90_000 });
      expect(await made.io.keys(`${prefix}*`)).toEqual([`${prefix}flow`]);
      const ttl = await made.io.pttl(`${prefix}flow`);
      expect(ttl).toBeGreaterThan(30_000);
      expect(ttl).toBeLessThanOrEqual(90_000);
      await ledger.settle('flow', claim.kind === 'fresh' ? claim.token : '', Uint8Array.of(1));
      await ledger.renew('flow', claim.kind === 'fresh' ? claim.token : '', 600_000);
      expect(await made.io.pttl(`${prefix}flow`)).toBeLessThanOrEqual(ttl);
      await made.io.del(`${prefix}flow`);
    });

    it('goes on when Redis has forgotten its scripts', async () => {
      const made = await clients();
      for (const client of [made.node, made.io]) {
        const ledger = redisLedger({ client, prefix: `test:${randomUUID()}:` });
        const own = await ledger.claim('flow', OPTIONS);
        await made.io.script('FLUSH');
        expect(await ledger.peek('flow')).toMatchObject({ kind: 'running' });
        await made.io.script('FLUSH');
        expect(
          await ledger.settle('flow', own.kind === 'fresh' ? own.token : '', Uint8Array.of(1)),
        ).toBe(true);
      }
    });

    it('keeps no result over its size', async () => {
      const { node: client } = await clients();
      const ledger = redisLedger({ client, prefix: `test:${randomUUID()}:`, maxResultBytes: 2000 });
      const own = await ledger.claim('flow', OPTIONS);
      const token = own.kind === 'fresh' ? own.token : '';
      await expect(ledger.settle('flow', token, new Uint8Array(2001))).rejects.toMatchObject({
        name: 'LedgerError',
        code: 'too_large',
      });
      expect(await ledger.settle('flow', token, new Uint8Array(2000))).toBe(true);
    });

    it('does not take somebody else’s key for a claim', async () => {
      const made = await clients();
      const prefix = `test:${randomUUID()}:`;
      const ledger = redisLedger({ client: made.node, prefix });
      await made.io.set(`${prefix}text`, 'x');
      await expect(ledger.peek('text')).rejects.toThrow('WRONGTYPE');
      await expect(ledger.claim('text', OPTIONS)).rejects.toThrow('WRONGTYPE');
      expect(await made.io.get(`${prefix}text`)).toBe('x');
      await made.io.del(`${prefix}text`);
    });

    it('releases a claim of which only the answer got lost', async () => {
      const made = await clients();
      const prefix = `test:${randomUUID()}:`;
      let cut = true;
      const losing = {
        evalSha: async (...args: Parameters<typeof made.node.evalSha>) => {
          const reply = await made.node.evalSha(...args);
          if (cut && Array.isArray(reply) && String(reply[0]) === 'fresh') {
            cut = false;
            throw new Error('Socket closed unexpectedly');
          }
          return reply;
        },
        eval: (...args: Parameters<typeof made.node.eval>) => made.node.eval(...args),
      };
      const ledger = redisLedger({ client: losing, prefix });
      await ledger.claim('warm', OPTIONS).catch(() => undefined); // so that the script is known
      cut = true;
      await expect(ledger.claim('flow', OPTIONS)).rejects.toThrow('Socket closed');
      await vi.waitFor(async () => expect(await ledger.peek('flow')).toBeUndefined(), {
        timeout: 10_000,
        interval: 5,
      });
      expect((await ledger.claim('flow', OPTIONS)).kind).toBe('fresh');
    });

    it('refuses odd options by name', async () => {
      const { node: client } = await clients();
      expect(redisLedger({ client })).toBeDefined();
      for (const odd of [
        undefined,
        {},
        { client: {} },
        { client: 'redis://localhost' },
        { client, prefix: '' },
        { client, ttl: 1 },
      ])
        expect(() => redisLedger(odd as never)).toThrow(TypeError);
      for (const maxResultBytes of [0, 1023, 1500.5, Number.NaN])
        expect(() => redisLedger({ client, maxResultBytes })).toThrow(RangeError);
    });
  });
});
