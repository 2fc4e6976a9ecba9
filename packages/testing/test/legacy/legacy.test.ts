import { legacyShim } from '@countersign/shim-legacy';
import { describe, expect, it } from 'vitest';
import { fakeClock, PlayError, play } from '../../src/index.js';
import { Review } from '../support/components.js';
import { CODECS, testServer } from '../support/servers.js';
import { Wipe, wiped } from '../support/wipe.js';

const yes = { confirm: { confirm: true } };

describe.each(CODECS)('a call of a 2025 client, sealed by %s', (_, codec) => {
  const played = () => {
    const { server, world } = testServer();
    return { world, bob: play(server).codec(codec).era('2025').as('bob') };
  };

  it('is asked over its session, and finished with the answer', async () => {
    const { bob, world } = played();
    const asked = await bob.call('deploy', { env: 'staging' });
    expect(asked.asks.confirm).toMatchObject({
      kind: 'form',
      message: 'Deploy 42 to staging?',
      fields: { confirm: { type: 'boolean' } },
    });
    expect(asked).toMatchObject({ finished: false, rounds: 1, state: undefined });
    expect(world.deployed).toEqual([]);
    const done = await asked.answer(yes);
    expect(done).toMatchObject({ finished: true, isError: false, rounds: 2, asks: {} });
    expect(done.text).toBe('Deployed 42 to staging.');
    expect(world.deployed).toEqual(['42 staging -']);
  });

  it('is asked again in a later round, and what does not fit is asked once more', async () => {
    const { bob, world } = played();
    const ticket = await (await bob.call('deploy', { env: 'prod' })).answer(yes);
    expect(Object.keys(ticket.asks)).toEqual(['ticket']);
    const misfit = await ticket.answer({ ticket: { id: '1' } });
    expect(misfit.asks.ticket?.message).toMatch(/^Change ticket\?\n\nid: /);
    expect((await misfit.answer({ ticket: { id: 'CHG-1' } })).text).toBe('Deployed 42 to prod.');
    expect(world.deployed).toEqual(['42 prod CHG-1']);
  });

  it('is asked in every way there is, at once or one after the other', async () => {
    const { bob } = played();
    const asked = await bob.call('survey');
    expect(Object.keys(asked.asks)).toEqual([
      'pay',
      'files.a',
      'files.b',
      'note',
      'summary',
      'where',
    ]);
    expect(asked.asks.pay).toMatchObject({ kind: 'url', url: 'https://pay.example/1' });
    const half = await asked.answer({
      pay: true,
      files: { b: { confirm: false } },
      summary: 'in short',
    });
    expect(Object.keys(half.asks)).toEqual(['files.a', 'note', 'where']);
    const rest = await half.decline('note');
    const done = await rest.roots(['file:///home'], { 'files.a': { confirm: true } });
    expect(done.text).toBe('true | true | false | no note | in short | play | file:///home');
  });

  it('pauses where a compute takes more rounds, on the time of the fake clock', async () => {
    const clock = fakeClock(1000);
    let flow = await play(testServer().server, { clock })
      .codec(codec)
      .era('2025')
      .call('sum', { numbers: [1, 2, 3, 4, 5] });
    while (!flow.finished) {
      expect(flow.asks).toEqual({});
      flow = await flow.retry();
    }
    expect(flow.structured).toEqual({ total: 15 });
    expect(flow.rounds).toBe(3);
    expect(clock.now()).toBe(11_500); // twice what the tool asks for, and the pace of the shim
  });

  it('may get a prompt or a resource', async () => {
    const { bob } = played();
    const tone = await bob.get('review', { file: 'a.ts' });
    expect((await tone.answer({ tone: { tone: 'kind' } })).text).toBe('Review a.ts, kind.');
    await expect(tone.decline('tone')).rejects.toMatchObject({
      code: 4001,
      data: { step: 'tone' },
    });
    const allow = await bob.read('secret://one');
    expect((await allow.answer({ allow: { confirm: true } })).text).toBe('the secret one');
  });
});

