import { describe, expect, it } from 'vitest';
import { type Middleware, memoryLedger, ToolError } from '../../../src/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { asked, ledgerWith, SURE, textOf } from '../../support/payments.js';
import { accept, rawRequest, soon, tool } from '../../support/serving.js';
import { held, replicas, STATE_ERROR } from './support.js';

const pay = (to: Parameters<typeof tool>[0], final: object, amount = 5) =>
  tool(to, 'pay', { amount }, { ...final });

describe('a tool of single use', () => {
  it('runs once for a final request that comes twenty times at once and twenty times more, on two replicas', async () => {
    const { servers, world, told } = replicas();
    const final = await asked(servers[0]);
    const at = (index: number) => servers[index % 2] as (typeof servers)[0];
    const together = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pay(at(index), final)),
    );
    const after = [];
    for (let index = 0; index < 20; index++) after.push(await pay(at(index), final));
    expect(
      new Set([...together, ...after].map(({ body }) => JSON.stringify(body.result))).size,
    ).toBe(1);
    expect(textOf(after[0]?.body)).toBe('paid 5 (1)');
    expect(world.paid).toEqual(['5+1 true']);
    expect(world.computed.length).toBeGreaterThan(0);
    expect(told().sort()).toEqual([
      'ledger.claimed',
      ...Array.from({ length: 39 }, () => 'ledger.repeated'),
    ]);
  });

  it('refuses another answer on the same flow, and asks nothing more on it', async () => {
    const { servers, world, a } = replicas();
    const final = await asked(servers[0]);
    expect(textOf((await pay(servers[0], final)).body)).toBe('paid 5 (1)');
    for (const inputResponses of [
      { sure: accept({ sure: false }) },
      { sure: { action: 'decline' } },
      { sure: accept({}) },
      {},
      undefined,
    ]) {
      const { body } = await pay(servers[1], { ...final, inputResponses });
      expect(body.error).toEqual(STATE_ERROR);
    }
    expect(textOf((await pay(servers[1], final)).body)).toBe('paid 5 (1)');
    expect(world.paid).toEqual(['5+1 true']);
    expect(a.events.filter(({ type }) => type === 'state.refused')).toEqual([]);
  });

  it('tells why in the logger and the events', async () => {
    const { servers, a } = replicas();
    const final = await asked(servers[0]);
    await pay(servers[0], final);
    await pay(servers[0], { ...final, inputResponses: {} });
    expect(a.events.filter(({ type }) => type === 'state.refused')).toMatchObject([
      { code: 'redeemed', component: 'pay', round: 2 },
    ]);
    expect(a.lines.text()).toContain('requestState was already redeemed');
  });

  it('knows the same request before any step runs, whatever else it brings', async () => {
    const { servers, world } = replicas();
    const final = await asked(servers[0]);
    expect(textOf((await pay(servers[0], final)).body)).toBe('paid 5 (1)');
    const before = world.asked;
    expect(before).toBeGreaterThan(0);
    for (const more of [{}, { stray: accept({ x: 1 }) }]) {
      expect(
        textOf(
          (
            await pay(servers[1], {
              ...final,
              inputResponses: { ...final.inputResponses, ...more },
            })
          ).body,
        ),
      ).toBe('paid 5 (1)');
    }
    expect(world.asked).toBe(before);
  });

  it('answers a request that settles with the same answers in another way, and computes nothing again for it', async () => {
    const { servers, world } = replicas();
    const final = await asked(servers[0]);
    expect(textOf((await pay(servers[0], final)).body)).toBe('paid 5 (1)');
    const computed = world.computed.length;
    // What comes beside an answer's content is no part of what was answered.
    const inputResponses = { sure: { ...SURE.sure, _meta: { n: 1 } } };
    expect(textOf((await pay(servers[1], { ...final, inputResponses })).body)).toBe('paid 5 (1)');
    // Nor is what comes inside it beside the fields that were asked for (C31).
    const stray = { sure: accept({ sure: true, stray: { deep: 1 } }) };
    expect(textOf((await pay(servers[1], { ...final, inputResponses: stray })).body)).toBe(
      'paid 5 (1)',
    );
    expect(world.paid).toEqual(['5+1 true']);
    expect(world.computed).toHaveLength(computed);
  });

  it('keeps a newer state of the flow from a second effect, also after the round of the first claim has expired', async () => {
    const clock = new FakeClock();
    const { servers, world } = replicas({ clock });
    const [a, b] = servers;
    const minutes = 60_000;
    const first = (await tool(a, 'book', {})).body.result.requestState;
    const city = (name: string) => ({
      requestState: first,
      inputResponses: { city: accept({ name }) },
    });
    const hotel = (requestState: string, name = 'Ritz') => ({
      requestState,
      inputResponses: { hotel: accept({ name }) },
    });
    const early = (await tool(a, 'book', {}, city('Rome'))).body.result.requestState;
    clock.advance(9 * minutes);
    const [same, other] = [
      (await tool(a, 'book', {}, city('Rome'))).body.result.requestState,
      (await tool(b, 'book', {}, city('Oslo'))).body.result.requestState,
    ];
    expect(textOf((await tool(a, 'book', {}, hotel(early))).body)).toBe('booked Ritz, Rome');
    clock.advance(6 * minutes);
    expect((await tool(b, 'book', {}, hotel(early))).body.error).toEqual(STATE_ERROR); // expired
    expect((await tool(b, 'book', {}, hotel(other))).body.error).toEqual(STATE_ERROR); // redeemed
    expect((await tool(b, 'book', {}, hotel(same, 'Savoy'))).body.error).toEqual(STATE_ERROR);
    expect(textOf((await tool(b, 'book', {}, hotel(same))).body)).toBe('booked Ritz, Rome');
    expect(world.paid).toEqual(['Ritz, Rome']);
  });

  it('lets a newer state run when the older was not redeemed', async () => {
    const { servers, world } = replicas();
    const first = (await tool(servers[0], 'book', {})).body.result.requestState;
    const city = (name: string) => ({
      requestState: first,
      inputResponses: { city: accept({ name }) },
    });
    await tool(servers[0], 'book', {}, city('Rome'));
    const { requestState } = (await tool(servers[0], 'book', {}, city('Oslo'))).body.result;
    const done = await tool(
      servers[1],
      'book',
      {},
      { requestState, inputResponses: { hotel: accept({ name: 'Grand' }) } },
    );
    expect(textOf(done.body)).toBe('booked Grand, Oslo');
    expect(world.paid).toEqual(['Grand, Oslo']);
  });
});

