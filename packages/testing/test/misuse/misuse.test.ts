import type { LegacyBridge, StateCodec } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { describe, expect, it } from 'vitest';
import {
  effects,
  everyWay,
  type Flow,
  MisuseError,
  type MisuseReport,
  misuse,
  play,
} from '../../src/index.js';
import { Review, WhoAmI } from '../support/components.js';
import { Guarded } from '../support/guarded.js';
import { handWritten, presupplied } from '../support/hand-written.js';
import { Pay, Payments } from '../support/pay.js';
import { CODECS, testServer } from '../support/servers.js';

const rowsOf = ({ rows }: MisuseReport) =>
  Object.fromEntries(rows.map(({ move, stoppedBy }) => [move, stoppedBy.join(' ')]));
const wrong = async (misused: Promise<unknown>): Promise<MisuseError> => {
  const error = await misused.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MisuseError);
  return error as MisuseError;
};
const failed = ({ report }: MisuseError) =>
  Object.fromEntries(
    report.rows.flatMap((row) => (row.ok ? [] : [[row.move, row.stoppedBy.join(' ')]])),
  );

const EARLY = 'effects before the last answer';
const NOT_ONCE = ['answered honestly, twice at once', 'answered otherwise'];
const STATE_CHECKS = {
  'tampered()': 'unauthentic',
  'tampered, in 64 places': expect.stringContaining('unauthentic'),
  'truncated()': 'unauthentic',
  'at(another audience)': 'audience',
  'after(its deadline)': 'expired',
  'with(other arguments)': 'request',
  'answered honestly': 'nothing',
  'replayed()': 'nothing',
};
const BY_OTHERS = ['as(another user)', 'as(another client)', 'as(nobody)'];
const SESSION_CHECKS = {
  'at(another process)': 'session',
  'after(its deadline)': 'timed_out',
  'with(other arguments)': 'in_flight',
  'withForgedAnswer(the next question)': 'not_asked',
  'withoutState(), all of it in the params': 'not_asked',
  'answered honestly': 'nothing',
  'replayed()': 'settled',
};

everyWay({ describe, it }, ({ it, play, era }) => {
  it('finds each move stopped by the check for it', async () => {
    const { server, world } = testServer();
    const report = await misuse(await play(server).as('bob').call('deploy', { env: 'staging' }));
    expect(report).toMatchObject({ ok: true, era, target: 'deploy' });
    const others = Object.fromEntries(
      BY_OTHERS.map((move) => [move, era === '2026' ? 'principal' : 'session']),
    );
    const onto = { 'onto(Survey)': era === '2026' ? 'request' : 'in_flight' };
    expect(rowsOf(report)).toEqual({
      ...others,
      ...onto,
      "nearly yes to 'confirm', in 20 ways": 'misfit',
      ...(era === '2025'
        ? SESSION_CHECKS
        : {
            ...STATE_CHECKS,
            "overwriting('confirm', …)": 'unauthentic',
            "withForgedAnswer('build', …)": 'not_asked',
            'withoutState()': 'not_asked',
          }),
    });
    expect(report.skipped.map(({ move }) => move)).toEqual([
      ...(era === '2026' ? [] : ['tampered()', 'truncated()', 'overwriting()']),
      ...NOT_ONCE,
      EARLY,
    ]);
    expect(world.deployed).toHaveLength(2);
  });

  it('does nothing to the world with answers that say no', async () => {
    const { server, world } = testServer();
    await misuse(await play(server).call('deploy', { env: 'staging' }), {
      answers: { confirm: { confirm: false } },
    });
    expect(world.deployed).toEqual([]);
  });

  it('makes up answers to every kind of question, of tools, prompts and resources', async () => {
    const { server } = testServer();
    for (const flow of [
      await play(server).call('survey'),
      await play(server).get('review', { file: 'a.ts' }),
      await play(server).read('secret://one'),
    ])
      expect((await misuse(flow)).ok).toBe(true);
  });

  it('finds the gate of a server with authentication, scopes and what is not for everybody', async () => {
    const verifier = { verifyAccessToken: async () => undefined };
    const { server } = testServer({
      auth: { verifier, requiredScopes: ['read'] },
      components: [Guarded, WhoAmI],
    });
    const report = await misuse(await play(server).as('bob').call('guarded'));
    expect(rowsOf(report)).toMatchObject(
      era === '2026'
        ? {
            'as(another user)': 'unknown',
            'as(another client)': 'principal',
            'as(nobody)': 'gate',
            'onto(WhoAmI)': 'request',
          }
        : {
            'as(another user)': 'session',
            'as(another client)': 'session',
            'as(nobody)': 'gate',
            'onto(WhoAmI)': 'in_flight',
          },
    );
    server.components.disable(WhoAmI);
    const without = await misuse(await play(server).as('bob').call('guarded'));
    expect(without.skipped.map(({ move }) => move)).toContain('onto()');
    const open = testServer({ components: [Guarded] });
    const unguarded = await misuse(
      await play(open.server)
        .as('bob', { scopes: ['read'] })
        .call('guarded'),
    );
    expect(rowsOf(unguarded)).toMatchObject({
      'as(nobody)': era === '2026' ? 'unknown' : 'session',
    });
  });

  it('runs a tool of single use once, also for a replay', async () => {
    const paid = effects();
    const { server } = testServer({
      components: [Pay],
      providers: [{ token: Payments, useValue: { pay: paid } }],
    });
    const report = await misuse(await play(server).as('bob').call('pay'));
    expect(rowsOf(report)['replayed()']).toBe('ledger');
    paid.once();
  });

  it('works on handlers that were written by hand', async () => {
    const report = await misuse(
      await play(handWritten()).as('bob').call('delete', { path: 'a.txt' }),
    );
    expect(report.ok).toBe(true);
    expect(report.skipped).toContainEqual({ move: 'onto()', because: expect.any(String) });
  });
});

