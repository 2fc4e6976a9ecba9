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

@Tool({ name: 'free', description: 'For everybody.' })
class Free {
  run() {
    return 'free';
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a session of a 2025 client', () => {
  it('has each call answered by 403 whose own token lacks a scope, before a stream begins, and goes on', async () => {
    const { url, events, stats } = await served({}, { auth: true, components: [Wipe, Free] });
    const session = await RawSession.open(url, { token: 'bob' });
    const call = { method: 'tools/call', params: { name: 'wipe', arguments: {} } };
    const refused = await session.send({ ...call, id: 1 });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toBe('application/json');
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope", .*scope="wipe"/);
    expect(events).toMatchObject([{ type: 'scope.refused', component: 'wipe', era: '2025', scopes: ['wipe'] }]);
    expect(stats()).toEqual({ sessions: 1, openAsks: 0 });

    const free = await session.call(2, 'free');
    expect((await free.next(({ id }) => id === 2)).result.content[0].text).toBe('free');

    wiped.length = 0;
    const allowed = await session.send({ ...call, id: 3 }, bearer('bob/wipe'));
    expect(allowed.status).toBe(200);
    await session.reply(await allowed.next(isAsk), accept({ sure: true }));
    expect((await allowed.next(({ id }) => id === 3)).result.content[0].text).toBe('Wiped.');
    expect(wiped).toEqual([true]);
    expect((await session.send({ ...call, id: 4 })).status).toBe(403);
    expect(wiped).toEqual([true]);
  });

  it.each([{ sessions: false }, { jsonResponse: true }] as const)('has it so with %j too', async (options) => {
    const { url } = await served(options, { auth: true, components: [Wipe, Free] });
    const session = 'sessions' in options ? new RawSession(url, { token: 'bob' }) : await RawSession.open(url, { token: 'bob' });
    expect((await session.call(1, 'free')).status).toBe(200);
    expect((await session.call(2, 'wipe')).status).toBe(403);
  });
});
