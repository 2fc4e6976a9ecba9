import { describe, expect, it } from 'vitest';
import { connected } from './support/official.js';
import { accept, isAsk, RawSession, type RawStream } from './support/raw-session.js';
import { served, soon } from './support/served.js';

const text = async (stream: RawStream, id: number) =>
  (await stream.next((message) => message.id === id)).result.content[0].text;

const MODES = [
  ['sessions: false', { sessions: false }],
  ['jsonResponse: true', { jsonResponse: true }],
  ['sessions: false', { sessions: false, jsonResponse: true }],
] as const;

describe.each(MODES)('with %s (%o)', (setting, options) => {
  const opened = (url: URL) => ('sessions' in options ? new RawSession(url) : RawSession.open(url));

  it('a question fails at once, naming the setting, and nothing runs', async () => {
    const { url, world, stats, clock } = await served(options);
    const session = await opened(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    const { result } = await call.next(({ id }) => id === 1);
    expect(result).toMatchObject({
      isError: true,
      content: [
        {
          text: `The question "confirm" cannot be asked over this connection (${setting}). Nothing was done.`,
        },
      ],
    });
    const prompt = await session.send({ id: 2, method: 'prompts/get', params: { name: 'review' } });
    expect(await prompt.next(({ id }) => id === 2)).toMatchObject({
      error: { code: -32603, message: expect.stringContaining(setting) },
    });
    const resource = await session.send({
      id: 3,
      method: 'resources/read',
      params: { uri: 'secret://x' },
    });
    expect(await resource.next(({ id }) => id === 3)).toMatchObject({
      error: { code: -32603, message: expect.stringContaining(setting) },
    });
    expect([...call.messages, ...prompt.messages].filter(isAsk)).toEqual([]);
    expect(world.deployed).toEqual([]);
    expect(stats().openAsks).toBe(0);
    expect(clock.waits.filter((ms) => ms < 1_800_000)).toEqual([]);
  });

  it('an optional question is skipped as one that the client cannot take', async () => {
    const { url } = await served(options);
    expect(await text(await (await opened(url)).call(1, 'maybe'), 1)).toBe('nobody (unsupported)');
  });

  it('state-only rounds finish within the one call, paced', async () => {
    const { url, clock } = await served({ ...options, pacing: 1234 });
    const session = await opened(url);
    const call = session.call(1, 'poll', { rounds: 2 });
    for (let round = 0; round < 2; round++) {
      await soon(() => expect(clock.waits).toContain(1234));
      await clock.advance(1234);
    }
    expect(await text(await call, 1)).toBe('counted 2');
  });

  it('state-only rounds end at the limit', async () => {
    const { url } = await served({ ...options, pacing: 0, maxRounds: 2 });
    const call = await (await opened(url)).call(1, 'poll', { rounds: 9 });
    expect(await text(call, 1)).toBe(
      'The call still required input after 2 rounds; it was waiting for "count".',
    );
  });

  it.each(['v2', 'v1'] as const)('the official client %s is served', async (generation) => {
    const { url } = await served({ ...options, pacing: 0 });
    const client = await connected(generation, url, { elicit: () => accept({ confirm: true }) });
    expect(
      (await client.callTool({ name: 'poll', arguments: { rounds: 2 } })).content[0].text,
    ).toBe('counted 2');
    expect((await client.callTool({ name: 'deploy', arguments: { env: 'prod' } })).isError).toBe(
      true,
    );
  });
});

describe('without sessions', () => {
  it('a client that leaves takes the pause of its call with it', async () => {
    const { url, clock } = await served({ sessions: false, pacing: 1234 });
    const call = await new RawSession(url).call(1, 'poll', { rounds: 2 });
    await soon(() => expect(clock.waits).toContain(1234));
    call.vanish();
    await soon(() => expect(clock.waiting).toBe(0));
  });

  it('there is nothing to listen to and nothing to end', async () => {
    const { url } = await served({ sessions: false });
    expect((await new RawSession(url).listen()).status).toBe(405);
    expect((await new RawSession(url).end()).status).toBe(405);
  });
});

describe('over JSON', () => {
  it('a cancelled call, which HTTP has to answer, is answered by an error', async () => {
    const { url, world } = await served({ jsonResponse: true });
    const session = await RawSession.open(url);
    const call = session.call(1, 'slow');
    await world.entered.promise;
    await session.cancel(1);
    expect((await call).messages).toEqual([]);
    await soon(async () =>
      expect((await call).messages).toMatchObject([
        { id: 1, error: { message: 'Request cancelled' } },
      ]),
    );
    expect(world.aborted).toBe(1);
  });

  it.each([{ jsonResponse: true }, { jsonResponse: true, sessions: false as const }])(
    'a call that never ends does not hold up a shutdown (%o)',
    async (options) => {
      const { url, server, clock, world } = await served(options);
      const session = 'sessions' in options ? new RawSession(url) : await RawSession.open(url);
      const call = session.call(1, 'slow').catch((error: unknown) => error);
      await world.entered.promise;
      const closed = server.close({ graceMs: 1000 });
      await soon(async () => {
        await clock.advance(1000);
        expect(world.aborted).toBe(1);
      });
      await closed;
      await call;
    },
  );
});