describe('a report', () => {
  it('prints itself', async () => {
    const printed = String(
      await misuse(await play(testServer().server).era('2025').call('deploy', { env: 'staging' })),
    );
    expect(
      printed,
    ).toBe(`misuse of deploy, by a client of 2025: every move was stopped by the check for it
  at(another process)                      session
  after(its deadline)                      timed_out
  as('mallory')                            session
  with(other arguments)                    in_flight
  onto(Survey)                             in_flight
  withForgedAnswer(the next question)      not_asked
  withoutState(), all of it in the params  not_asked
  nearly yes to 'confirm', in 20 ways      misfit
  answered honestly                        nothing (as it should be)
  replayed()                               settled
- tampered()                               the state never leaves the server
- truncated()                              the state never leaves the server
- overwriting()                            the state never leaves the server
- answered honestly, twice at once         the component is not once
- answered otherwise                       the component is not once
- effects before the last answer           no effect is named; put effects() into a fake, or play().effects(Token, method)`);
  });

  it('is of what the test names, where it names something', async () => {
    const { server } = testServer();
    const report = await misuse(await play(server).as('bob').call('deploy', { env: 'staging' }), {
      as: 'alice',
      with: { env: 'prod' },
      onto: Review,
      at: testServer({ name: 'staging' }).server,
    });
    expect(rowsOf(report)).toMatchObject({
      'as(alice)': 'principal',
      'with(other arguments)': 'request',
      'onto(Review)': 'request',
    });
    expect(Object.keys(rowsOf(report))).not.toContain('as(nobody)');
  });

  it('tells of a flow that only wants to be called again what can be done with its state', async () => {
    const report = await misuse(
      await play(testServer().server)
        .as('bob')
        .call('sum', { numbers: [1, 2, 3] }),
    );
    expect(rowsOf(report)).toMatchObject({
      ...STATE_CHECKS,
      "overwriting('total', …)": 'unauthentic',
    });
    expect(report.skipped.map(({ move }) => move)).toEqual([
      'withoutState()',
      'nearly yes',
      ...NOT_ONCE,
      EARLY,
    ]);
  });

  it('lets a presupplied step be answered without a state, and says so', async () => {
    const report = await misuse(await play(presupplied()).call('greet'));
    expect(report.rows.find(({ move }) => move === 'withoutState()')).toMatchObject({
      stoppedBy: ['nothing'],
      ok: true,
      note: /presupplied/,
    });
  });

  it('is made of flows that have an open question', async () => {
    const { server } = testServer();
    const asked = await play(server).call('deploy', { env: 'staging' });
    await expect(misuse(await asked.decline('confirm'))).rejects.toBeInstanceOf(TypeError);
    await expect(
      misuse(
        await play(server)
          .era('2025')
          .call('sum', { numbers: [1, 2, 3] }),
      ),
    ).rejects.toBeInstanceOf(TypeError);
  });
});

