import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missing, ownRedis, someRedis } from './support/redis.js';
import { accept, freshPrefix, official, replica, textOf } from './support/replicas.js';

const redis = await someRedis();
const closing: (() => unknown)[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => redis?.stop?.());

const closed = <T extends { close(): unknown }>(one: T): T => {
  closing.push(() => one.close());
  return one;
};

/** Two replicas that share a Redis, a client of each, and the first round of a flow. */
async function world(url: string, options: Parameters<typeof replica>[3] = {}) {
  const prefix = freshPrefix();
  const replicas = [
    closed(await replica(url, prefix, 'redis', options)),
    closed(await replica(url, prefix, 'ioredis', options)),
  ] as const;
  const clients = [
    closed(await official(replicas[0].url)),
    closed(await official(replicas[1].url)),
  ] as const;
  const begun = async (tool: string) => ({
    requestState: (await clients[0].call(tool)).requestState as string,
  });
  return { prefix, replicas, clients, begun, effects: replicas[0].effects };
}

const YES = { inputResponses: { sure: accept({ sure: true }) } };
const STATE_ERROR = { code: -32602, data: { reason: 'invalid_request_state' } };

describe.skipIf(redis === undefined && missing())(
  'two replicas that share Redis',
  { timeout: 60_000 },
  () => {
    const url = redis?.url ?? '';

    it('have one effect for twenty parallel and twenty sequential redemptions, and one result', async () => {
      const { clients, replicas, begun, effects } = await world(url);
      const final = { ...(await begun('pay')), ...YES };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => clients[at % 2 === 0 ? 0 : 1].call('pay', final)),
      );
      for (let at = 0; at < 20; at++)
        answers.push(await clients[at % 2 === 0 ? 0 : 1].call('pay', final));
      expect(answers.map(textOf)).toEqual(Array(40).fill('paid true, effect 1'));
      expect(await effects()).toBe(1);
      const ledger = replicas
        .flatMap(({ events }) => events.map(({ type }) => type))
        .filter((type) => type.startsWith('ledger.'));
      expect(ledger.sort()).toEqual(['ledger.claimed', ...Array(39).fill('ledger.repeated')]);
    });

    it('refuse another answer on the same flow, and still have the result of the first', async () => {
      const { clients, replicas, begun, effects } = await world(url);
      const state = await begun('pay');
      expect(textOf(await clients[0].call('pay', { ...state, ...YES }))).toBe(
        'paid true, effect 1',
      );
      for (const inputResponses of [
        { sure: accept({ sure: false }) },
        { sure: { action: 'decline' } },
        {},
      ])
        await expect(clients[1].call('pay', { ...state, inputResponses })).rejects.toMatchObject(
          STATE_ERROR,
        );
      expect(replicas[1].events.filter(({ type }) => type === 'state.refused')).toMatchObject(
        Array(3).fill({ code: 'redeemed' }),
      );
      expect(textOf(await clients[1].call('pay', { ...state, ...YES }))).toBe(
        'paid true, effect 1',
      );
      expect(await effects()).toBe(1);
    });

    it('have one effect for states made from an older one, also after the round of the first claim expired', async () => {
      let now = Date.now();
      const clock = {
        now: () => now,
        sleep: async (_: number, signal: AbortSignal) => signal.throwIfAborted(),
      };
      const { clients, begun, effects } = await world(url, { clock });
      const minutes = 60_000;
      const first = await begun('trip');
      const city = async (at: 0 | 1, name: string) => {
        const { requestState } = await clients[at].call('trip', {
          ...first,
          inputResponses: { city: accept({ name }) },
        });
        return {
          requestState: requestState as string,
          inputResponses: { hotel: accept({ name: 'Ritz' }) },
        };
      };
      const redeemed = await city(0, 'Rome');
      now += 9 * minutes;
      const [same, other] = [await city(1, 'Rome'), await city(1, 'Oslo')];
      expect(textOf(await clients[0].call('trip', redeemed))).toBe('booked Ritz, Rome, effect 1');
      now += 6 * minutes;
      await expect(clients[0].call('trip', redeemed)).rejects.toMatchObject(STATE_ERROR); // its round is over
      await expect(clients[0].call('trip', other)).rejects.toMatchObject(STATE_ERROR);
      expect(textOf(await clients[1].call('trip', same))).toBe('booked Ritz, Rome, effect 1');
      expect(await effects()).toBe(1);
    });
  },
);

