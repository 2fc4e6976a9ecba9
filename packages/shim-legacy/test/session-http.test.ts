import { aeadCodec } from '@countersign/codec-aead';
import { createServer } from '@countersign/core';
import { describe, expect, it, vi } from 'vitest';
import { legacyShim } from '../src/index.js';
import { EVERYTHING, World } from './support/components.js';
import { settled } from './support/fake-clock.js';
import { KnowingEventStore, MemoryEventStore } from './support/memory-event-store.js';
import { envelope } from './support/raw-modern.js';
import { accept, isAsk, RawSession, type RawStream } from './support/raw-session.js';
import { served, soon } from './support/served.js';

const IDLE = 60_000;
const text = async (stream: RawStream, id: number) =>
  (await stream.next((message) => message.id === id)).result.content[0].text;

describe('a session', () => {
  it('is refused to everybody but who initialised it, as if there was none', async () => {
    const { url, world, stats } = await served({}, { auth: true });
    const bob = await RawSession.open(url, { token: 'bob' });
    const call = await bob.call(1, 'deploy', { env: 'prod' });
    const question = await call.next(isAsk);

    const as = (token: string) => {
      const thief = new RawSession(url, { token });
      thief.id = bob.id;
      return thief;
    };
    const unknown = new RawSession(url, { token: 'bob' });
    unknown.id = 'f'.repeat(64);
    const answers = await Promise.all(
      [as('alice'), as('nobody'), unknown].flatMap((other) => [
        other.reply(question, accept({ confirm: true })),
        other.call(2, 'deploy', { env: 'prod' }),
        other.cancel(1),
        other.listen(),
        other.end(),
      ]),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(await answer.next(() => true)).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32001, message: 'Session not found' },
      });
    }
    const stranger = new RawSession(url);
    stranger.id = bob.id;
    expect((await stranger.reply(question, accept({ confirm: true }))).status).toBe(401);
    expect(world.deployed).toEqual([]);
    expect(stats()).toEqual({ sessions: 1, openAsks: 1 });

    await as('bob/refreshed').reply(question, accept({ confirm: true }));
    expect(await text(call, 1)).toBe('Deployed to prod.');
  });

  it('is not opened for a token that names nobody', async () => {
    const { url, stats } = await served({}, { auth: true });
    const { status, ...stream } = await new RawSession(url, { token: 'nobody' }).initialize();
    expect(status).toBe(403);
    expect((await stream.next(() => true)).error.message).toBe(
      'The caller could not be identified',
    );
    expect(stats().sessions).toBe(0);
  });

  it('ends by DELETE, its open question with it', async () => {
    const { url, stats, clock } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    await call.next(isAsk);
    expect((await session.end()).status).toBe(200);
    await soon(() => expect(call.ended()).toBe(true));
    expect(stats()).toEqual({ sessions: 0, openAsks: 0 });
    expect(clock.waiting).toBe(0);
    expect((await session.call(2, 'maybe')).status).toBe(404);
  });

  it('ends when it was idle for too long, and not while a question is open', async () => {
    const { url, stats, clock } = await served({ sessions: { idleMs: IDLE } });
    const [asked, idle] = [await RawSession.open(url), await RawSession.open(url)];
    const call = await asked.call(1, 'deploy', { env: 'prod' });
    const question = await call.next(isAsk);
    await clock.advance(IDLE);
    expect(stats().sessions).toBe(1);
    expect((await idle.call(1, 'maybe')).status).toBe(404);
    await clock.advance(5 * IDLE);
    await asked.reply(question, accept({ confirm: true }));
    expect(await text(call, 1)).toBe('Deployed to prod.');
    await soon(async () => {
      await clock.advance(IDLE);
      expect(stats().sessions).toBe(0);
    });
    expect(clock.waiting).toBe(0);
  });

  it('lives on while its client listens, also after the client stopped for less than that', async () => {
    const { url, stats, clock } = await served({ sessions: { idleMs: IDLE } });
    const session = await RawSession.open(url);
    const first = await session.listen();
    expect((await session.listen()).status).toBe(409);
    await clock.advance(2 * IDLE);
    expect(stats().sessions).toBe(1);
    first.vanish();
    await soon(async () => expect((await session.listen()).status).toBe(200));
    await clock.advance(2 * IDLE);
    expect(stats().sessions).toBe(1);
  });

  it.each(['with a question open', 'while it listens', 'in between'])(
    'of a client that vanished %s is gone after the idle time, with all that it held',
    async (when) => {
      const { url, stats, clock } = await served({ sessions: { idleMs: IDLE } });
      const session = await RawSession.open(url);
      if (when !== 'in between') {
        const stream =
          when === 'while it listens'
            ? await session.listen()
            : await session.call(1, 'deploy', { env: 'prod' });
        if (when === 'with a question open') await stream.next(isAsk);
        stream.vanish();
      }
      await soon(() => expect(stats().openAsks).toBe(0));
      await soon(async () => {
        await clock.advance(IDLE);
        expect(stats()).toEqual({ sessions: 0, openAsks: 0 });
      });
      expect(clock.waiting).toBe(0);
    },
  );

  it('is not closed by a vanished stream, whose call is not cancelled, but can ask no more', async () => {
    const { url, stats, events, world, lines } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    await call.next(isAsk);
    call.vanish();
    await soon(() =>
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'question.ended', step: 'confirm', end: 'disconnected' }),
      ),
    );
    expect(lines.join('\n')).toContain('"end":"disconnected"');
    expect(stats()).toEqual({ sessions: 1, openAsks: 0 });

    const slow = await session.call(2, 'slow');
    await world.entered.promise;
    slow.vanish();
    const other = await session.call(3, 'visit');
    await session.reply(await other.next(isAsk), { action: 'accept' });
    expect(await text(other, 3)).toBe('visited');
    expect(world.aborted).toBe(0);
    await session.cancel(2);
    await soon(() => expect(world.aborted).toBe(1));
  });

  it('that the client cannot open by a broken initialize takes no place', async () => {
    const { url, stats } = await served({ sessions: { max: 1 } });
    const broken = await new RawSession(url).send({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: 7 },
    });
    expect(broken.status).toBe(400);
    expect(stats().sessions).toBe(0);
    await RawSession.open(url);
  });

  it('is none of a modern request’s, though it brings the id: whole metadata makes it modern, and half of it is refused', async () => {
    const { url, stats } = await served();
    const session = await RawSession.open(url);
    const modern = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'deploy',
    };
    const call = (_meta: object, headers: Record<string, string>) =>
      session.send(
        {
          id: 7,
          method: 'tools/call',
          params: { name: 'deploy', arguments: { env: 'prod' }, _meta },
        },
        headers,
      );
    const whole = await call(envelope(), modern);
    expect((await whole.next(({ id }) => id === 7)).result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirm: {} },
    });
    const half = await call({}, modern);
    expect([half.status, (await half.next(() => true)).error.code]).toEqual([400, -32602]);
    expect(stats()).toEqual({ sessions: 1, openAsks: 0 });
    const old = await call({}, {});
    expect((await old.next(isAsk)).params.message).toBe('Deploy to prod?');
  });

  it('needs its header, and a method it knows', async () => {
    const { url } = await served();
    const session = new RawSession(url);
    expect((await session.call(1, 'maybe')).status).toBe(400);
    expect((await session.listen()).status).toBe(405);
    expect((await session.request('PUT', '{}', {})).status).toBe(405);
  });

  it('negotiates a revision it has when asked for one it has not', async () => {
    const { url } = await served();
    const params = {
      protocolVersion: '2026-07-28',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const { result } = await (
      await new RawSession(url).send({ id: 0, method: 'initialize', params })
    ).next(() => true);
    expect(result.protocolVersion).toBe('2025-11-25');
  });
});