describe('a server that lets a move through is found out', () => {
  const asked = (
    server: Parameters<typeof play>[0],
    era: '2026' | '2025' = '2026',
  ): Promise<Flow> => play(server).era(era).as('bob').call('deploy', { env: 'staging' });

  it('when its codec authenticates nothing', async () => {
    const nothing: StateCodec = {
      tag: 'nil',
      readable: true,
      seal: (plain) => plain,
      open: (plain) => ({ ok: true, plain, current: true }),
    };
    const error = await wrong(
      misuse(await asked(testServer({ state: { codec: nothing } }).server)),
    );
    expect(failed(error)).toMatchObject({
      'tampered, in 64 places': 'nothing',
      "overwriting('confirm', …)": 'nothing',
    });
    expect(error.message).toContain('NOT every move was stopped');
    expect(error.message).toContain("! overwriting('confirm', …)");
    expect(error.message).toContain('[state 1, confirm overwritten]');
  });

  it('when it takes every caller for the same', async () => {
    const everybody = { issuer: 'one', subject: 'and', client: 'all' };
    const { server } = testServer({
      state: { codec: CODECS[1]?.[1] as never, principal: () => everybody },
    });
    const told = await misuse(await asked(server));
    expect(told.skipped).toContainEqual({
      move: 'as()',
      because: expect.stringContaining('pass { as }'),
    });
    expect(failed(await wrong(misuse(await asked(server), { as: 'alice' })))).toEqual({
      'as(alice)': 'nothing',
    });
    expect(failed(await wrong(misuse(await asked(server, '2025'), { as: 'alice' })))).toEqual({
      'as(alice)': 'nothing',
    });
  });

  it('when another server has its audience', async () => {
    const error = await wrong(
      misuse(await asked(testServer().server), { at: testServer().server }),
    );
    expect(failed(error)).toEqual({ 'at(another audience)': 'nothing' });
  });

  it('when its 2025 bridge lets everybody into every session', async () => {
    const shim = legacyShim();
    const open: LegacyBridge = {
      attach: (core) => {
        const attached = shim.attach(core);
        return {
          ...attached,
          fetch: (request, options) =>
            attached.fetch(request, {
              ...options,
              principal: { issuer: 'i', subject: 's', client: 'c' },
            }),
        };
      },
    };
    const error = await wrong(misuse(await asked(testServer({ legacy: open }).server, '2025')));
    expect(failed(error)).toEqual(Object.fromEntries(BY_OTHERS.map((move) => [move, 'nothing'])));
  });

  it('and so is one that is stopped by another check than the one that is there for it', async () => {
    const { server } = testServer({ state: { codec: CODECS[1]?.[1] as never, ttlSeconds: 60 } });
    const error = await wrong(misuse((await asked(server)).after({ minutes: 5 })));
    expect(failed(error)).toMatchObject({
      'with(other arguments)': 'expired',
      'answered honestly': 'expired',
    });
    expect(error.message).toMatch(/! with\(other arguments\) +expired, expected request/);
    expect(error.message).toContain('state.refused expired');
  });

  it('and answers that do not fit prove nothing', async () => {
    const error = await wrong(
      misuse(await asked(testServer().server), { answers: { confirm: { confirm: 'yes' } } }),
    );
    expect(failed(error)).toEqual({ 'answered honestly': 'misfit', 'replayed()': 'misfit' });
  });

  it('and an option that is none is refused before a move is made', async () => {
    await expect(misuse(await asked(testServer().server), { answer: {} } as never)).rejects.toThrow(
      TypeError,
    );
  });
});
