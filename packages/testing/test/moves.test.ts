import { RequestStateError } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { fakeClock, PlayError, play } from '../src/index.js';
import { CODECS, testServer } from './support/servers.js';

const yes = { confirm: { confirm: true } };

describe.each(CODECS)('a question of bob, sealed by %s', (_, codec) => {
  const ask = async () => {
    const { server, world } = testServer({ state: { codec } });
    return { world, asked: await play(server).as('bob').call('deploy', { env: 'staging' }) };
  };

  it('refuses an edited state, and deploys nothing', async () => {
    const { asked, world } = await ask();
    await expect(asked.tampered().answer(yes)).rejects.toMatchObject({ code: 'unauthentic' });
    expect(world.deployed).toEqual([]);
    expect((await asked.answer(yes)).text).toContain('Deployed');
  });

  it('refuses the state to another caller, and takes it from bob', async () => {
    const { asked, world } = await ask();
    await expect(asked.as('alice').answer(yes)).rejects.toMatchObject({ code: 'principal' });
    expect(world.deployed).toEqual([]);
    expect((await asked.as('bob').answer(yes)).text).toContain('Deployed');
  });

  it('refuses the state after its time to live, and takes it just before', async () => {
    const { asked, world } = await ask();
    await expect(asked.after({ minutes: 11 }).answer(yes)).rejects.toMatchObject({ code: 'expired' });
    await expect(asked.after({ minutes: 10 }).answer(yes)).rejects.toMatchObject({ code: 'expired' });
    expect(world.deployed).toEqual([]);
    expect((await asked.after({ minutes: 9, seconds: 59, ms: 999 }).answer(yes)).text).toContain('Deployed');
  });

  it('refuses to spend it on another call, and takes it for the same one', async () => {
    const { asked, world } = await ask();
    await expect(asked.with({ env: 'prod' }).answer(yes)).rejects.toMatchObject({ code: 'request' });
    expect(world.deployed).toEqual([]);
    expect((await asked.with({ env: 'staging' }).answer(yes)).text).toContain('Deployed');
  });

  it('refuses it at another server with the same key, and takes it at a replica', async () => {
    const { asked, world } = await ask();
    const other = testServer({ name: 'staging', state: { codec } });
    await expect(asked.at(other.server).answer(yes)).rejects.toMatchObject({ code: 'audience' });
    expect(other.world.deployed).toEqual([]);
    const replica = testServer({ state: { codec } });
    expect((await asked.at(replica.server).answer(yes)).text).toContain('Deployed');
    expect([world.deployed, replica.world.deployed]).toEqual([[], ['42 staging -']]);
  });

  it('asks again when the answer comes without the state', async () => {
    const { asked, world } = await ask();
    const again = await asked.withoutState().answer(yes);
    expect(again.asks).toEqual(asked.asks);
    expect(world.deployed).toEqual([]);
    expect((await again.answer(yes)).text).toContain('Deployed');
  });
});

describe('a move', () => {
  it('changes neither the flow it was made from nor what others see of the time', async () => {
    const clock = fakeClock();
    const asked = await play(testServer().server, { clock }).as('bob').call('deploy', { env: 'staging' });
    const before = clock.now();
    const { state, transcript } = asked;
    await expect(asked.tampered().as('alice').after({ hours: 1 }).with({ env: 'prod' }).answer(yes)).rejects.toThrow(RequestStateError);
    expect(clock.now()).toBe(before);
    expect(asked).toMatchObject({ state, rounds: 1 });
    expect(asked.transcript).toBe(transcript);
    await expect(asked.with({ env: 'prod' }).answer(yes)).rejects.toMatchObject({ code: 'request' });
  });

  it('alters the state by one bit and no more', async () => {
    const asked = await play(testServer().server).call('deploy', { env: 'staging' });
    const bytes = (state = '') => Buffer.from(state.split('.')[1] ?? '', 'base64url');
    const [before, after] = [bytes(asked.state), bytes(asked.tampered().state)];
    const differing = [...before].map((byte, at) => byte ^ (after[at] ?? 0)).filter((difference) => difference !== 0);
    expect(after).toHaveLength(before.length);
    expect(differing).toEqual([1]);
  });

  it('spends a state on another URI', async () => {
    const allow = await play(testServer().server).read('secret://one');
    await expect(allow.with('secret://two').answer({ allow: { confirm: true } })).rejects.toMatchObject({ code: 'request' });
    expect((await allow.with('secret://one').answer({ allow: { confirm: true } })).text).toBe('the secret one');
    expect(() => allow.with({ name: 'two' })).toThrow(TypeError);
  });

  it('sees time that passes for everybody, by the clock of the test', async () => {
    const clock = fakeClock();
    const asked = await play(testServer().server, { clock }).call('deploy', { env: 'staging' });
    clock.advance({ minutes: 9 });
    const later = asked.after({ minutes: 1 });
    await expect(later.answer(yes)).rejects.toMatchObject({ code: 'expired' });
    expect((await asked.answer(yes)).text).toContain('Deployed');
  });

  it('has nothing to alter in a finished flow', async () => {
    const asked = await play(testServer().server).call('deploy', { env: 'staging' });
    const done = await asked.answer(yes);
    expect(() => done.tampered()).toThrow(PlayError);
  });

  it('is told with its reason by the transcript of the refusal', async () => {
    const asked = await play(testServer().server).as('bob').call('deploy', { env: 'staging' });
    const refusal: unknown = await asked
      .tampered()
      .as('alice')
      .answer(yes)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RequestStateError);
    const { cause } = refusal as RequestStateError;
    expect(cause).toMatchObject({ name: 'PlayError', code: -32602, data: { reason: 'invalid_request_state' } });
    expect(String(cause)).toContain('round 2, as alice');
    expect(String(cause)).toContain('[state 1, tampered]');
    expect(String(cause)).toContain('state.refused unauthentic');
    expect(String(cause)).not.toContain(asked.state);
  });

  it('goes on from a round that was later, at that time', async () => {
    const { server } = testServer({ state: { codec: CODECS[0]?.[1] as never, flowTtlSeconds: 900 } });
    const asked = await play(server).call('deploy', { env: 'prod' });
    const ticket = await asked.after({ minutes: 9 }).answer(yes);
    expect((await ticket.after({ minutes: 5 }).answer({ ticket: { id: 'CHG' } })).text).toContain('Deployed');
    await expect(ticket.after({ minutes: 6 }).answer({ ticket: { id: 'CHG' } })).rejects.toMatchObject({ code: 'expired' });
  });
});
