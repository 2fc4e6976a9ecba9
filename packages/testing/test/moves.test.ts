import { RequestStateError } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { fakeClock, PlayError, play } from '../src/index.js';
import { ChunkedSum, Deploy, Review, Secret, Survey } from './support/components.js';
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
    await expect(asked.after({ minutes: 11 }).answer(yes)).rejects.toMatchObject({
      code: 'expired',
    });
    await expect(asked.after({ minutes: 10 }).answer(yes)).rejects.toMatchObject({
      code: 'expired',
    });
    expect(world.deployed).toEqual([]);
    expect((await asked.after({ minutes: 9, seconds: 59, ms: 999 }).answer(yes)).text).toContain(
      'Deployed',
    );
  });

  it('refuses to spend it on another call, and takes it for the same one', async () => {
    const { asked, world } = await ask();
    await expect(asked.with({ env: 'prod' }).answer(yes)).rejects.toMatchObject({
      code: 'request',
    });
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

  it('refuses a state that lost its last byte', async () => {
    const { asked, world } = await ask();
    await expect(asked.truncated().answer(yes)).rejects.toMatchObject({ code: 'unauthentic' });
    expect(world.deployed).toEqual([]);
    expect((await asked.answer(yes)).text).toContain('Deployed');
  });

  it('refuses a state with a value written into it, whether the value can be seen there or not', async () => {
    const { asked, world } = await ask();
    const forged = asked.overwriting('build', { id: 666, env: 'staging' });
    expect(Buffer.from(forged.state?.split('.')[1] ?? '', 'base64url').includes('"id":666')).toBe(
      true,
    );
    await expect(forged.answer(yes)).rejects.toMatchObject({ code: 'unauthentic' });
    await expect(asked.overwriting('confirm', { confirm: true }).retry()).rejects.toMatchObject({
      code: 'unauthentic',
    });
    expect(world.deployed).toEqual([]);
    expect((await asked.answer(yes)).text).toBe('Deployed 42 to staging.');
  });

  it('refuses a state that is altered at any position', async () => {
    const { asked, world } = await ask();
    const refusals = await asked.tampered('every').answer(yes);
    expect(refusals).toHaveLength(asked.state?.length ?? 0);
    expect([...new Set(refusals)].sort()).toEqual(['malformed', 'unauthentic', 'unknown_key']);
    expect(world.deployed).toEqual([]);
    expect((await asked.answer(yes)).text).toContain('Deployed');
  });

  it('refuses to spend it on another component, of whatever kind', async () => {
    const { asked, world } = await ask();
    for (const component of [Survey, Review, Secret, ChunkedSum])
      await expect(asked.onto(component).answer(yes), component.name).rejects.toMatchObject({
        code: 'request',
      });
    await expect(asked.onto(Deploy, { env: 'prod' }).answer(yes)).rejects.toMatchObject({
      code: 'request',
    });
    expect(world.deployed).toEqual([]);
    expect((await asked.onto(Deploy).answer(yes)).text).toContain('Deployed');
  });

  it('takes the same request twice: a state is not single-use', async () => {
    const { asked, world } = await ask();
    const twice = await asked.replayed().answer(yes);
    expect(twice.text).toContain('Deployed');
    expect(twice.transcript.map(({ sent }) => sent.requestState)).toEqual([
      undefined,
      'state 1',
      'state 1',
    ]);
    expect(world.deployed).toHaveLength(2);
  });

  it('ignores an answer that nobody asked for, together with honest ones', async () => {
    const { server, world } = testServer({ state: { codec } });
    const asked = await play(server).as('bob').call('deploy', { env: 'prod' });
    const ticket = await asked
      .withForgedAnswer('ticket', { id: 'CHG-666' })
      .withForgedAnswer('build', { id: 666 })
      .answer(yes);
    expect(Object.keys(ticket.asks)).toEqual(['ticket']);
    expect(ticket.transcript[1]?.events).toContain('answer.ignored ticket');
    expect(ticket.transcript[1]?.events).toContain('answer.ignored build');
    expect((await ticket.answer({ ticket: { id: 'CHG-1' } })).text).toBe('Deployed 42 to prod.');
    expect(world.deployed).toEqual(['42 prod CHG-1']);
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
    const asked = await play(testServer().server, { clock })
      .as('bob')
      .call('deploy', { env: 'staging' });
    const before = clock.now();
    const { state, transcript } = asked;
    await expect(
      asked.tampered().as('alice').after({ hours: 1 }).with({ env: 'prod' }).answer(yes),
    ).rejects.toThrow(RequestStateError);
    expect(clock.now()).toBe(before);
    expect(asked).toMatchObject({ state, rounds: 1 });
    expect(asked.transcript).toBe(transcript);
    await expect(asked.with({ env: 'prod' }).answer(yes)).rejects.toMatchObject({
      code: 'request',
    });
  });

  it('alters the state by one bit and no more', async () => {
    const asked = await play(testServer().server).call('deploy', { env: 'staging' });
    const bytes = (state = '') => Buffer.from(state.split('.')[1] ?? '', 'base64url');
    const [before, after] = [bytes(asked.state), bytes(asked.tampered().state)];
    const differing = [...before]
      .map((byte, at) => byte ^ (after[at] ?? 0))
      .filter((difference) => difference !== 0);
    expect(after).toHaveLength(before.length);
    expect(differing).toEqual([1]);
  });

  it('spends a state on another URI', async () => {
    const allow = await play(testServer().server).read('secret://one');
    await expect(
      allow.with('secret://two').answer({ allow: { confirm: true } }),
    ).rejects.toMatchObject({ code: 'request' });
    expect((await allow.with('secret://one').answer({ allow: { confirm: true } })).text).toBe(
      'the secret one',
    );
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
    expect(() => done.truncated()).toThrow(PlayError);
    await expect(done.tampered('every').retry()).rejects.toBeInstanceOf(PlayError);
  });

  it('is told with its reason by the transcript of the refusal', async () => {
    const asked = await play(testServer().server).as('bob').call('deploy', { env: 'staging' });
    const refusal: unknown = await asked
      .tampered()
      .as('alice')
      .answer(yes)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RequestStateError);
    const { cause, message, stack } = refusal as RequestStateError;
    expect(cause).toMatchObject({
      name: 'PlayError',
      code: -32602,
      data: { reason: 'invalid_request_state' },
    });
    for (const told of [message, stack]) {
      expect(told).toContain('round 2, as alice');
      expect(told).toContain('state.refused unauthentic');
      expect(told).not.toContain(asked.state);
    }
    expect(String(cause)).toContain('round 2, as alice');
    expect(String(cause)).toContain('[state 1, tampered]');
    expect(String(cause)).toContain('state.refused unauthentic');
    expect(String(cause)).not.toContain(asked.state);
  });

  it('goes on from a round that was later, at that time', async () => {
    const { server } = testServer({
      state: { codec: CODECS[0]?.[1] as never, flowTtlSeconds: 900 },
    });
    const asked = await play(server).call('deploy', { env: 'prod' });
    const ticket = await asked.after({ minutes: 9 }).answer(yes);
    expect((await ticket.after({ minutes: 5 }).answer({ ticket: { id: 'CHG' } })).text).toContain(
      'Deployed',
    );
    await expect(
      ticket.after({ minutes: 6 }).answer({ ticket: { id: 'CHG' } }),
    ).rejects.toMatchObject({ code: 'expired' });
  });
});
