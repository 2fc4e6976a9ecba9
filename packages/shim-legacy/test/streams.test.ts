import { aeadCodec } from '@countersign/codec-aead';
import { describe, expect, it } from 'vitest';
import { accept, isAsk, RawSession, type RawStream } from './support/raw-session.js';
import { served, soon } from './support/served.js';

const result = (stream: RawStream, id: number | string) =>
  stream.next((message) => message.id === id && message.method === undefined);
const text = async (stream: RawStream | undefined, id: number | string) => {
  if (stream === undefined) throw new Error('no stream');
  return (await result(stream, id)).result.content[0].text;
};

describe('a question', () => {
  it('travels on the stream of its call when the client listens nowhere else', async () => {
    const { url } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    const question = await call.next(isAsk);
    expect((await session.reply(question, accept({ confirm: true }))).status).toBe(202);
    expect(await text(call, 1)).toBe('Deployed to prod.');
    await soon(() => expect(call.ended()).toBe(true));
  });

  it('travels on the stream of its call when the client also listens, and with two calls in flight each on its own', async () => {
    const { url } = await served();
    const session = await RawSession.open(url);
    const listening = await session.listen();
    const calls = [
      await session.call(1, 'deploy', { env: 'one' }),
      await session.call(2, 'deploy', { env: 'two' }),
    ];
    const [one, two] = await Promise.all(calls.map((call) => call.next(isAsk)));
    expect([one.params.message, two.params.message]).toEqual(['Deploy to one?', 'Deploy to two?']);
    await session.reply(two, accept({ confirm: false }));
    await session.reply(one, accept({ confirm: true }));
    expect(await text(calls[0], 1)).toBe('Deployed to one.');
    expect(await text(calls[1], 2)).toBe('Nothing was deployed.');
    expect(listening.messages).toEqual([]);
  });

  it('leaves at once, with headers that keep proxies from holding it back', async () => {
    const { url } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    for (const stream of [call, await session.listen()]) {
      expect(Object.fromEntries(stream.headers)).toMatchObject({
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
        'cache-control': 'no-cache, no-transform',
      });
    }
    await call.next(isAsk);
  });

  it('that times out is withdrawn on the stream of its call, which ends in the words for it', async () => {
    const { url, clock, world, events } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(7, 'hurry');
    const question = await call.next(isAsk);
    await clock.advance(1000);
    const withdrawn = await call.next(({ method }) => method === 'notifications/cancelled');
    expect(withdrawn.params).toEqual({
      requestId: question.id,
      reason: 'The question was not answered in time',
    });
    expect((await result(call, 7)).result).toMatchObject({
      isError: true,
      content: [{ text: 'The question "name" was not answered in time.' }],
    });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'question.ended', end: 'timed_out', ms: 1000 }),
    );
    expect(world.deployed).toEqual([]);
  });

  it('waits ten minutes for a person by default, and longer for one who is still at it', async () => {
    const { url, clock } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    const question = await call.next(isAsk);
    await clock.advance(599_000);
    await session.send({
      method: 'notifications/progress',
      params: { progressToken: question.params._meta.progressToken, progress: 1 },
    });
    await clock.advance(599_000);
    await session.reply(question, accept({ confirm: true }));
    expect(await text(call, 1)).toBe('Deployed to prod.');
  });

  it('does not outlive the deadline of its flow, whatever progress the client reports', async () => {
    const { url, clock } = await served(
      {},
      { state: { codec: aeadCodec({ keys: [new Uint8Array(32)] }), flowTtlSeconds: 900 } },
    );
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    const question = await call.next(isAsk);
    for (let minutes = 5; minutes < 15; minutes += 5) {
      await clock.advance(300_000);
      await session.send({
        method: 'notifications/progress',
        params: { progressToken: question.params._meta.progressToken, progress: minutes },
      });
    }
    await clock.advance(300_000);
    expect(await text(call, 1)).toBe(
      'The call was not finished before its deadline; it was waiting for "confirm".',
    );
    expect(call.messages).toContainEqual(
      expect.objectContaining({ method: 'notifications/cancelled' }),
    );
  });

  it.each([-32602, -32603, -1])(
    'that the client answers by error %i was refused by the client, not by the user',
    async (code) => {
      const { url, world } = await served();
      const session = await RawSession.open(url);
      const call = await session.call(1, 'deploy', { env: 'prod' });
      const question = await call.next(isAsk);
      await session.send({ id: question.id, error: { code, message: 'SECRET', data: 'SECRET' } });
      const answer = await result(call, 1);
      expect(answer.result).toMatchObject({
        isError: true,
        content: [{ text: `The question "confirm" was refused by the client (error ${code}).` }],
      });
      expect(JSON.stringify(answer)).not.toContain('SECRET');
      expect(world.deployed).toEqual([]);

      const prompt = await session.send({
        id: 2,
        method: 'prompts/get',
        params: { name: 'review' },
      });
      await session.send({ id: (await prompt.next(isAsk)).id, error: { code, message: 'SECRET' } });
      expect(await prompt.next(({ id }) => id === 2)).toMatchObject({
        error: {
          code: -32603,
          message: expect.stringContaining('"tone" was refused by the client'),
        },
      });
    },
  );

  it('that is declined in a prompt is an error with the step, and no failure of the server', async () => {
    const { url } = await served();
    const session = await RawSession.open(url);
    const prompt = await session.send({ id: 2, method: 'prompts/get', params: { name: 'review' } });
    await session.reply(await prompt.next(isAsk), { action: 'decline' });
    expect(await prompt.next(({ id }) => id === 2)).toMatchObject({
      error: { code: 4001, message: 'The user declined "tone".', data: { step: 'tone' } },
    });
  });

  it('whose fellow is declined is withdrawn', async () => {
    const { url, world } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'pair');
    const left = await call.next(({ params }) => params?.message === 'Left?');
    const right = await call.next(({ params }) => params?.message === 'Right?');
    await session.reply(right, { action: 'decline' });
    expect(
      (await call.next(({ method }) => method === 'notifications/cancelled')).params.requestId,
    ).toBe(left.id);
    expect(await text(call, 1)).toBe('The user declined "right".');
    expect(world.deployed).toEqual([]);
  });

  it('takes no answer from the params of the call', async () => {
    const { url, world } = await served();
    const session = await RawSession.open(url);
    const params = {
      name: 'deploy',
      arguments: { env: 'prod' },
      requestState: 'forged',
      inputResponses: { confirm: accept({ confirm: true }) },
    };
    const call = await session.send({ id: 1, method: 'tools/call', params });
    await session.reply(await call.next(isAsk), accept({ confirm: false }));
    expect(await text(call, 1)).toBe('Nothing was deployed.');
    expect(world.deployed).toEqual([]);
  });
});