describe('the first request of a tool of single use', () => {
  it.each(['ping', 'bare'])('never runs it, nor what is computed last: %s', async (name) => {
    const { servers, world } = replicas();
    const { resultType, requestState, ...more } = (await tool(servers[0], name, {})).body.result;
    expect(resultType).toBe('input_required');
    expect(more).not.toHaveProperty('inputRequests');
    expect([...world.paid, ...world.computed]).toEqual([]);
    const results = await Promise.all(
      [0, 1, 0, 1].map((at) =>
        tool(servers[at] as (typeof servers)[0], name, {}, { requestState }),
      ),
    );
    expect(new Set(results.map(({ body }) => textOf(body)))).toEqual(
      new Set([name === 'ping' ? 'pong' : 'done']),
    );
    expect(world.paid).toEqual([name]);
  });

  it('seals an answer that came with it, and runs on the next', async () => {
    const { servers, world } = replicas();
    const { requestState, inputRequests } = (
      await tool(servers[0], 'gift', {}, { inputResponses: SURE })
    ).body.result;
    expect(inputRequests).toBeUndefined();
    expect(world.paid).toEqual([]);
    expect(textOf((await tool(servers[1], 'gift', {}, { requestState })).body)).toBe('given');
    expect(textOf((await tool(servers[0], 'gift', {}, { requestState })).body)).toBe('given');
    expect(world.paid).toEqual(['gift true']);
  });

  it('needs no ledger: each begins a flow of its own', async () => {
    const { servers, world } = replicas();
    const finals = [await asked(servers[0]), await asked(servers[1])];
    for (const [index, final] of finals.entries())
      expect(textOf((await pay(servers[0], final)).body)).toBe(`paid 5 (${index + 1})`);
    expect(world.paid).toHaveLength(2);
  });
});

