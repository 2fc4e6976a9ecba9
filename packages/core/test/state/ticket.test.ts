import { describe, expect, it } from 'vitest';
import { framedCodecs, openFramed, sealFramed } from '../../src/state/framing.js';
import type { StateCodec } from '../../src/state/state-codec.js';
import { type TicketOptions, type TicketUser, ticketSealer } from '../../src/state/ticket.js';
import { BOB, guarded, T0 } from '../support/guarded.js';
import { testCodec } from '../support/test-codec.js';

const SUBJECT = { flow: 'flow-1', step: 'visit', component: 'pay', expiresAt: T0 + 60_000 };
const USER: TicketUser = { issuer: BOB.issuer, subject: BOB.subject };
const opened = { opened: { ok: true, ...SUBJECT } };
const refusal = (code: string) => ({ opened: { ok: false, code } });

function sealer(options: Partial<TicketOptions> = {}) {
  const clock = { time: T0 };
  return {
    ...ticketSealer({
      codecs: [testCodec()],
      audience: 'bills',
      skewMs: 0,
      now: () => clock.time,
      ...options,
    }),
    clock,
  };
}

/** Users of a page that went wrong: one with a getter that throws, one that is gone altogether. */
const throwing = (member: 'issuer' | 'subject') =>
  Object.defineProperty({ ...USER }, member, {
    get: () => {
      throw new Error('SECRET');
    },
  });
function revoked() {
  const { proxy, revoke } = Proxy.revocable({ ...USER }, {});
  revoke();
  return proxy;
}

