import { aeadCodec } from '@countersign/codec-aead';
import { describe, expect, it } from 'vitest';
import { clientOf, type Mode, servedAs, textOf, wireOf } from '../support/modes.js';
import { accept, isAsk, RawSession } from '../support/raw-session.js';
import { soon } from '../support/served.js';

const KEY = new Uint8Array(32).fill(1);
const limits = (more: object) => ({ state: { codec: aeadCodec({ keys: [KEY] }), ...more } });
const poll = (rounds: number) => ({ name: 'poll', arguments: { rounds } });
const INVALID_STATE = { code: -32602, data: { reason: 'invalid_request_state' } };

/** Asks, and hands back how the question is answered: by another request with the state. */
async function askedOn(
  mode: Mode,
  at: Awaited<ReturnType<typeof servedAs>>,
  tool: string,
  args: object = {},
) {
  const wire = await wireOf(mode, at);
  const { result } = await (await wire.call(1, tool, args)).next(({ id }) => id === 1);
  const answer = async (
    elsewhere = wire,
    id = 2,
    inputResponses: object = { name: accept({ name: 'Ada' }) },
  ) =>
    (
      await elsewhere.call(id, tool, args, { requestState: result.requestState, inputResponses })
    ).next((message) => message.id === id);
  return { wire, result, answer };
}

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode) => {
  it('state-only rounds are requests of their own, which the client sends', async () => {
    const at = await servedAs(mode);
    const client = await clientOf(mode, at);
    expect(textOf(await client.callTool(poll(2)))).toBe('counted 2');
    expect(at.events.map(({ type }) => type)).toEqual([
      'round.again',
      'round.again',
      'round.finished',
    ]);
    const { result } = await askedOn(mode, at, 'poll', { rounds: 1 });
    expect(result).toMatchObject({
      resultType: 'input_required',
      requestState: expect.any(String),
    });
    expect(result).not.toHaveProperty('inputRequests');
  });

  it('rounds that settle nothing end at the server’s limit', async () => {
    const client = await clientOf(mode, await servedAs(mode, limits({ maxRounds: 2 })));
    expect(textOf(await client.callTool(poll(2)))).toBe('counted 2');
    const { isError, content } = await client.callTool(poll(9));
    expect([isError, textOf({ content })]).toEqual([
      true,
      expect.stringMatching(/^The call still required input after/),
    ]);
  });

  it('a question waits as long as its state lives, whatever time-out the step has', async () => {
    const at = await servedAs(mode);
    const [inTime, late] = [await askedOn(mode, at, 'hurry'), await askedOn(mode, at, 'hurry')];
    await at.clock.advance(599_000);
    expect((await inTime.answer()).result.content[0].text).toBe('Ada');
    await at.clock.advance(1000);
    expect((await late.answer()).error).toMatchObject(INVALID_STATE);
    expect(at.events).toContainEqual(
      expect.objectContaining({ type: 'state.refused', code: 'expired' }),
    );
  });

  it('a flow ends at its deadline', async () => {
    const at = await servedAs(mode, limits({ flowTtlSeconds: 60 }));
    const [inTime, late] = [await askedOn(mode, at, 'hurry'), await askedOn(mode, at, 'hurry')];
    await at.clock.advance(59_000);
    expect((await inTime.answer()).result.content[0].text).toBe('Ada');
    await at.clock.advance(1000);
    expect((await late.answer()).error).toMatchObject(INVALID_STATE);
  });

  it('another process with the same key finishes what this one asked', async () => {
    const [here, there] = [await servedAs(mode), await servedAs(mode)];
    const { answer } = await askedOn(mode, here, 'deploy', { env: 'prod' });
    const done = await answer(await wireOf(mode, there), 1, { confirm: accept({ confirm: true }) });
    expect(done.result.content[0].text).toBe('Deployed to prod.');
    expect([here.world.deployed, there.world.deployed]).toEqual([[], ['prod']]);
  });

  it('an answer that got lost is had again by the same request', async () => {
    const { answer } = await askedOn(mode, await servedAs(mode), 'hurry');
    const [first, again] = [await answer(undefined, 2), await answer(undefined, 3)];
    expect(first.result.content).toEqual([{ type: 'text', text: 'Ada' }]);
    expect(again.result).toEqual(first.result);
  });
});