describe('what a flow of single use ended in', () => {
  it('is a refusal like any other: declined once, it is declined for good', async () => {
    const { servers, world } = replicas();
    const final = await asked(servers[0]);
    const declined = { ...final, inputResponses: { sure: { action: 'decline' } } };
    for (const at of [0, 1, 0] as const)
      expect((await pay(servers[at], declined)).body.result).toMatchObject({
        isError: true,
        content: [{ text: 'The user declined "sure".' }],
      });
    expect(
      (await pay(servers[1], { ...final, inputResponses: { sure: { action: 'cancel' } } })).body
        .error,
    ).toEqual(STATE_ERROR);
    expect((await pay(servers[1], final)).body.error).toEqual(STATE_ERROR);
    expect(world.paid).toEqual([]);
  });

  it('is what declined returned, which is entered once', async () => {
    const { servers, world } = replicas();
    const { requestState } = (await tool(servers[0], 'book', {})).body.result;
    const declined = { requestState, inputResponses: { city: { action: 'decline' } } };
    const answers = await Promise.all(
      [0, 1, 0, 1].map((at) => tool(servers[at] as (typeof servers)[0], 'book', {}, declined)),
    );
    expect(answers.map(({ body }) => textOf(body))).toEqual(Array(4).fill('not booked: city'));
    expect(world.paid).toEqual(['declined city']);
  });

  it.each([
    ['a ToolError', () => new ToolError('the bank is closed'), 'the bank is closed'],
    [
      'any other throw',
      () => new Error('SECRET'),
      'The call failed because of an error on the server.',
    ],
  ])('is %s as well', async (_, make, text) => {
    const { servers, world } = replicas();
    const final = await asked(servers[0]);
    world.run = () => {
      throw make();
    };
    for (const at of [0, 1, 1] as const)
      expect((await pay(servers[at], final)).body.result).toMatchObject({
        isError: true,
        content: [{ text }],
      });
    expect(world.paid).toHaveLength(1);
  });

  it('is not what ended before run: a misfit claims nothing', async () => {
    const { servers, world, told } = replicas();
    const final = await asked(servers[0]);
    const asking = (
      await pay(servers[0], { ...final, inputResponses: { sure: accept({ sure: 'maybe' }) } })
    ).body.result;
    expect(asking.inputRequests).toHaveProperty('sure');
    expect(told()).toEqual([]);
    expect(textOf((await pay(servers[1], final)).body)).toBe('paid 5 (1)');
    expect(world.paid).toHaveLength(1);
  });
});

describe('a repeat of a call that is still running', () => {
  it('waits for its result', async () => {
    const clock = new FakeClock();
    const { servers, world } = replicas({ clock });
    const final = await asked(servers[0]);
    const waiting = held();
    world.run = waiting.run;
    const first = pay(servers[0], final);
    await waiting.entered;
    const second = pay(servers[1], final);
    await soon(() => expect(clock.slept).toHaveLength(1));
    waiting.go('paid late');
    expect(textOf((await first).body)).toBe('paid late');
    clock.advance(500);
    expect(textOf((await second).body)).toBe('paid late');
    expect(world.paid).toHaveLength(1);
  });

  it('is told so when it has waited long enough; another answer is refused at once', async () => {
    const { servers, world, told } = replicas({ state: { holdMs: 0 } });
    const final = await asked(servers[0]);
    const waiting = held();
    world.run = waiting.run;
    const first = pay(servers[0], final);
    await waiting.entered;
    expect((await pay(servers[1], final)).body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('still running') }],
    });
    expect((await pay(servers[1], { ...final, inputResponses: {} })).body.error).toEqual(
      STATE_ERROR,
    );
    waiting.go('paid late');
    expect(textOf((await first).body)).toBe('paid late');
    expect(textOf((await pay(servers[1], final)).body)).toBe('paid late');
    expect(told().sort()).toEqual([
      'ledger.claimed',
      'ledger.refused running',
      'ledger.repeated',
      'state.refused redeemed',
    ]);
  });
});