describe('a ticket', () => {
  it('opens for its user, on another replica with the same key, and says what it is for', async () => {
    const ticket = await sealer().seal(SUBJECT, USER);
    expect(await sealer().open(ticket, USER)).toEqual(opened);
  });

  it('fits into a URL as it is, and is short', async () => {
    const ticket = await sealer().seal(SUBJECT, USER);
    expect(encodeURIComponent(ticket)).toBe(ticket);
    expect(ticket.length).toBeLessThan(400);
  });

  it.each<[string, TicketUser, unknown]>([
    ['another subject', USER, { ...USER, subject: 'alice@example.org' }],
    ['the same subject of another issuer', USER, { ...USER, issuer: 'https://other.example' }],
    [
      'parts that join to the same text',
      { issuer: 'ab', subject: 'c' },
      { issuer: 'a', subject: 'bc' },
    ],
    ['an empty subject', USER, { ...USER, subject: '' }],
    ['nobody', USER, undefined],
    ['null', USER, null],
    ['half a user', USER, { subject: USER.subject }],
    ['a subject that is a list', USER, { ...USER, subject: [USER.subject] }],
    ['what throws when its subject is read', USER, throwing('subject')],
    ['what throws when it is looked at', USER, revoked()],
    ['half a surrogate pair', { ...USER, subject: '\ufffd' }, { ...USER, subject: '\ud800' }],
  ])('is refused to %s', async (_, owner, other) => {
    const ticket = await sealer().seal(SUBJECT, owner);
    expect(await sealer().open(ticket, owner)).toEqual(opened);
    expect(await sealer().open(ticket, other as never)).toEqual(refusal('principal'));
  });

  it('is for a user, whatever client he calls through: a page is none of them', async () => {
    const ticket = await sealer().seal(SUBJECT, BOB);
    expect(await sealer().open(ticket, USER)).toEqual(opened);
  });

  it('opens until just before its expiry, and with skew for as much longer', async () => {
    const at = async (time: number, skewMs = 0) => {
      const made = sealer({ skewMs });
      const ticket = await made.seal(SUBJECT, USER);
      made.clock.time = time;
      return made.open(ticket, USER);
    };
    expect(await at(T0 + 59_999)).toEqual(opened);
    expect(await at(T0 + 60_000)).toEqual(refusal('expired'));
    expect(await at(T0 + 64_999, 5000)).toEqual(opened);
    expect(await at(T0 + 65_000, 5000)).toEqual(refusal('expired'));
    expect(await at(Number.NaN)).toEqual(refusal('expired'));
  });

  it('is refused by another server with the same key', async () => {
    const ticket = await sealer({ audience: 'staging' }).seal(SUBJECT, USER);
    expect(await sealer({ audience: 'staging' }).open(ticket, USER)).toEqual(opened);
    expect(await sealer({ audience: 'production' }).open(ticket, USER)).toEqual(
      refusal('audience'),
    );
  });

  it('is refused with any of its characters changed, cut or added to', async () => {
    const ticket = await sealer().seal(SUBJECT, USER);
    const start = ticket.indexOf('.') + 1;
    for (let at = start; at < ticket.length; at++) {
      const other = `${ticket.slice(0, at)}${ticket[at] === 'A' ? 'B' : 'A'}${ticket.slice(at + 1)}`;
      expect(await sealer().open(other, USER)).toMatchObject({ opened: { ok: false } });
    }
    for (const other of [ticket.slice(0, -1), `${ticket}A`, `${ticket}=`, ` ${ticket}`])
      expect(await sealer().open(other, USER)).toMatchObject({ opened: { ok: false } });
  });

  it.each<[string, unknown, string]>([
    ['no text', 7, 'malformed'],
    ['an object', { length: 3 }, 'malformed'],
    ['nothing', undefined, 'malformed'],
    ['an empty text', '', 'malformed'],
    ['an unknown codec', 'zz.AAAA', 'unknown_key'],
    ['another spelling', 'test.AAA=', 'malformed'],
    ['a long text', `test.${'A'.repeat(2000)}`, 'too_large'],
  ])('is never taken from %s', async (_, ticket, code) => {
    expect(await sealer().open(ticket, USER)).toEqual(refusal(code));
  });

  it('does not open as a state, nor a state as a ticket', async () => {
    const codecs = framedCodecs([testCodec()]);
    const ticket = await sealer().seal(SUBJECT, USER);
    expect(await openFramed(codecs, 'ticket', ticket, 4096)).toMatchObject({ ok: true });
    expect(await openFramed(codecs, 'state', ticket, 4096)).toMatchObject({
      ok: false,
      code: 'unauthentic',
    });
    const binding = { principal: BOB, request: 'digest', lifetime: 'round' } as const;
    const guard = guarded({ audience: 'bills' });
    const minted = await guard.mint(
      { flow: 'flow-1', deadline: T0 + 60_000, answer: 'yes' },
      binding,
    );
    if (!minted.ok) throw new Error(minted.code);
    expect(await guard.open(minted.state, binding)).toMatchObject({ ok: true });
    expect(await sealer().open(minted.state, USER)).toEqual(refusal('unauthentic'));
    expect(await guard.open(ticket, binding)).toMatchObject({ ok: false, code: 'unauthentic' });
  });

  it('is malformed where a holder of the key sealed something else', async () => {
    const codecs = framedCodecs([testCodec()]);
    const whole = await openFramed(codecs, 'ticket', await sealer().seal(SUBJECT, USER), 4096);
    if (!whole.ok) throw new Error(whole.code);
    const claims = JSON.parse(Buffer.from(whole.plain).toString());
    expect(
      await sealer().open(
        await sealFramed(codecs[0], 'ticket', Buffer.from(JSON.stringify(claims))),
        USER,
      ),
    ).toEqual(opened);
    const others = ['a', 'u', 'f', 's', 'c', 'e'].flatMap((member) => [
      { ...claims, [member]: undefined },
      { ...claims, [member]: [] },
    ]);
    for (const text of ['{', 'null', '[]', ...others.map((other) => JSON.stringify(other))])
      expect(
        await sealer().open(await sealFramed(codecs[0], 'ticket', Buffer.from(text)), USER),
      ).toEqual(refusal('malformed'));
  });

  it('opens with an older codec of the list, and says which', async () => {
    const [old, young] = [
      testCodec(),
      testCodec({ tag: 'young', key: 'another key that only tests know' }),
    ];
    const ticket = await sealer({ codecs: [old] }).seal(SUBJECT, USER);
    expect(await sealer({ codecs: [young, old] }).open(ticket, USER)).toEqual({
      ...opened,
      openedByOld: 'test',
    });
    expect(await sealer({ codecs: [young] }).open(ticket, USER)).toEqual(refusal('unknown_key'));
  });

  it('names nobody: what can be read of it shows neither subject nor issuer, and two flows of one user look unrelated', async () => {
    const shown = async (flow: string) =>
      Buffer.from(
        (await sealer().seal({ ...SUBJECT, flow }, USER)).split('.')[1] ?? '',
        'base64url',
      ).toString('latin1');
    const [one, other] = [await shown('flow-1'), await shown('flow-2')];
    expect(one).toContain('visit');
    for (const part of Object.values(USER)) expect(one).not.toContain(part);
    const hash = (text: string) => /"u":"([^"]+)"/.exec(text)?.[1];
    expect(hash(one)).toHaveLength(43);
    expect(hash(one)).not.toBe(hash(other));
  });

  it('is not sealed for nobody, nor with names that a URL has no room for', async () => {
    await sealer().seal(SUBJECT, USER);
    await expect(sealer().seal(SUBJECT, { ...USER, subject: '' })).rejects.toThrow(TypeError);
    await expect(sealer().seal({ ...SUBJECT, step: 'x'.repeat(1200) }, USER)).rejects.toThrow(
      RangeError,
    );
  });

  it('passes on what the codec throws when it seals, and is unauthentic where it throws when it opens', async () => {
    const away = new Error('the key service is away');
    const broken = (members: Partial<StateCodec>) =>
      sealer({ codecs: [{ ...testCodec(), ...members }] });
    await expect(
      broken({ seal: async () => Promise.reject(away) }).seal(SUBJECT, USER),
    ).rejects.toBe(away);
    const ticket = await sealer().seal(SUBJECT, USER);
    expect(await broken({ open: async () => Promise.reject(away) }).open(ticket, USER)).toEqual(
      refusal('unauthentic'),
    );
  });
});