describe('a flow of 2025', () => {
  const ask = async (env = 'staging') => {
    const { server, world } = testServer();
    return {
      server,
      world,
      asked: await play(server).era('2025').as('bob').call('deploy', { env }),
    };
  };

  it('can be answered in several ways from one question', async () => {
    const { asked, world } = await ask();
    const texts = await Promise.all(
      [true, false, true].map(
        async (confirm) => (await asked.answer({ confirm: { confirm } })).text,
      ),
    );
    expect(texts).toEqual([
      'Deployed 42 to staging.',
      'Nothing was deployed.',
      'Deployed 42 to staging.',
    ]);
    expect((await asked.decline('confirm')).text).toBe('The user declined "confirm".');
    expect((await asked.cancel('confirm')).text).toBe('The user dismissed "confirm".');
    expect(world.deployed).toHaveLength(2);
  });

  it('runs nothing again, however often it is answered', async () => {
    const { server } = testServer();
    const clock = fakeClock();
    const sum = await play(server, { clock })
      .era('2025')
      .call('sum', { numbers: [1, 2, 3] });
    const before = clock.now();
    await sum.retry();
    await sum.retry();
    expect(clock.now() - before).toBe(500);
    const asked = await play(server).era('2025').call('deploy', { env: 'prod' });
    const ticket = await asked.answer(yes);
    expect(ticket.transcript[1]?.events).toEqual([
      'question.ended confirm answered',
      'answer.taken confirm',
      'round.asked ticket',
    ]);
    const done = await ticket.answer({ ticket: { id: 'CHG' } });
    expect(done.transcript[2]?.events).toEqual([
      'question.ended ticket answered',
      'answer.taken ticket',
      'round.finished completed',
    ]);
  });

  it('keeps a question open that is left unanswered', async () => {
    const { asked } = await ask();
    for (const still of [
      await asked.answer({}),
      await asked.retry(),
      await asked.answerRaw('no map'),
    ]) {
      expect(Object.keys(still.asks)).toEqual(['confirm']);
      expect((await still.answer(yes)).text).toBe('Deployed 42 to staging.');
    }
  });

  it('takes anything for an answer when it is sent raw', async () => {
    const { asked } = await ask();
    for (const raw of [
      { action: 'maybe' },
      { action: 'accept', content: { confirm: 'yes' } },
      {},
    ]) {
      const again = await asked.answerRaw({ confirm: raw });
      expect(again.asks.confirm?.message).not.toBe(asked.asks.confirm?.message);
    }
    // What is no result at all does not get through the protocol layer, and the question stays open.
    for (const raw of [7, null, 'yes', [], [1]])
      await expect(asked.answerRaw({ confirm: raw })).rejects.toMatchObject({ status: 400 });
  });

  it('has its transcript, which is the same in every run', async () => {
    const { asked } = await ask();
    const done = await asked.after({ seconds: 90 }).answer(yes);
    expect(done.transcript[1]).toEqual({
      round: 2,
      era: '2025',
      as: 'bob',
      afterMs: 90_000,
      sent: {
        to: 'the open call',
        method: 'tools/call',
        target: 'deploy',
        arguments: { env: 'staging' },
        inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
      },
      got: {
        status: 200,
        result: { content: [{ type: 'text', text: 'Deployed 42 to staging.' }] },
      },
      events: [
        'question.ended confirm answered',
        'answer.taken confirm',
        'round.finished completed',
      ],
    });
    expect(String(done)).toBe(`round 1 (2025), as bob
  --> tools/call deploy {"env":"staging"}
  <-- asks confirm (form): Deploy 42 to staging?
      round.asked confirm
round 2 (2025), as bob, 1.5 min later
  --> answers {"confirm":{"action":"accept","content":{"confirm":true}}}
  <-- {"content":[{"type":"text","text":"Deployed 42 to staging."}]}
      question.ended confirm answered
      answer.taken confirm
      round.finished completed`);
  });

  it('is served as its server serves it: by JSON only, without sessions or without a shim, nothing can be asked', async () => {
    for (const [legacy, named] of [
      [legacyShim({ jsonResponse: true }), 'jsonResponse: true'],
      [legacyShim({ sessions: false }), 'sessions: false'],
      [undefined, '@countersign/shim-legacy'],
    ] as const) {
      const bob = play(testServer({ legacy: legacy as never }).server)
        .era('2025')
        .as('bob', { scopes: ['read'] });
      expect((await bob.call('whoami')).text).toContain('bob of https://issuer.test through play');
      const ended = await bob.call('deploy', { env: 'staging' });
      expect(ended).toMatchObject({
        finished: true,
        isError: true,
        text: expect.stringContaining(named),
      });
      await expect(ended.answer(yes)).rejects.toThrow(named);
    }
  });

  it('has its answers refused whose token lost a scope since the call, in both eras alike', async () => {
    const scoped = play(testServer({ components: [Wipe] }).server);
    for (const era of ['2026', '2025'] as const) {
      wiped.length = 0;
      const asked = await scoped
        .era(era)
        .as('bob', { scopes: ['wipe'] })
        .call('wipe', {});
      const sure = { sure: { sure: true } };
      expect((await asked.as('bob', { scopes: ['wipe', 'more'] }).answer(sure)).text).toBe(
        'Wiped.',
      );
      expect(wiped).toEqual([true]);
      await expect(asked.as('bob', { scopes: [] }).answer(sure)).rejects.toMatchObject({
        name: 'PlayError',
        status: 403,
      });
      expect(wiped).toEqual([true]);
      expect((await asked.answer(sure)).text).toBe('Wiped.');
    }
  });

  it('ends with the error of a server that opens no session', async () => {
    const verifier = { verifyAccessToken: async () => undefined };
    const { server } = testServer({ auth: { verifier } });
    expect(
      (
        await (
          await play(server).era('2025').as('bob').call('deploy', { env: 'staging' })
        ).answer(yes)
      ).isError,
    ).toBe(false);
    await expect(play(server).era('2025').call('deploy', { env: 'staging' })).rejects.toMatchObject(
      {
        name: 'PlayError',
        status: 401,
        message: expect.stringContaining("as('bob')"),
      },
    );
  });

  it('declares to the server what the test says, once', async () => {
    const { server } = testServer();
    const lacking = await play(server)
      .era('2025')
      .capabilities({})
      .call('deploy', { env: 'staging' });
    expect(lacking).toMatchObject({ isError: true, text: expect.stringContaining('elicitation') });
    const { asked } = await ask();
    expect(() => asked.capabilities({})).toThrow(/declares them once/);
  });

  it('leaves nothing open, whether it is answered or not', async () => {
    await ask();
    const before = process
      .getActiveResourcesInfo()
      .filter((resource) => resource === 'Timeout').length;
    for (let n = 0; n < 3; n++) await (await ask('prod')).asked.answer(yes);
    expect(
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
    ).toBeLessThanOrEqual(before);
  });
});

