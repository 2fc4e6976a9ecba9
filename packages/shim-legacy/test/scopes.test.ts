import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accept, isAsk, RawSession } from './support/raw-session.js';
import { served } from './support/served.js';

const wiped: boolean[] = [];

@Tool({ name: 'wipe', description: 'Wipes once confirmed.', scopes: ['wipe'] })
class Wipe {
  @Elicit() sure() {
    return ask.form('Sure?', form(z.object({ sure: z.boolean() })));
  }
  run(_: object, { sure }: Answers<Wipe>) {
    wiped.push(sure.sure);
    return 'Wiped.';
  }
}

@Tool({ name: 'pair', description: 'Wipes two once both are confirmed.', scopes: ['wipe'] })
class Pair {
  @Elicit() each() {
    const sure = form(z.object({ sure: z.boolean() }));
    return ask.all({ first: ask.form('The first?', sure), second: ask.form('The second?', sure) });
  }
  run(_: object, { each }: Answers<Pair>) {
    wiped.push(each.first?.sure === true, each.second?.sure === true);
    return 'Wiped both.';
  }
}

@Tool({
  name: 'hidden',
  description: 'Is there for some.',
  visible: ({ scopes }) => scopes?.includes('wipe') === true,
})
class Hidden extends Wipe {}

@Tool({ name: 'free', description: 'For everybody.' })
class Free {
  run() {
    return 'free';
  }
}

const call = (name: string) => ({ method: 'tools/call', params: { name, arguments: {} } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a session of a 2025 client', () => {
  it('has each call answered by 403 whose own token lacks a scope, before a stream begins, and goes on', async () => {
    const { url, events, stats } = await served({}, { auth: true, components: [Wipe, Free] });
    const session = await RawSession.open(url, { token: 'bob' });
    const refused = await session.send({ ...call('wipe'), id: 1 });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toBe('application/json');
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", .*scope="wipe"/,
    );
    expect(events).toMatchObject([
      { type: 'scope.refused', component: 'wipe', era: '2025', scopes: ['wipe'] },
    ]);
    expect(stats()).toEqual({ sessions: 1, openAsks: 0 });

    const free = await session.call(2, 'free');
    expect((await free.next(({ id }) => id === 2)).result.content[0].text).toBe('free');

    wiped.length = 0;
    const allowed = await session.send({ ...call('wipe'), id: 3 }, bearer('bob/wipe'));
    expect(allowed.status).toBe(200);
    const { id } = await allowed.next(isAsk);
    await session.send({ id, result: accept({ sure: true }) }, bearer('bob/wipe'));
    expect((await allowed.next(({ id }) => id === 3)).result.content[0].text).toBe('Wiped.');
    expect(wiped).toEqual([true]);
    expect((await session.send({ ...call('wipe'), id: 4 })).status).toBe(403);
    expect(wiped).toEqual([true]);
  });

  it.each([{ sessions: false }, { jsonResponse: true }] as const)(
    'has it so with %j too',
    async (options) => {
      const { url } = await served(options, { auth: true, components: [Wipe, Free] });
      const session =
        'sessions' in options
          ? new RawSession(url, { token: 'bob' })
          : await RawSession.open(url, { token: 'bob' });
      expect((await session.call(1, 'free')).status).toBe(200);
      expect((await session.call(2, 'wipe')).status).toBe(403);
    },
  );
});