describe('the caller of a tool of single use', () => {
  it('that leaves after the claim aborts nothing: the result is kept for its next request', async () => {
    const { a, servers, world } = replicas();
    const final = await asked(servers[0]);
    const waiting = held();
    let signal: AbortSignal | undefined;
    world.run = (ctx) => {
      signal = ctx.signal;
      return waiting.run();
    };
    const leaving = new AbortController();
    const request = rawRequest(
      'http://127.0.0.1/mcp',
      { params: { name: 'pay', arguments: { amount: 5 }, ...final } },
      { signal: leaving.signal },
    );
    const answer = a.server.fetch(request).catch(() => undefined);
    await waiting.entered;
    leaving.abort();
    await answer;
    expect(signal?.aborted).toBe(false);
    waiting.go('paid although you left');
    expect(textOf((await pay(servers[1], final)).body)).toBe('paid although you left');
    expect(signal?.aborted).toBe(false);
    expect(world.paid).toHaveLength(1);
  });

  it('must be the one who began the flow', async () => {
    const { servers, world } = replicas({
      state: {
        principal: ({ authInfo }) => ({
          issuer: 'i',
          subject: authInfo?.token ?? 'nobody',
          client: 'c',
        }),
      },
    });
    const token = (name: string) => ({ authInfo: { token: name, clientId: 'c', scopes: [] } });
    const send = async (name: string, more: object) => {
      const raw = { params: { name: 'pay', arguments: { amount: 5 }, ...more } };
      return (await servers[0].fetch(rawRequest('http://127.0.0.1/mcp', raw), token(name))).json();
    };
    const { requestState } = (await send('bob', {})).result;
    const final = { requestState, inputResponses: SURE };
    expect(textOf(await send('bob', final))).toBe('paid 5 (1)');
    expect((await send('alice', final)).error).toEqual(STATE_ERROR);
    expect(textOf(await send('bob', final))).toBe('paid 5 (1)');
    expect(world.paid).toHaveLength(1);
  });
});

describe('middleware around a tool of single use', () => {
  it('stands before a kept result as before a fresh one, and is no part of it', async () => {
    let closed = false;
    let rounds = 0;
    const use: Middleware = async (_, next) => {
      if (closed) throw new ToolError('the office is closed');
      const outcome = await next();
      if (outcome.kind !== 'completed') return outcome;
      return { ...outcome, result: { ...outcome.result, _meta: { rounds: ++rounds } } };
    };
    const { servers, world, told } = replicas({ use: [use] });
    const final = await asked(servers[0]);
    closed = true;
    expect(textOf((await pay(servers[0], final)).body)).toBe('the office is closed');
    expect([...world.paid, ...told()]).toEqual([]);
    closed = false;
    for (const nth of [1, 2]) {
      const { result } = (await pay(servers[nth % 2 === 0 ? 0 : 1], final)).body;
      expect(result).toMatchObject({ content: [{ text: 'paid 5 (1)' }], _meta: { rounds: nth } });
    }
    closed = true;
    expect(textOf((await pay(servers[0], final)).body)).toBe('the office is closed');
    expect(world.paid).toHaveLength(1);
  });
});

describe('a flow of single use', () => {
  it('is not run past its deadline, although it was in time when the request came', async () => {
    const clock = new FakeClock();
    const memory = memoryLedger({ clock });
    let late = 0;
    const ledger = ledgerWith(
      (own) => ({
        peek: (id) => {
          clock.advance(late);
          return own.peek(id);
        },
      }),
      memory,
    );
    const { servers, world } = replicas({ clock, ledger });
    const final = await asked(servers[0]);
    late = 3_600_000;
    expect((await pay(servers[0], final)).body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('deadline') }],
    });
    late = 0;
    const another = await asked(servers[0]);
    expect(textOf((await pay(servers[0], another)).body)).toBe('paid 5 (1)');
    expect(world.paid).toHaveLength(1);
  });
});
