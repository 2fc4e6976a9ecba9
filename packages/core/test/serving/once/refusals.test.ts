import { describe, expect, it } from 'vitest';
import { type Ledger, LedgerError, memoryLedger, systemClock } from '../../../src/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { asked, ledgerWith, textOf } from '../../support/payments.js';
import { rawRequest, soon, tool } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';
import { held, replicas, STATE_ERROR } from './support.js';

const pay = (to: Parameters<typeof tool>[0], final: object) =>
  tool(to, 'pay', { amount: 5 }, { ...final });
const told = (text: string) => ({
  isError: true,
  content: [{ type: 'text', text: expect.stringContaining(text) }],
});
const down = async (): Promise<never> => {
  throw new Error('SECRET connect ECONNREFUSED 10.0.0.7:6379');
};

describe('a ledger that is down', () => {
  it.each(['peek', 'claim'] as const)(
    'at its %s refuses the call without an effect, and tells nothing of why',
    async (method) => {
      let broken = false;
      const ledger = ledgerWith(
        (own) =>
          ({
            [method]: (...args: [never, never]) => (broken ? down() : own[method](...args)),
          }) as Partial<Ledger>,
      );
      const { a, servers, world, told: events } = replicas({ ledger });
      const final = await asked(servers[0]);
      broken = true;
      const { body, status } = await pay(servers[0], final);
      expect(status).toBe(200);
      expect(body.result).toMatchObject(
        told('the ledger that keeps the call from running twice did not answer'),
      );
      expect(JSON.stringify(body)).not.toContain('SECRET');
      expect(world.paid).toEqual([]);
      expect(events()).toEqual(['ledger.refused unavailable']);
      expect(a.events.filter(({ type }) => type === 'error')).toMatchObject([
        { where: 'ledger', error: { message: expect.stringContaining('SECRET') } },
      ]);
      expect(a.lines.text()).toContain('single use refused a call');
      broken = false;
      expect(textOf((await pay(servers[0], final)).body)).toBe('paid 5 (1)');
    },
  );

  it('when the result is to be kept costs the caller nothing: it is kept as soon as the ledger is back', async () => {
    let failures = 3;
    const ledger = ledgerWith((own) => ({
      settle: (...args) => (failures-- > 0 ? down() : own.settle(...args)),
    }));
    const { servers, world } = replicas({ ledger });
    const final = await asked(servers[0]);
    expect(textOf((await pay(servers[0], final)).body)).toBe('paid 5 (1)');
    expect(failures).toBe(-1);
    expect(textOf((await pay(servers[1], final)).body)).toBe('paid 5 (1)');
    expect(world.paid).toHaveLength(1);
  });

  it('throws nothing that gets lost, be it no error at all', async () => {
    const ledger = ledgerWith(() => ({
      peek: () => {
        // biome-ignore lint/style/useThrowOnlyError: ledgers may do such things
        throw undefined;
      },
    }));
    const { servers, world, told: events } = replicas({ ledger });
    expect((await pay(servers[0], await asked(servers[0]))).body.result).toMatchObject(
      told('did not answer'),
    );
    expect(world.paid).toEqual([]);
    expect(events()).toEqual(['ledger.refused unavailable']);
  });
});

describe('a ledger that is full', () => {
  it('refuses another flow, and still knows the ones it holds', async () => {
    const { servers, world, told: events } = replicas({ ledger: memoryLedger({ maxClaims: 1 }) });
    const [one, two] = [await asked(servers[0]), await asked(servers[0])];
    expect(textOf((await pay(servers[0], one)).body)).toBe('paid 5 (1)');
    expect((await pay(servers[1], two)).body.result).toMatchObject(told('is full'));
    expect(textOf((await pay(servers[1], one)).body)).toBe('paid 5 (1)');
    expect(world.paid).toHaveLength(1);
    expect(events().sort()).toEqual(['ledger.claimed', 'ledger.refused full', 'ledger.repeated']);
  });
});

describe('a result that is too large to keep', () => {
  it('goes to the first caller, and a marker to those who repeat', async () => {
    const {
      servers,
      world,
      told: events,
    } = replicas({ ledger: memoryLedger({ maxResultBytes: 1024 }) });
    const final = await asked(servers[0]);
    const large = 'x'.repeat(2000);
    world.run = () => large;
    expect(textOf((await pay(servers[0], final)).body)).toBe(large);
    for (const at of [0, 1] as const)
      expect((await pay(servers[at], final)).body.result).toMatchObject(told('too large to keep'));
    expect(world.paid).toHaveLength(1);
    expect(events().sort()).toEqual([
      'ledger.claimed',
      'ledger.refused too_large',
      'ledger.refused too_large',
    ]);
  });
});