describe('a move against an open call', () => {
  const ask = async () => {
    const { server, world } = testServer();
    return {
      server,
      world,
      asked: await play(server).era('2025').as('bob').call('deploy', { env: 'prod' }),
    };
  };
  const ticketAsked = async (flow: Promise<{ readonly asks: object }>) =>
    expect(Object.keys((await flow).asks)).toEqual(['ticket']);

  it('gets nobody else into the session', async () => {
    const { asked } = await ask();
    await expect(asked.as('alice').answer(yes)).rejects.toMatchObject({
      status: 404,
      code: -32_001,
    });
    await expect(
      asked.as({ issuer: 'https://issuer.test', subject: 'bob', client: 'other' }).answer(yes),
    ).rejects.toMatchObject({
      status: 404,
    });
    await ticketAsked(asked.as('bob').answer(yes));
  });

  it('finds no session at another server, or in another process of the same one', async () => {
    const { asked, server } = await ask();
    await expect(
      asked.at(testServer({ name: 'staging' }).server).answer(yes),
    ).rejects.toMatchObject({ status: 404 });
    await expect(asked.at(server).answer(yes)).rejects.toMatchObject({ status: 404 });
    await ticketAsked(asked.answer(yes));
  });

  it('comes too late, once the question was withdrawn', async () => {
    const { asked } = await ask();
    const late = await asked.after({ minutes: 10 }).answer(yes);
    expect(late).toMatchObject({
      isError: true,
      text: 'The question "confirm" was not answered in time.',
    });
    expect(late.transcript[1]?.events).toEqual(['question.ended confirm timed_out']);
    await ticketAsked(asked.after({ minutes: 9, seconds: 59, ms: 999 }).answer(yes));
  });

  it('cannot turn the call into another one', async () => {
    const { asked } = await ask();
    await expect(asked.with({ env: 'staging' }).answer(yes)).rejects.toMatchObject({
      status: 400,
      code: -32_600,
    });
    await expect(asked.onto(Review, { file: 'a.ts' }).answer(yes)).rejects.toMatchObject({
      status: 400,
      code: -32_600,
    });
    await ticketAsked(asked.answer(yes));
  });

  it('answers no question twice, and none before it is put', async () => {
    const { asked } = await ask();
    const twice = await asked.replayed().answer(yes);
    expect(
      twice.transcript[1]?.events.filter((event) => event === 'answer.taken confirm'),
    ).toHaveLength(1);
    const early = await asked.withForgedAnswer('ticket', { id: 'CHG-666' }).answer(yes);
    expect(Object.keys(early.asks)).toEqual(['ticket']);
    expect(early.transcript[1]?.events).not.toContain('answer.taken ticket');
  });

  it('slips neither answers nor a state in among the params', async () => {
    const { asked, world } = await ask();
    const anew = await asked.withoutState().answer(yes);
    expect(anew.transcript[1]?.events).toEqual(['round.asked confirm']);
    expect(String(anew)).toContain(
      '--> tools/call deploy {"env":"prod"} [a state of its own] answers {"confirm"',
    );
    await ticketAsked(anew.answer(yes));
    expect(world.deployed).toEqual([]);
  });

  it('has no state to alter', async () => {
    const { asked } = await ask();
    for (const move of [
      () => asked.tampered(),
      () => asked.truncated(),
      () => asked.overwriting('confirm', {}),
    ])
      expect(move).toThrow(/a 2025 client holds no state/);
    await expect(asked.tampered('every').answer(yes)).rejects.toBeInstanceOf(PlayError);
  });

  it('sees time that passes for everybody, by the clock of the test', async () => {
    const clock = fakeClock();
    const asked = await play(testServer().server, { clock })
      .era('2025')
      .call('deploy', { env: 'staging' });
    clock.advance({ minutes: 9 });
    expect((await asked.answer(yes)).text).toContain('Deployed');
    clock.advance({ minutes: 1 });
    expect((await asked.answer(yes)).text).toContain('not answered in time');
  });
});