describe.each(['2025 sessions', '2025 stdio', '2025 stateless', '2025 JSON only'] as const)(
  'over %s',
  (mode) => {
    it('state-only rounds finish within the one request, paced', async () => {
      const { clock, ...at } = await servedAs(mode, { shim: { pacing: 1234 } });
      const call = (await clientOf(mode, { clock, ...at })).callTool(poll(2));
      for (let round = 0; round < 2; round++) {
        await soon(() => expect(clock.waits).toContain(1234));
        await clock.advance(1234);
      }
      expect(textOf(await call)).toBe('counted 2');
    });

    it('rounds that settle nothing end at the shim’s limit', async () => {
      const client = await clientOf(
        mode,
        await servedAs(mode, { shim: { pacing: 0, maxRounds: 2 } }),
      );
      expect(textOf(await client.callTool(poll(2)))).toBe('counted 2');
      const { isError, content } = await client.callTool(poll(9));
      expect([isError, textOf({ content })]).toEqual([
        true,
        'The call still required input after 2 rounds; it was waiting for "count".',
      ]);
    });

    it('a call ends at its deadline, in words for it', async () => {
      const client = await clientOf(
        mode,
        await servedAs(mode, { shim: { pacing: 60_000 }, ...limits({ flowTtlSeconds: 60 }) }),
      );
      const { isError, content } = await client.callTool(poll(9));
      expect([isError, textOf({ content })]).toEqual([
        true,
        'The call was not finished before its deadline; it was waiting for "count".',
      ]);
    });
  },
);

describe.each(['2025 sessions', '2025 stdio'] as const)('over %s', (mode) => {
  it('a question is withdrawn after its time-out, ten minutes or the step’s own, and the call says so', async () => {
    const at = await servedAs(mode);
    const wire = await wireOf(mode, at);
    for (const [id, tool, key, ms] of [
      [1, 'hurry', 'name', 1000],
      [2, 'deploy', 'confirm', 600_000],
    ] as const) {
      const call = await wire.call(id, tool, { env: 'prod' });
      const question = await call.next((message) => isAsk(message) && message.id === id - 1);
      await at.clock.advance(ms - 1);
      expect(at.stats().openAsks).toBe(1);
      await at.clock.advance(1);
      const { params } = await call.next(
        (message) =>
          message.method === 'notifications/cancelled' && message.params.requestId === question.id,
      );
      expect(params.reason).toBe('The question was not answered in time');
      const { result } = await call.next(
        (message) => message.id === id && message.result !== undefined,
      );
      expect([result.isError, textOf(result)]).toEqual([
        true,
        `The question "${key}" was not answered in time.`,
      ]);
    }
    expect(at.world.deployed).toEqual([]);
  });

  it('a question ends at the deadline of its call, however long it might have waited', async () => {
    const at = await servedAs(mode, limits({ flowTtlSeconds: 60 }));
    const call = await (await wireOf(mode, at)).call(1, 'deploy', { env: 'prod' });
    await call.next(isAsk);
    await at.clock.advance(60_000);
    const { result } = await call.next(({ id, method }) => id === 1 && method === undefined);
    expect(textOf(result)).toBe(
      'The call was not finished before its deadline; it was waiting for "confirm".',
    );
  });
});

describe.each(['no shim, HTTP', 'no shim, stdio'] as const)('over %s', (mode) => {
  it('there is no second round: what asks for one fails, saying why', async () => {
    const at = await servedAs(mode);
    const result = await (await clientOf(mode, at)).callTool(poll(1));
    expect([result.isError, textOf(result)]).toEqual([
      true,
      expect.stringContaining('@countersign/shim-legacy'),
    ]);
    expect(textOf(await (await clientOf(mode, at)).callTool(poll(0)))).toBe('counted 0');
    expect(at.clock.waiting).toBe(0);
  });
});

describe.each(['2025 sessions', '2025 JSON only'] as const)('over %s', (mode) => {
  it('another process does not know the session', async () => {
    const [here, there] = [await servedAs(mode), await servedAs(mode)];
    const session = await RawSession.open(here.url);
    expect((await session.call(1, 'maybe')).status).toBe(200);
    const elsewhere = new RawSession(there.url);
    elsewhere.id = session.id;
    const lost = await elsewhere.call(1, 'maybe');
    expect(lost.status).toBe(404);
    expect(await lost.next(() => true)).toMatchObject({
      error: { code: -32001, message: 'Session not found' },
    });
  });
});

describe.each(['2025 stateless', 'no shim, HTTP'] as const)('over %s', (mode) => {
  it('every request may go to another process', async () => {
    for (const { url } of [await servedAs(mode), await servedAs(mode)]) {
      const call = await new RawSession(url).call(1, 'poll', { rounds: 0 });
      expect(textOf((await call.next(({ id }) => id === 1)).result)).toBe('counted 0');
    }
  });
});