describe('a cancelled call', () => {
  it('withdraws its question, ends its stream, and is not answered; the id is free again', async () => {
    const { url, stats, world } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    const question = await call.next(isAsk);
    await session.cancel(1);
    await soon(() => expect(call.ended()).toBe(true));
    expect(call.messages).toEqual([
      question,
      expect.objectContaining({
        method: 'notifications/cancelled',
        params: { requestId: question.id, reason: expect.any(String) },
      }),
    ]);
    expect(stats().openAsks).toBe(0);
    await session.reply(question, accept({ confirm: true }));
    expect(world.deployed).toEqual([]);

    const again = await session.call(1, 'deploy', { env: 'prod' });
    await session.reply(await again.next(isAsk), accept({ confirm: true }));
    expect(await text(again, 1)).toBe('Deployed to prod.');
  });

  it('aborts the author’s signal, and ends its stream before the author is done', async () => {
    const { url, world } = await served();
    const session = await RawSession.open(url);
    const call = await session.call('c', 'slow');
    await world.entered.promise;
    await session.cancel('c');
    await soon(() => expect(call.ended()).toBe(true));
    expect(world.aborted).toBe(1);
    expect(call.messages).toEqual([]);
  });

  it('takes its pause between rounds with it', async () => {
    const { url, clock, events } = await served({ pacing: 12_345 });
    const session = await RawSession.open(url);
    const call = await session.call(1, 'poll', { rounds: 2 });
    await soon(() => expect(clock.waits).toContain(12_345));
    await session.cancel(1);
    await soon(() => expect(call.ended()).toBe(true));
    expect(clock.waits).not.toContain(12_345);
    expect(events.filter(({ type }) => type === 'round.again')).toHaveLength(1);
  });

  it('in a batch leaves the stream to the others', async () => {
    const { url } = await served();
    const session = await RawSession.open(url);
    const request = (id: number, env: string) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'deploy', arguments: { env } },
    });
    const both = await session.send([request(1, 'one'), request(2, 'two')]);
    await both.next(({ params }) => params?.message === 'Deploy to one?');
    const two = await both.next(({ params }) => params?.message === 'Deploy to two?');
    await session.cancel(1);
    await both.next(({ method }) => method === 'notifications/cancelled');
    await session.reply(two, accept({ confirm: true }));
    expect(await text(both, 2)).toBe('Deployed to two.');
    await soon(() => expect(both.ended()).toBe(true));
  });

  it('that was none of a component leaves nothing behind either', async () => {
    const { url, clock, stats } = await served({ sessions: { idleMs: 60_000 } });
    const session = await RawSession.open(url);
    await session.send([
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ]);
    expect(stats().sessions).toBe(1);
    await soon(async () => {
      await clock.advance(60_000);
      expect(stats().sessions).toBe(0);
    });
  });
});

describe('an id', () => {
  it('is not taken twice at a time in one session, and is free again afterwards', async () => {
    const { url } = await served();
    const session = await RawSession.open(url);
    const first = await session.call(1, 'deploy', { env: 'prod' });
    const question = await first.next(isAsk);
    expect(await session.call(1, 'deploy', { env: 'prod' })).toMatchObject({ status: 400 });
    const twin = { jsonrpc: '2.0', id: 9, method: 'ping' };
    expect(await session.send([twin, twin])).toMatchObject({ status: 400 });
    expect(await session.call('1', 'maybe')).toMatchObject({ status: 200 });
    await session.reply(question, accept({ confirm: true }));
    expect(await text(first, 1)).toBe('Deployed to prod.');
    const second = await session.call(1, 'deploy', { env: 'prod' });
    await session.reply(await second.next(isAsk), accept({ confirm: false }));
    expect(await text(second, 1)).toBe('Nothing was deployed.');
  });
});
