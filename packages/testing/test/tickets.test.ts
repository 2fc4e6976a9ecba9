import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { ask, type CallContext, createServer, Elicit, Tool } from '@countersign/core';
import { requestDigest, stateGuard } from '@countersign/core/internal';
import { legacyShim } from '@countersign/shim-legacy';
import { describe, expect, it } from 'vitest';
import { everyWay, type Flow, fakeClock, play, step } from '../src/index.js';

@Tool({ name: 'enter', description: 'Goes on once a person accepted a page.' })
class Enter {
  @Elicit() async page(_: object, _answers: object, ctx: CallContext) {
    return ask.url('Please sign in.', `https://example.com/${await ctx.flow.ticket('page')}`);
  }
  @Elicit() async lost(_: object, _answers: object, ctx: CallContext) {
    return ask.url('Please sign in.', `https://example.com/${await ctx.flow.ticket('pages')}`);
  }
  run() {
    return 'entered';
  }
}

@Tool({ name: 'visit', description: 'Sends to a page.' })
class Visit {
  @Elicit() async page(_: object, _answers: object, ctx: CallContext) {
    return ask.url('Please sign in.', `https://example.com/${await ctx.flow.ticket('page')}`);
  }
  run(_: object, _answers: object, ctx: CallContext) {
    return `visited, of ${ctx.flow.id}`;
  }
}

const KEY = new Uint8Array(32).fill(7);
const BOB = { issuer: 'https://issuer.example', subject: 'bob', client: 'app' };
const ticketOf = (flow: Flow) =>
  String(flow.asks.page?.params.url).slice('https://example.com/'.length);

describe.each([
  ['aead', aeadCodec({ keys: [KEY] })],
  ['hmac', hmacCodec({ keys: [KEY] })],
] as const)('a ticket sealed by %s', (_, codec) => {
  const clock = fakeClock();
  const server = createServer({
    name: 'pages',
    version: '1.0.0',
    components: [Visit],
    state: { codec },
    legacy: legacyShim(),
    clock,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    auth: { verifier: { verifyAccessToken: async () => undefined } },
  });

  it.each(['2026', '2025'] as const)(
    'opens on the page for who was asked, of %s, and for nobody else',
    async (era) => {
      const asked = await play(server, { clock }).era(era).as(BOB).call('visit');
      const ticket = ticketOf(asked);
      const opened = await server.openTicket(ticket, BOB);
      if (!opened.ok) throw new Error(opened.code);
      expect(opened).toMatchObject({ step: 'page', component: 'visit' });
      expect(await server.openTicket(ticket, { ...BOB, subject: 'alice' })).toEqual({
        ok: false,
        code: 'principal',
      });
      const done = await asked.answer({ page: true });
      expect(done.text).toBe(`visited, of ${opened.flow}`);
      expect(String(done)).toContain('https://example.com/<ticket>');
      expect(String(done)).not.toContain(ticket);
    },
  );

  it('opens as no state, and no state opens as a ticket', async () => {
    const asked = await play(server, { clock }).as(BOB).call('visit');
    expect(await server.openTicket(ticketOf(asked), BOB)).toMatchObject({ ok: true });
    expect(await server.openTicket(asked.state, BOB)).toEqual({ ok: false, code: 'unauthentic' });
    const guard = stateGuard({
      codecs: [codec],
      audience: 'pages',
      ttlMs: 60_000,
      maxBytes: 4096,
      skewMs: 0,
      now: clock.now,
    });
    const binding = {
      principal: BOB,
      request: requestDigest('tools/call', 'visit', undefined),
      lifetime: 'round',
    } as const;
    expect(await guard.open(asked.state, binding)).toMatchObject({ ok: true });
    expect(await guard.open(ticketOf(asked), binding)).toEqual({ ok: false, code: 'unauthentic' });
  });
});

describe('one step alone', () => {
  it('has tickets that say what they are for, and none for what is no step', async () => {
    expect((await step(Enter, 'page').with())?.url).toBe('https://example.com/ticket-for-page');
    expect(
      (
        await step(Enter, 'page')
          .context({ flow: { id: 'f', round: 2, deadline: 1 } })
          .with()
      )?.url,
    ).toBe('https://example.com/ticket-for-page');
    await expect(step(Enter, 'lost').with()).rejects.toThrow('names no step');
  });
});

everyWay({ describe, it }, (way) => {
  const server = () =>
    createServer({
      name: 'pages',
      version: '1.0.0',
      components: [Visit],
      state: { codec: aeadCodec() },
      legacy: legacyShim(),
      auth: { verifier: { verifyAccessToken: async () => undefined } },
    });

  way.it(
    'a ticket opens at the server that the test has, by the time and codec of the play',
    async () => {
      const [own, clock] = [server(), fakeClock()];
      const asked = await way.play(own, { clock }).as(BOB).call('visit');
      const ticket = ticketOf(asked);
      expect(await own.openTicket(ticket, BOB)).toMatchObject({ ok: true, step: 'page' });
      const alice = { ...BOB, subject: 'alice' };
      expect(await own.openTicket(ticket, alice)).toEqual({ ok: false, code: 'principal' });
      expect(await own.openTicket(`${ticket}A`, BOB)).toMatchObject({ ok: false });
      expect(await server().openTicket(ticket, BOB)).toMatchObject({ ok: false });
      clock.advance({ hours: 2 });
      expect(await own.openTicket(ticket, BOB)).toEqual({ ok: false, code: 'expired' });
    },
  );

  way.it('and so does one of a play that has a clock of its own', async () => {
    const own = server();
    const asked = await way.play(own).as(BOB).call('visit');
    expect(await own.openTicket(ticketOf(asked), BOB)).toMatchObject({ ok: true });
    expect((await asked.answer({ page: true })).text).toContain('visited');
  });
});