describe('too many sessions', () => {
  it('are refused with what the bound is; none that lives is given up', async () => {
    const { url, stats } = await served({ sessions: { max: 2 } });
    const [first] = [await RawSession.open(url), await RawSession.open(url)];
    const refused = await new RawSession(url).initialize();
    expect(refused.status).toBe(503);
    expect((await refused.next(() => true)).error.message).toBe(
      'Too many sessions: this server holds 2 at a time',
    );
    expect(stats().sessions).toBe(2);
    await first?.end();
    await RawSession.open(url);
  });

  it('of one principal are refused to that one only', async () => {
    const { url } = await served({ sessions: { maxPerPrincipal: 1 } }, { auth: true });
    await RawSession.open(url, { token: 'bob' });
    const refused = await new RawSession(url, { token: 'bob/again' }).initialize();
    expect(refused.status).toBe(429);
    expect((await refused.next(() => true)).error.message).toBe(
      'Too many sessions: a caller may hold 1 at a time; end one with DELETE',
    );
    await RawSession.open(url, { token: 'alice' });
  });
});

describe('a shutdown', () => {
  it('does not wait for clients that only listen', async () => {
    const { url, server, clock, stats } = await served();
    const session = await RawSession.open(url);
    const listening = await session.listen();
    await server.close({ graceMs: 60_000 });
    await soon(() => expect(listening.ended()).toBe(true));
    expect(stats().sessions).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  it('lets a call in flight finish, and opens no session meanwhile', async () => {
    const { url, server, clock } = await served({ pacing: 1000 });
    const [session, late] = [await RawSession.open(url), new RawSession(url)];
    const call = await session.call(1, 'poll', { rounds: 1 });
    await soon(() => expect(clock.waits).toContain(1000));
    const closed = server.close({ graceMs: 60_000 });
    await expect(late.initialize().then(({ status }) => status)).rejects.toThrow();
    await clock.advance(1000);
    expect(await text(call, 1)).toBe('counted 1');
    await closed;
    expect(clock.waiting).toBe(0);
  });

  it('ends sessions with open questions after the grace, and leaves no timer', async () => {
    const { url, server, clock, stats, world } = await served();
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    await call.next(isAsk);
    const closed = server.close({ graceMs: 1000 });
    await settled();
    expect(stats().openAsks).toBe(1);
    await clock.advance(1000);
    await closed;
    await soon(() => expect(call.ended()).toBe(true));
    expect(stats()).toEqual({ sessions: 0, openAsks: 0 });
    expect(clock.waiting).toBe(0);
    expect(world.deployed).toEqual([]);
  });
});

describe('an event store', () => {
  it('lets a client resume the stream of its call, and the question waits meanwhile', async () => {
    const { url, stats } = await served({ sessions: { eventStore: new KnowingEventStore() } });
    const session = await RawSession.open(url);
    const call = await session.call(1, 'deploy', { env: 'prod' });
    const question = await call.next(isAsk);
    const [first = ''] = [...call.text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id);
    call.vanish();
    // Refused with a conflict until the server has seen that the first stream is closed.
    const resumed = await soon(async () => {
      const stream = await session.listen({ 'last-event-id': first });
      expect(stream.status).toBe(200);
      return stream;
    });
    expect(await resumed.next(isAsk)).toEqual(question);
    expect(stats().openAsks).toBe(1);
    await session.reply(question, accept({ confirm: true }));
    expect(await text(resumed, 1)).toBe('Deployed to prod.');
  });

  it('shows a session nothing of another', async () => {
    const { url } = await served(
      { sessions: { eventStore: new MemoryEventStore() } },
      { auth: true },
    );
    const [bob, alice] = [
      await RawSession.open(url, { token: 'bob' }),
      await RawSession.open(url, { token: 'alice' }),
    ];
    const call = await bob.call(1, 'deploy', { env: 'secret' });
    await call.next(isAsk);
    const [first = ''] = [...call.text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id);
    const stolen = await alice.listen({ 'last-event-id': first });
    expect(stolen.status).toBe(500);
    await soon(() => expect(stolen.ended()).toBe(true));
    expect(stolen.text()).not.toContain('secret');
  });
});

describe('an open stream', () => {
  it('is kept alive by comments while nothing happens, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { url } = await served();
      const session = await RawSession.open(url);
      const call = await session.call(1, 'deploy', { env: 'prod' });
      const question = await call.next(isAsk);
      const before = vi.getTimerCount();
      expect(before).toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(31_000);
      await soon(() => expect(call.text().match(/^: keepalive$/gm)).toHaveLength(2));
      await session.reply(question, accept({ confirm: true }));
      expect(await text(call, 1)).toBe('Deployed to prod.');
      expect(vi.getTimerCount()).toBe(before - 1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('within a process', () => {
  it('a session works through fetch; a body that nobody reads any more is a closed stream', async () => {
    const world = new World();
    let stats = () => ({ sessions: 0, openAsks: 0 });
    const shim = legacyShim();
    const server = createServer({
      name: 'test',
      version: '1.0.0',
      components: EVERYTHING,
      providers: [{ token: World, useValue: world }],
      state: { codec: aeadCodec({ keys: [new Uint8Array(32)] }) },
      legacy: {
        attach: (core) => {
          const attached = shim.attach(core);
          stats = attached.stats;
          return attached;
        },
      },
      logger: {
        debug: () => undefined,
        info: () => undefined,
        warn: () => undefined,
        error: () => undefined,
      },
    });
    const post = (message: object, id?: string) =>
      server.fetch(
        new Request('http://127.0.0.1/mcp', {
          method: 'POST',
          headers: {
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            ...(id !== undefined && { 'mcp-session-id': id }),
          },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        }),
      );
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'x', version: '1' },
    };
    const opened = await post({ id: 0, method: 'initialize', params });
    const id = opened.headers.get('mcp-session-id') ?? undefined;
    const call = await post(
      { id: 1, method: 'tools/call', params: { name: 'deploy', arguments: { env: 'x' } } },
      id,
    );
    const reader = call.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('Deploy to x?');
    expect(stats()).toEqual({ sessions: 1, openAsks: 1 });
    await reader?.cancel();
    await settled();
    expect(stats()).toEqual({ sessions: 1, openAsks: 0 });
    await server.close();
    expect(stats().sessions).toBe(0);
    expect((await post({ id: 2, method: 'ping' }, id)).status).toBe(503);
  });
});
