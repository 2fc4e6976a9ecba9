import { aeadCodec } from '@countersign/codec-aead';
import {
  again,
  type CallContext,
  Compute,
  ConfigError,
  type ServerEvent,
  Tool,
} from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { fakeClock, PlayError, play } from '../src/index.js';
import { CODECS, testServer } from './support/servers.js';

describe.each(CODECS)('a played call, sealed by %s', (_, codec) => {
  it('asks, and finishes with the answer', async () => {
    const { server, world } = testServer();
    const asked = await play(server).codec(codec).as('bob').call('deploy', { env: 'staging' });
    expect(asked.asks).toHaveProperty('confirm');
    expect(asked).toMatchObject({ finished: false, rounds: 1 });
    expect(asked.state).toMatch(new RegExp(`^${codec.tag}\\.`));
    expect(world.deployed).toEqual([]);

    const done = await asked.answer({ confirm: { confirm: true } });
    expect(done).toMatchObject({
      finished: true,
      isError: false,
      rounds: 2,
      state: undefined,
      asks: {},
    });
    expect(done.text).toContain('Deployed');
    expect(done.content).toEqual([{ type: 'text', text: 'Deployed 42 to staging.' }]);
    expect(world.deployed).toEqual(['42 staging -']);
  });

  it('asks again in a later round, and keeps what the earlier one settled', async () => {
    const { server, world } = testServer();
    const asked = await play(server).codec(codec).as('bob').call('deploy', { env: 'prod' });
    const ticket = await asked.answer({ confirm: { confirm: true } });
    expect(Object.keys(ticket.asks)).toEqual(['ticket']);
    const misfit = await ticket.answer({ ticket: { id: '1' } });
    expect(misfit.asks.ticket?.message).toContain('Change ticket?');
    const done = await misfit.answer({ ticket: { id: 'CHG-1' } });
    expect(done.text).toBe('Deployed 42 to prod.');
    expect(done.rounds).toBe(4);
    expect(world.deployed).toEqual(['42 prod CHG-1']);
  });

  it('loops through state-only rounds, on the time of the fake clock', async () => {
    const { server } = testServer();
    const clock = fakeClock(1000);
    let flow = await play(server, { clock })
      .codec(codec)
      .call('sum', { numbers: [1, 2, 3, 4, 5] });
    while (!flow.finished) {
      expect(flow.asks).toEqual({});
      flow = await flow.retry();
    }
    expect(flow.structured).toEqual({ total: 15 });
    expect(flow.rounds).toBe(3);
    expect(clock.now()).toBe(11_000);
  });

  it('plays prompts and resources that ask', async () => {
    const bob = play(testServer().server).codec(codec).as('bob');
    const tone = await bob.get('review', { file: 'a.ts' });
    expect(tone.asks.tone?.message).toBe('Tone for a.ts?');
    const prompt = await tone.answer({ tone: { tone: 'kind' } });
    expect(prompt.text).toBe('Review a.ts, kind.');
    expect(prompt.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Review a.ts, kind.' } },
    ]);

    const allow = await bob.read('secret://one');
    const read = await allow.answer({ allow: { confirm: true } });
    expect(read.text).toBe('the secret one');
    expect(read.contents).toEqual([
      { uri: 'secret://one', mimeType: 'text/plain', text: 'the secret one' },
    ]);
  });
});

