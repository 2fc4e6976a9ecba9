import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  again,
  ask,
  type CallContext,
  Compute,
  type CountersignServer,
  createServer,
  Elicit,
  form,
  inputRequired,
  principalClaims,
  type ServerOptions,
  Tool,
} from '../../../src/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { accept, linesLogger, testServer, tool } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const ISSUER = 'https://issuer.example';
const user = (subject: string) => ({ issuer: ISSUER, subject });
const BASE = 'https://pay.example/approve/';

@Tool({ name: 'pay', description: 'Pays once a person was at a page.' })
class Pay {
  static done = false;
  @Elicit() async visit(_: object, _answers: object, ctx: CallContext) {
    return ask.url('Approve it.', `${BASE}${await ctx.flow.ticket('visit')}`);
  }
  @Elicit() note() {
    return ask.form('A note?', form(z.object({ text: z.string() })));
  }
  @Compute() approved(_: object, { visit }: Answers<Pay, 'visit'>) {
    return visit && Pay.done ? true : again();
  }
  run() {
    return 'paid';
  }
}

function served(options: Partial<ServerOptions> = {}) {
  const clock = new FakeClock();
  const made = testServer({
    components: [Pay],
    clock,
    auth: {
      verifier: {
        verifyAccessToken: async (sub) => ({
          token: sub,
          clientId: 'app',
          scopes: [],
          expiresAt: 4_000_000_000,
          extra: principalClaims({ iss: ISSUER, sub }),
        }),
      },
    },
    ...options,
  });
  servers.push(made.server);
  return { ...made, clock };
}

const URLS = { elicitation: { form: {}, url: {} } };
const asBob = { capabilities: URLS, headers: { authorization: 'Bearer bob' } };
const linkOf = (result: { inputRequests: { visit: { params: { url: string } } } }) =>
  result.inputRequests.visit.params.url;

async function asked(options: Partial<ServerOptions> = {}) {
  Pay.done = false;
  const made = served(options);
  const { url } = await made.server.listen();
  const call = async (more: object = {}) => (await tool(url, 'pay', {}, { ...more }, asBob)).body;
  const { result } = await call();
  return { ...made, call, result, ticket: linkOf(result).slice(BASE.length) };
}

describe('ctx.flow.ticket', () => {
  it('gives a link that opens for the caller, and says which flow, step and component it is for', async () => {
    const { server, ticket, events, clock } = await asked();
    const flow = events.find(({ type }) => type === 'round.asked')?.flow;
    const opened = await server.openTicket(ticket, user('bob'));
    expect(opened).toEqual({
      ok: true,
      flow,
      step: 'visit',
      component: 'pay',
      expiresAt: clock.now() + 3_600_000,
    });
  });

  it('is refused to a stranger who follows the link, and the operator is told', async () => {
    const { server, ticket, events, lines } = await asked();
    expect(await server.openTicket(ticket, user('bob'))).toMatchObject({ ok: true });
    expect(await server.openTicket(ticket, user('alice'))).toEqual({
      ok: false,
      code: 'principal',
    });
    expect(await server.openTicket(ticket, undefined)).toEqual({ ok: false, code: 'principal' });
    const away = {
      issuer: ISSUER,
      get subject(): string {
        throw new Error('the session store is away');
      },
    };
    expect(await server.openTicket(ticket, away)).toEqual({ ok: false, code: 'principal' });
    expect(events.slice(-3)).toMatchObject([
      { type: 'ticket.refused', code: 'principal', component: 'releases', era: '2026' },
      { type: 'ticket.refused', code: 'principal' },
      { type: 'ticket.refused', code: 'principal' },
    ]);
    expect(lines.all.at(-1)).toEqual({
      level: 'warn',
      fields: { code: 'principal' },
      message: 'a ticket was refused',
    });
    expect(lines.text()).not.toContain(ticket);
  });

  it('opens for as long as its flow, and no longer', async () => {
    const { server, ticket, clock } = await asked({
      state: { codec: testCodec(), flowTtlSeconds: 60 },
    });
    clock.advance(59_999);
    expect(await server.openTicket(ticket, user('bob'))).toMatchObject({ ok: true });
    clock.advance(1);
    expect(await server.openTicket(ticket, user('bob'))).toEqual({ ok: false, code: 'expired' });
  });

  it('is the same in every round, so that the answer to the question that shows it counts', async () => {
    // A codec that seals the same thing differently each time, as one with nonces does.
    let nonce = 0;
    const codec = testCodec();
    const salted = {
      ...codec,
      seal: (plain: Uint8Array, aad: Uint8Array) =>
        Buffer.concat([Buffer.of(nonce++), codec.seal(plain, aad) as Uint8Array]),
      open: (sealed: Uint8Array, aad: Uint8Array) => codec.open(sealed.subarray(1), aad),
    };
    const { call, result, events } = await asked({ state: { codec: salted } });
    const other = (await call()).result;
    expect(linkOf(other)).not.toBe(linkOf(result)); // another flow
    const second = (
      await call({
        requestState: result.requestState,
        inputResponses: { note: accept({ text: 'rent' }) },
      })
    ).result;
    expect(linkOf(second)).toBe(linkOf(result));
    const third = (
      await call({
        requestState: second.requestState,
        inputResponses: { visit: { action: 'accept' } },
      })
    ).result;
    expect(third).not.toHaveProperty('inputRequests');
    Pay.done = true;
    expect((await call({ requestState: third.requestState })).result.content[0].text).toBe('paid');
    expect(events.map(({ type }) => type)).not.toContain('entry.dropped');
  });

  it('does not open as a state, nor the state as a ticket', async () => {
    const { server, call, result, ticket, events } = await asked();
    expect(await server.openTicket(result.requestState, user('bob'))).toEqual({
      ok: false,
      code: 'unauthentic',
    });
    expect((await call({ requestState: ticket })).error.code).toBe(-32602);
    expect(events.at(-1)).toMatchObject({ type: 'state.refused', code: 'unauthentic' });
  });

  it('opens in another process, by a server of the same name and state that has no components', async () => {
    const { ticket, clock } = await asked();
    const bare = { version: '1', components: [], clock, logger: linesLogger().logger };
    const page = createServer({ name: 'releases', ...bare, state: { codec: testCodec() } });
    expect(await page.openTicket(ticket, user('bob'))).toMatchObject({ ok: true, step: 'visit' });
    const other = createServer({ name: 'staging', ...bare, state: { codec: testCodec() } });
    expect(await other.openTicket(ticket, user('bob'))).toEqual({ ok: false, code: 'audience' });
    const keyless = createServer({ name: 'releases', ...bare });
    expect(await keyless.openTicket(ticket, user('bob'))).toEqual({
      ok: false,
      code: 'unknown_key',
    });
  });

  it('tells what was opened by an older codec', async () => {
    const { ticket, clock } = await asked();
    const { server, events } = served({
      clock,
      state: { codec: [testCodec({ tag: 'new', key: 'another key' }), testCodec()] },
    });
    expect(await server.openTicket(ticket, user('bob'))).toMatchObject({ ok: true });
    expect(events).toMatchObject([{ type: 'state.opened_by_old', tag: 'test', component: 'pay' }]);
  });
});