const own = await ownRedis('--appendonly', 'yes', '--appendfsync', 'always');
afterAll(() => own?.stop());

describe.skipIf(own === undefined && missing('no redis-server on PATH to stop'))(
  'a Redis that stops',
  { timeout: 60_000 },
  () => {
    it.each(['before the flow is claimed', 'and the client queues what it cannot send'])(
      'means refusal and no effect: %s',
      async (how) => {
        const { clients, replicas, begun, effects } = await world(
          own?.url ?? '',
          how.startsWith('before') ? {} : { wrap: hanging },
        );
        const state = await begun('pay');
        if (how.startsWith('before')) await own?.stop();
        for (const answer of await Promise.all(
          clients.map((client) => client.call('pay', { ...state, ...YES })),
        )) {
          expect(answer).toMatchObject({
            isError: true,
            content: [
              {
                text: expect.stringContaining('the ledger that keeps the call from running twice'),
              },
            ],
          });
          expect(JSON.stringify(answer)).not.toMatch(/ECONN|redis|Redis|6379|Socket|Stream/);
        }
        for (const { events } of replicas)
          expect(events.filter(({ type }) => type === 'ledger.refused')).toMatchObject([
            { code: 'unavailable' },
          ]);
        if (!how.startsWith('before')) return expect(await effects()).toBe(0);
        await own?.start();
        await expect.poll(async () => effects().catch(() => -1), { timeout: 20_000 }).toBe(0);
        await expect
          .poll(async () => textOf(await clients[1].call('pay', { ...state, ...YES })), {
            timeout: 20_000,
          })
          .toBe('paid true, effect 1');
        expect(await effects()).toBe(1);
      },
    );

    it('remembers its claims when it is killed and starts again from its file', async () => {
      const { clients, begun, effects } = await world(own?.url ?? '');
      const final = { ...(await begun('pay')), ...YES };
      expect(textOf(await clients[0].call('pay', final))).toBe('paid true, effect 1');
      await own?.stop('SIGKILL');
      await own?.start();
      await expect
        .poll(async () => textOf(await clients[1].call('pay', final)), { timeout: 20_000 })
        .toBe('paid true, effect 1');
      await expect.poll(() => effects().catch(() => -1), { timeout: 20_000 }).toBe(1);
    });
  },
);

const hanging: NonNullable<NonNullable<Parameters<typeof replica>[3]>['wrap']> = (ledger) => ({
  ...ledger,
  claim: () => new Promise(() => undefined),
});

describe.skipIf(redis === undefined)(
  'a replica that is killed between claim and result',
  { timeout: 60_000 },
  () => {
    beforeAll(() => {
      if (!existsSync(new URL('../dist/index.js', import.meta.url)))
        throw new Error('compile the package first: npx tsc -b packages/ledger-redis');
    });

    it('leaves a claim that is refused to everybody, once its lease has ended', async () => {
      const { prefix, clients, replicas, begun, effects } = await world(redis?.url ?? '');
      const fixture = fileURLToPath(new URL('./fixtures/replica.mjs', import.meta.url));
      const child = spawn(process.execPath, [fixture, redis?.url ?? '', prefix, '3000'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const lines = (async function* () {
        let text = '';
        for await (const chunk of child.stdout) {
          text += String(chunk);
          const whole = text.split('\n');
          text = whole.pop() ?? '';
          yield* whole;
        }
      })();
      const dying = closed(await official(new URL((await lines.next()).value as string)));
      const state = await begun('pay');
      const cut = dying.call('pay', { ...state, ...YES }).catch(() => 'cut');
      expect((await lines.next()).value).toBe('entered');
      child.kill('SIGKILL');
      expect(await cut).toBe('cut');

      // A repeat that comes within the lease waits, and is told when it has ended; one that comes after is told at once.
      for (const client of [...clients, ...clients]) {
        const answer = await client.call('pay', { ...state, ...YES });
        expect(answer).toMatchObject({
          isError: true,
          content: [
            { text: expect.stringContaining('may have had its effect, so it is not run again') },
          ],
        });
      }
      await expect(clients[0].call('pay', { ...state, inputResponses: {} })).rejects.toMatchObject(
        STATE_ERROR,
      );
      expect(
        replicas.flatMap(({ events }) => events.filter(({ type }) => type === 'ledger.refused')),
      ).toMatchObject(Array(4).fill({ code: 'lost' }));
      expect(await effects()).toBe(1);
    });
  },
);