describe('play', () => {
  it('meets a fresh instance of the component every round', async () => {
    const { server, world } = testServer();
    const asked = await play(server).call('deploy', { env: 'staging' });
    await asked.answer({});
    await asked.answer({ confirm: { confirm: true } });
    expect(world.instances).toHaveLength(3);
    expect(new Set(world.instances).size).toBe(3);
  });

  it('meets a fresh instance of the server every round, and closes it', async () => {
    const made: Counted[] = [];
    class Counted {
      disposed = false;
      constructor() {
        made.push(this);
      }
      dispose() {
        this.disposed = true;
      }
    }
    @Tool({ name: 'poll', description: 'Wants to be called twice.' })
    class Poll {
      constructor(readonly counted: Counted) {}
      @Compute({ readable: true }) twice(_: object, _answers: object, ctx: CallContext) {
        return ctx.step.carried === undefined ? again(1) : 2;
      }
      run() {
        return 'done';
      }
    }
    const { server } = testServer({
      providers: [{ token: Counted, useClass: Counted }],
      components: [Poll],
    });
    expect(made).toHaveLength(1);
    const polled = await play(server).call('poll');
    await polled.retry();
    expect(made.map(({ disposed }) => disposed)).toEqual([false, true, true]);
  });

  it('plays a server whose key dies with the process', async () => {
    const { server } = testServer({ state: { codec: aeadCodec() } });
    const asked = await play(server).call('deploy', { env: 'staging' });
    expect((await asked.answer({ confirm: { confirm: false } })).text).toBe(
      'Nothing was deployed.',
    );
  });

  it('goes where the server listens', async () => {
    const { server } = testServer({
      http: { path: '/elsewhere', allowedHosts: ['tools.example'] },
    });
    const asked = await play(server).call('deploy', { env: 'staging' });
    expect(asked.asks).toHaveProperty('confirm');
  });

  it('still tells the listener and the logger that the server was made with', async () => {
    const events: ServerEvent[] = [];
    const lines: string[] = [];
    const log = (_: object, message: string) => void lines.push(message);
    const { server } = testServer({
      onEvent: (event) => events.push(event),
      logger: { debug: log, info: log, warn: log, error: log },
    });
    await play(server).allowErrors().call('broken');
    expect(events.map(({ type }) => type)).toEqual(['error', 'round.finished']);
    expect(lines).toEqual(['a component threw in run']);
  });

  it('has the same flow ids for the same seed, and others for another', async () => {
    const flowIds = async (seed?: number) => {
      const events: ServerEvent[] = [];
      const { server } = testServer({ onEvent: (event) => events.push(event) });
      const player = play(server, seed === undefined ? {} : { seed });
      await player.call('deploy', { env: 'staging' });
      await player.call('deploy', { env: 'staging' });
      return events.map(({ flow }) => flow);
    };
    const [one, two] = await flowIds();
    expect(one).not.toBe(two);
    expect(await flowIds()).toEqual([one, two]);
    expect(await flowIds(2)).not.toContain(one);
  });

  it('declares to the server what the test says', async () => {
    const { server } = testServer();
    await expect(
      play(server).capabilities({}).call('deploy', { env: 'staging' }),
    ).rejects.toMatchObject({
      code: -32021,
      status: 400,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
    const asked = await play(server)
      .capabilities({ elicitation: { form: {} } })
      .call('deploy', { env: 'staging' });
    expect(asked.asks).toHaveProperty('confirm');
    await expect(asked.capabilities({}).answer({})).rejects.toMatchObject({ code: -32021 });
  });

  it('rejects with the JSON-RPC error, its data and the transcript', async () => {
    const failing = play(testServer().server).as('bob').call('nope', { some: 'thing' });
    await expect(failing).rejects.toBeInstanceOf(PlayError);
    await expect(failing).rejects.toMatchObject({
      code: -32602,
      status: 200,
      message: expect.stringContaining('--> tools/call nope {"some":"thing"}'),
    });
    await expect(play(testServer().server).read('nope://x')).rejects.toMatchObject({
      code: -32602,
      data: { uri: 'nope://x' },
    });
  });

  it('passes on what the server itself throws', async () => {
    await expect(play({} as never).call('deploy')).rejects.toBeInstanceOf(ConfigError);
  });

  it('leaves nothing behind that would keep a process alive', async () => {
    const asked = await play(testServer().server).call('deploy', { env: 'staging' });
    await asked.answer({ confirm: { confirm: true } });
    const before = process
      .getActiveResourcesInfo()
      .filter((resource) => resource === 'Timeout').length;
    for (let n = 0; n < 5; n++)
      await (await play(testServer().server).call('sum', { numbers: [1, 2, 3] })).retry();
    expect(
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
    ).toBeLessThanOrEqual(before);
  });
});

describe('a played caller', () => {
  it('is anonymous until named, and then whoever the test says', async () => {
    const open = play(testServer().server);
    await expect(open.call('whoami')).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining("as('bob')"),
    });
    await expect(open.as('bob').call('whoami')).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('scopes'),
    });
    const scopes = { scopes: ['read'] };
    expect((await open.as('bob', scopes).call('whoami')).text).toContain(
      'bob of https://issuer.test through play',
    );
    const whole = { issuer: 'https://login.example', subject: 'alice', client: 'desk' };
    expect((await open.as(whole, scopes).call('whoami')).text).toContain(
      'alice of https://login.example through desk',
    );
  });

  it('is told by the token where the server names callers itself', async () => {
    const { server } = testServer({
      state: {
        codec: aeadCodec(),
        principal: ({ authInfo }) => ({
          issuer: 'mine',
          subject: String(authInfo?.extra?.email),
          client: authInfo?.clientId ?? 'none',
        }),
      },
    });
    const token = {
      token: 'any',
      clientId: 'desk',
      scopes: ['read'],
      extra: { email: 'bob@example' },
    };
    expect((await play(server).as(token).call('whoami')).text).toContain(
      'bob@example of mine through desk',
    );
  });

  const verifier = {
    verifyAccessToken: async () => {
      throw new Error('nobody');
    },
  };

  it('passes the gate of a server with authentication, and nobody else does', async () => {
    const { server, world } = testServer({
      auth: { verifier, requiredScopes: ['read'], resource: 'https://tools.example/mcp' },
    });
    const bob = play(server).as('bob');
    expect((await bob.call('whoami')).text).toContain('bob of');
    const asked = await bob.call('deploy', { env: 'staging' });
    expect((await asked.answer({ confirm: { confirm: true } })).text).toContain('Deployed');
    expect(world.deployed).toHaveLength(1);
    await expect(play(server).call('whoami')).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining("as('bob')"),
    });
  });

  it('is stopped at the gate without the scopes that every token needs', async () => {
    const { server } = testServer({ auth: { verifier, requiredScopes: ['read'] } });
    expect((await play(server).as('bob').call('whoami')).isError).toBe(false);
    await expect(
      play(server)
        .as('bob', { scopes: ['write'] })
        .call('whoami'),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('is not played with an option that is none', async () => {
    const { server } = testServer();
    expect(
      (await play(server, { seed: 2 }).as('bob').call('deploy', { env: 'staging' })).finished,
    ).toBe(false);
    expect(() => play(server, { codec: undefined } as never)).toThrow(TypeError);
  });

  it('has a name', () => {
    const { server } = testServer();
    expect(() => play(server).as('bob', { scope: ['read'] } as never)).toThrow(/no such option/);
    expect(() => play(server).as('')).toThrow(TypeError);
    expect(() => play(server).as({ issuer: 'i', subject: 's', client: '' })).toThrow(TypeError);
  });
});