@Tool({ name: 'wrong', description: 'Asks for a ticket of no step.' })
class Wrong {
  @Elicit() async visit(_: object, _answers: object, ctx: CallContext) {
    return ask.url('Approve it.', `${BASE}${await ctx.flow.ticket('vist')}`);
  }
  run() {
    return 'never';
  }
}

@Tool({ name: 'manual', description: 'Asks by hand.' })
class Manual {
  async run(_: object, _answers: object, ctx: CallContext) {
    const url = `${BASE}${await ctx.flow.ticket('go')}`;
    if (ctx.requestState<number>() === 2) return url;
    const state = ctx.mintRequestState((ctx.requestState<number>() ?? 0) + 1);
    return inputRequired({
      inputRequests: { go: inputRequired.elicitUrl({ message: 'Go.', url }) },
      requestState: state,
    });
  }
}

@Tool({ name: 'keyless', description: 'Has no codec.' })
class Keyless {
  async run(_: object, _answers: object, ctx: CallContext) {
    return ctx.flow.ticket('run');
  }
}

describe('where there is nothing to seal, or no step', () => {
  const failed = {
    isError: true,
    content: [{ type: 'text', text: 'The call failed because of an error on the server.' }],
  };

  it('fails the call, naming the step to the logger only', async () => {
    const { server, lines } = served({ components: [Wrong] });
    const { url } = await server.listen();
    expect((await tool(url, 'wrong', {}, {}, asBob)).body.result).toMatchObject(failed);
    expect(lines.text()).toContain(
      'Wrong: ctx.flow.ticket(\\"vist\\") names no step; steps: visit',
    );
  });

  it('names the codec that is missing', async () => {
    const { lines, logger } = linesLogger();
    const server = createServer({ name: 'k', version: '1', components: [Keyless], logger });
    servers.push(server);
    expect((await tool(server, 'keyless', {})).body.result).toMatchObject(failed);
    expect(lines.all.at(-1)?.fields).toMatchObject({ err: { code: 'state_codec' } });
  });

  it('gives a handler without steps tickets under names of its own, the same in every round', async () => {
    const { server } = served({ components: [Manual] });
    const { url } = await server.listen();
    const call = async (more: object) =>
      (await tool(url, 'manual', {}, { ...more }, asBob)).body.result;
    const first = await call({});
    const second = await call({ requestState: first.requestState });
    const link = second.inputRequests.go.params.url;
    expect(link).toBe(first.inputRequests.go.params.url);
    expect((await call({ requestState: second.requestState })).content[0].text).toBe(link);
    expect(await server.openTicket(link.slice(BASE.length), user('bob'))).toMatchObject({
      ok: true,
      step: 'go',
      component: 'manual',
    });
  });
});