describe('an answer to an open question of a 2025 client', () => {
  const sure = accept({ sure: true });
  const asked = async (name: string, shim = {}) => {
    wiped.length = 0;
    const standing = await served(shim, { auth: true, components: [Wipe, Pair, Hidden, Free] });
    const session = await RawSession.open(standing.url, { token: 'bob' });
    const stream = await session.send({ ...call(name), id: 1 }, bearer('bob/wipe'));
    const done = () => stream.next(({ id, method }) => id === 1 && method === undefined);
    return { ...standing, session, stream, done };
  };

  it('counts only with a token that has the scopes of the call: another gets 403, and the question stays open', async () => {
    const { session, stream, done, events, stats } = await asked('wipe');
    const { id } = await stream.next(isAsk);
    const answer = { id, result: sure };
    const refused = await session.send(answer, bearer('bob'));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", .*scope="wipe"/,
    );
    expect(events.filter(({ type }) => type === 'scope.refused')).toMatchObject([
      { component: 'wipe', era: '2025', scopes: ['wipe'] },
    ]);
    expect((await session.send(answer, bearer('bob/other'))).status).toBe(403);
    expect((await session.send({ id, result: { action: 'decline' } }, bearer('bob'))).status).toBe(
      403,
    );
    expect(
      (await session.send({ id, error: { code: -1, message: 'no' } }, bearer('bob'))).status,
    ).toBe(403);
    expect(stats().openAsks).toBe(1);
    expect(wiped).toEqual([]);

    expect((await session.send(answer, bearer('bob/wipe'))).status).toBe(202);
    expect((await done()).result.content[0].text).toBe('Wiped.');
    expect(wiped).toEqual([true]);
    // The same token does for what is open to it, and for an answer that nobody waits for any more.
    expect((await session.send(answer, bearer('bob'))).status).toBe(202);
    expect((await session.call(2, 'free')).status).toBe(200);
    expect(wiped).toEqual([true]);
  });

  it('is known by every spelling of its id, and in every place of a body', async () => {
    const { session, stream, done } = await asked('wipe');
    const { id } = await stream.next(isAsk);
    for (const spelled of [String(id), ` ${id} `, `${id}.0`]) {
      expect((await session.send({ id: spelled, result: sure }, bearer('bob'))).status).toBe(403);
    }
    const answer = { jsonrpc: '2.0', id, result: sure };
    const batch = [{ jsonrpc: '2.0', method: 'notifications/other' }, answer];
    expect((await session.send(batch, bearer('bob'))).status).toBe(403);
    expect(wiped).toEqual([]);
    expect((await session.send({ id: String(id), result: sure }, bearer('bob/wipe'))).status).toBe(
      202,
    );
    expect((await done()).result.content[0].text).toBe('Wiped.');
  });

  it('is judged by its own token, one by one', async () => {
    const { session, stream, done } = await asked('pair');
    const second = await stream.next(({ params }) => params?.message === 'The second?');
    const first = await stream.next(({ params }) => params?.message === 'The first?');
    expect((await session.send({ id: second.id, result: sure }, bearer('bob/wipe'))).status).toBe(
      202,
    );
    expect((await session.send({ id: first.id, result: sure }, bearer('bob'))).status).toBe(403);
    expect(wiped).toEqual([]);
    expect((await session.send({ id: first.id, result: sure }, bearer('bob/wipe'))).status).toBe(
      202,
    );
    expect((await done()).result.content[0].text).toBe('Wiped both.');
    expect(wiped).toEqual([true, true]);
  });

  it('ends in the time-out of its question when no token with the scopes ever brings it', async () => {
    const { session, stream, done, clock } = await asked('wipe', { roundTimeoutMs: 1000 });
    const { id } = await stream.next(isAsk);
    expect((await session.send({ id, result: sure }, bearer('bob'))).status).toBe(403);
    await clock.advance(1000);
    expect((await done()).result.isError).toBe(true);
    expect(wiped).toEqual([]);
  });

  it('is refused where the tool does not even exist for its token', async () => {
    const { session, stream, done } = await asked('hidden');
    const { id } = await stream.next(isAsk);
    const refused = await session.send({ id, result: sure }, bearer('bob'));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBeNull();
    expect(wiped).toEqual([]);
    expect((await session.send({ id, result: sure }, bearer('bob/wipe'))).status).toBe(202);
    expect((await done()).result.content[0].text).toBe('Wiped.');
  });

  it('ends the call as before where the tool was taken out of service meanwhile', async () => {
    const { server, session, stream, done } = await asked('wipe');
    const { id } = await stream.next(isAsk);
    server.components.disable(Wipe);
    expect((await session.send({ id, result: sure }, bearer('bob'))).status).toBe(403);
    expect((await session.send({ id, result: sure }, bearer('bob/wipe'))).status).toBe(202);
    expect((await done()).error).toMatchObject({ code: -32_602 });
    expect(wiped).toEqual([]);
  });
});