describe('a claim whose owner vanished', () => {
  it('is refused to everybody, since the effect may have happened', async () => {
    const clock = new FakeClock();
    const { a, servers, world, told: events } = replicas({ clock });
    const final = await asked(servers[0]);
    const waiting = held();
    world.run = waiting.run;
    const first = pay(servers[0], final);
    await waiting.entered;
    clock.advance(30_000); // nobody renews by this clock: to the ledger, the process is dead
    for (const at of [1, 0] as const)
      expect((await pay(servers[at], final)).body.result).toMatchObject(
        told('may have had its effect'),
      );
    expect((await pay(servers[1], { ...final, inputResponses: {} })).body.error).toEqual(
      STATE_ERROR,
    );
    // The process was only slow: its caller gets what is true, and the claim stays lost.
    waiting.go('paid late');
    expect(textOf((await first).body)).toBe('paid late');
    expect((await pay(servers[1], final)).body.result).toMatchObject(
      told('may have had its effect'),
    );
    expect(world.paid).toHaveLength(1);
    expect(events().filter((type) => type === 'ledger.refused lost')).toHaveLength(3);
    expect(a.lines.text()).toContain('could not be kept');
  });

  it('is not run again when nobody knows of it any more while a repeat waits', async () => {
    const clock = new FakeClock();
    let released = false;
    const ledger = ledgerWith(
      (own) => ({
        peek: async (id) => (released ? undefined : own.peek(id)),
        claim: async (id, options) =>
          released ? ({ kind: 'lost', ...options } as const) : own.claim(id, options),
      }),
      memoryLedger({ clock }),
    );
    const { servers, world } = replicas({ clock, ledger });
    const final = await asked(servers[0]);
    const waiting = held();
    world.run = waiting.run;
    const first = pay(servers[0], final);
    await waiting.entered;
    const second = pay(servers[1], final);
    await soon(() => expect(clock.slept).toHaveLength(1));
    released = true;
    clock.advance(500);
    expect((await second).body.result).toMatchObject(told('may have had its effect'));
    waiting.go('paid late');
    await first;
    expect(world.paid).toHaveLength(1);
  });
});

describe('what a ledger returns', () => {
  it('is believed only when its seal is whole and its flow the right one', async () => {
    let swapped: Uint8Array | undefined;
    const results: Uint8Array[] = [];
    const ledger = ledgerWith((own) => ({
      settle: (id, token, result) => {
        results.push(Uint8Array.from(result));
        return own.settle(id, token, result);
      },
      peek: async (id) => {
        const claim = await own.peek(id);
        return claim?.kind === 'done' && swapped ? { ...claim, result: swapped } : claim;
      },
    }));
    const { servers, world, told: events } = replicas({ ledger });
    const [one, two] = [await asked(servers[0]), await asked(servers[0])];
    for (const final of [one, two]) await pay(servers[0], final);
    expect(textOf((await pay(servers[1], one)).body)).toBe('paid 5 (1)');
    expect(results).toHaveLength(2);
    const state = Buffer.from(one.requestState, 'latin1');
    for (const other of [
      results[1] as Uint8Array,
      results[0]?.slice(1) as Uint8Array,
      new Uint8Array(),
      state,
    ]) {
      swapped = other;
      expect((await pay(servers[1], one)).body.result).toMatchObject(told('cannot be read'));
    }
    swapped = undefined;
    expect(textOf((await pay(servers[1], one)).body)).toBe('paid 5 (1)');
    expect(world.paid).toHaveLength(2);
    expect(events().filter((type) => type === 'ledger.refused unreadable')).toHaveLength(4);
    // Nor does a result open as a state.
    const asState = Buffer.from(results[0] as Uint8Array).toString('latin1');
    expect(asState).toMatch(/^test\./);
    expect((await pay(servers[0], { ...one, requestState: asState })).body.error).toEqual(
      STATE_ERROR,
    );
  });

  it('was sealed by the first codec, and opens under every one of the list', async () => {
    const [old, fresh] = [
      testCodec(),
      testCodec({ tag: 'fresh', key: 'another key that only tests know, 32 bytes' }),
    ];
    const ledger = memoryLedger();
    const before = replicas({ ledger, state: { codec: old } });
    const after = replicas({ ledger, state: { codec: [fresh, old] } });
    const final = await asked(before.servers[0]);
    expect(textOf((await pay(before.servers[0], final)).body)).toBe('paid 5 (1)');
    expect(textOf((await pay(after.servers[0], final)).body)).toBe('paid 5 (1)');
    expect(after.world.paid).toEqual([]);
  });
});

describe('a caller that left before the claim', () => {
  it.each(['before it is made', 'while it is made'])('has nothing begun: %s', async (when) => {
    const leaving = new AbortController();
    const claimed: string[] = [];
    let leaves = true;
    const ledger = ledgerWith((own) => ({
      peek: (id) => {
        if (leaves && when === 'before it is made') leaving.abort();
        return own.peek(id);
      },
      claim: async (id, options) => {
        const claim = await own.claim(id, options);
        claimed.push(claim.kind);
        if (leaves) leaving.abort();
        return claim;
      },
    }));
    const { a, servers, world } = replicas({ ledger });
    const final = await asked(servers[0]);
    const params = { name: 'pay', arguments: { amount: 5 }, ...final };
    const request = rawRequest('http://127.0.0.1/mcp', { params }, { signal: leaving.signal });
    await a.server.fetch(request).catch(() => undefined);
    await a.server.close(); // waits for what is in flight
    expect(world.paid).toEqual([]);
    expect(claimed).toEqual(when === 'while it is made' ? ['fresh'] : []);
    leaves = false;
    expect(textOf((await pay(servers[1], final)).body)).toBe('paid 5 (1)');
    expect(world.paid).toHaveLength(1);
  });
});

describe('LedgerError', () => {
  it('of another copy of the package is told by its shape', async () => {
    class Copy extends Error {
      override readonly name = 'LedgerError';
      readonly code = 'full';
    }
    for (const error of [new Copy(), new LedgerError('full')]) {
      const ledger = ledgerWith(() => ({ claim: async () => Promise.reject(error) }));
      const { servers } = replicas({ ledger, clock: systemClock });
      expect((await pay(servers[0], await asked(servers[0]))).body.result).toMatchObject(
        told('is full'),
      );
    }
  });
});
