import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/principal.js';
import { readClaims } from '../../src/state/claims.js';
import { framedCodecs, openFramed, sealFramed } from '../../src/state/framing.js';
import type { Binding, GuardOptions } from '../../src/state/guard.js';
import { requestDigest } from '../../src/state/request-digest.js';
import { BINDING, BOB, guarded, JOURNAL, minted, T0 } from '../support/guarded.js';
import { testCodec } from '../support/test-codec.js';

const refusal = (code: string) => ({ ok: false, code });
const MINUTE = 60_000;

describe('mint and open', () => {
  it('hands back the journal', async () => {
    const guard = guarded();
    const result = await guard.mint(JOURNAL, BINDING);
    if (!result.ok) throw new Error(result.code);
    expect(result.bytes).toBe(Buffer.byteLength(result.state));
    guard.clock.time += MINUTE;
    expect(await guard.open(result.state, BINDING)).toEqual({
      ok: true,
      journal: JOURNAL,
      openedByOld: undefined,
    });
  });

  it('opens on another replica with the same key', async () => {
    expect(await guarded().open(await minted(guarded()), BINDING)).toMatchObject({
      ok: true,
      journal: JOURNAL,
    });
  });

  it('refuses a state that is one byte too long, at mint and at open', async () => {
    const bytes = (await minted(guarded())).length;
    expect(await guarded({ maxBytes: bytes }).mint(JOURNAL, BINDING)).toMatchObject({
      ok: true,
      bytes,
    });
    expect(await guarded({ maxBytes: bytes - 1 }).mint(JOURNAL, BINDING)).toEqual({
      ok: false,
      code: 'too_large',
      bytes,
    });
    expect(await guarded({ maxBytes: bytes - 1 }).open(await minted(guarded()), BINDING)).toEqual(
      refusal('too_large'),
    );
  });

  it('calls what a key holder sealed that is no claims malformed', async () => {
    const codecs = framedCodecs([testCodec()]);
    const guard = guarded();
    const state = await minted(guard);
    const opened = await openFramed(codecs, 'state', state, 4096);
    if (!opened.ok) throw new Error(opened.code);
    expect(
      await guard.open(await sealFramed(codecs[0], 'state', opened.plain), BINDING),
    ).toMatchObject({ ok: true });
    const claims = JSON.parse(Buffer.from(opened.plain).toString());
    for (const member of ['a', 'p', 'r', 'i', 'e', 'l', 'j']) {
      for (const value of [undefined, null, [], true]) {
        const other = Buffer.from(JSON.stringify({ ...claims, [member]: value }));
        expect(await guard.open(await sealFramed(codecs[0], 'state', other), BINDING)).toEqual(
          refusal('malformed'),
        );
      }
    }
    for (const member of ['flow', 'deadline']) {
      const other = Buffer.from(
        JSON.stringify({ ...claims, j: { ...claims.j, [member]: undefined } }),
      );
      expect(await guard.open(await sealFramed(codecs[0], 'state', other), BINDING)).toEqual(
        refusal('malformed'),
      );
    }
    for (const text of ['', '{', 'null', '[]', '"text"', '{}', '\ufeff{}']) {
      expect(
        await guard.open(await sealFramed(codecs[0], 'state', Buffer.from(text)), BINDING),
      ).toEqual(refusal('malformed'));
    }
  });

  it.each<[string, Partial<Binding>, object]>([
    ['no principal', { principal: undefined as never }, {}],
    ['no subject', { principal: { ...BOB, subject: '' } }, {}],
    ['a subject that is a list', { principal: { ...BOB, subject: [BOB.subject] as never } }, {}],
    ['an issuer that is a list', { principal: { ...BOB, issuer: [BOB.issuer] as never } }, {}],
    ['a client that is a list', { principal: { ...BOB, client: [BOB.client] as never } }, {}],
    ['half a surrogate pair for a client', { principal: { ...BOB, client: '\ud800' } }, {}],
    ['no digest', { request: '' }, {}],
    ['an odd lifetime', { lifetime: 'day' as never }, {}],
    ['no flow', {}, { flow: '' }],
    ['a deadline that is no number', {}, { deadline: Number.NaN }],
  ])('mints nothing with %s', async (_, binding, journal) => {
    await minted(guarded());
    await expect(
      guarded().mint({ ...JOURNAL, ...journal }, { ...BINDING, ...binding }),
    ).rejects.toThrow(TypeError);
  });

  it('passes on what the codec throws, and refuses a codec that seals into something else', async () => {
    const away = new Error('the key service is away');
    const broken = guarded({
      codecs: [{ ...testCodec(), seal: async () => Promise.reject(away) }],
    });
    await expect(broken.mint(JOURNAL, BINDING)).rejects.toBe(away);
    const odd = guarded({ codecs: [{ ...testCodec(), seal: () => 'text' as never }] });
    await expect(odd.mint(JOURNAL, BINDING)).rejects.toMatchObject({ code: 'state_codec' });
  });
});

describe('audience and principal', () => {
  it('refuses what another server minted with the same key', async () => {
    const state = await minted(guarded({ audience: 'staging' }));
    expect(await guarded({ audience: 'staging' }).open(state, BINDING)).toMatchObject({ ok: true });
    expect(await guarded({ audience: 'production' }).open(state, BINDING)).toEqual(
      refusal('audience'),
    );
  });

  const anonymous: Principal = { issuer: 'anonymous', subject: 'anonymous', client: '' };
  it.each<[string, Principal, Principal]>([
    ['another subject', BOB, { ...BOB, subject: 'alice@example.org' }],
    ['another issuer', BOB, { ...BOB, issuer: 'https://other.example' }],
    ['another client of the same user', BOB, { ...BOB, client: 'client-2' }],
    ['an anonymous caller', BOB, anonymous],
    ['a known caller, of an anonymous state', anonymous, BOB],
    [
      'parts that join to the same text',
      { ...BOB, subject: 'a', client: 'bc' },
      { ...BOB, subject: 'ab', client: 'c' },
    ],
    ['an empty subject', BOB, { ...BOB, subject: '' }],
    ['an empty subject, of an anonymous state', anonymous, { ...anonymous, subject: '' }],
    ['no principal, as a resolver that failed gives', BOB, undefined as never],
    ['half a principal', BOB, { subject: BOB.subject } as never],
    ['half a surrogate pair', { ...BOB, subject: '\ufffd' }, { ...BOB, subject: '\ud800' }],
    ['a subject that is a list', BOB, { ...BOB, subject: [BOB.subject] as never }],
  ])('refuses %s', async (_, owner, other) => {
    const guard = guarded();
    const state = await minted(guard, { ...BINDING, principal: owner });
    expect(await guard.open(state, { ...BINDING, principal: owner })).toMatchObject({ ok: true });
    expect(await guard.open(state, { ...BINDING, principal: other })).toEqual(refusal('principal'));
  });

  it('names nobody: a state shows neither subject, issuer nor client, and two flows of one person look unrelated', async () => {
    const hashes: string[] = [];
    for (const flow of ['flow-1', 'flow-2']) {
      const state = await minted(guarded({ codecs: [testCodec({ readable: true })] }), BINDING, {
        ...JOURNAL,
        flow,
      });
      const shown = Buffer.from(state.slice(state.indexOf('.') + 1), 'base64url').toString(
        'latin1',
      );
      expect(shown).toContain(JOURNAL.answer);
      for (const part of Object.values(BOB)) expect(shown).not.toContain(part);
      const claims = readClaims(Buffer.from(shown.slice(shown.indexOf('{')), 'latin1'));
      hashes.push(claims?.p ?? '');
    }
    expect(new Set(hashes).size).toBe(2);
  });
});

describe('time', () => {
  const at = async (time: number, options: Partial<GuardOptions> = {}, binding = BINDING) => {
    const guard = guarded(options);
    const state = await minted(guard, binding);
    guard.clock.time = time;
    return guard.open(state, binding);
  };

  it('accepts a state until just before its expiry, and not at it', async () => {
    expect(await at(T0 + 10 * MINUTE - 1)).toMatchObject({ ok: true });
    expect(await at(T0 + 10 * MINUTE)).toEqual(refusal('expired'));
  });

  it('allows no skew unless told, and then exactly that', async () => {
    const short = { ttlMs: 5000 };
    expect(await at(T0 + 4999, short)).toMatchObject({ ok: true });
    expect(await at(T0 + 6000, short)).toEqual(refusal('expired'));
    expect(await at(T0 + 6000, { ...short, skewMs: 10_000 })).toMatchObject({ ok: true });
    expect(await at(T0 + 14_999, { ...short, skewMs: 10_000 })).toMatchObject({ ok: true });
    expect(await at(T0 + 15_000, { ...short, skewMs: 10_000 })).toEqual(refusal('expired'));
  });

  it('accepts a state from the future within skew only', async () => {
    expect(await at(T0 - 8000)).toEqual(refusal('expired'));
    expect(await at(T0 - 8000, { skewMs: 8000 })).toMatchObject({ ok: true });
    expect(await at(T0 - 8001, { skewMs: 8000 })).toEqual(refusal('expired'));
  });

  it('never outlives the deadline of the flow', async () => {
    const journal = { ...JOURNAL, deadline: T0 + MINUTE };
    const guard = guarded();
    const state = await minted(guard, BINDING, journal);
    guard.clock.time = T0 + MINUTE - 1;
    expect(await guard.open(state, BINDING)).toMatchObject({ ok: true });
    guard.clock.time = T0 + MINUTE;
    expect(await guard.open(state, BINDING)).toEqual(refusal('expired'));
  });

  it('applies a shorter time to live at once, also to what the longer one minted; a longer one revives nothing', async () => {
    const state = await minted(guarded({ ttlMs: 600_000 }));
    const [shorter, longer] = [guarded({ ttlMs: 5000 }), guarded({ ttlMs: 3_600_000 })];
    shorter.clock.time = longer.clock.time = T0 + 4999;
    expect(await shorter.open(state, BINDING)).toMatchObject({ ok: true });
    shorter.clock.time = T0 + 5000;
    expect(await shorter.open(state, BINDING)).toEqual(refusal('expired'));
    longer.clock.time = T0 + 600_000 - 1;
    expect(await longer.open(state, BINDING)).toMatchObject({ ok: true });
    longer.clock.time = T0 + 600_000;
    expect(await longer.open(state, BINDING)).toEqual(refusal('expired'));
  });

  it('keeps a state of the flow until the deadline, past the time to live', async () => {
    const flow: Binding = { ...BINDING, lifetime: 'flow' };
    expect(await at(T0 + 59 * MINUTE)).toEqual(refusal('expired'));
    expect(await at(T0 + 60 * MINUTE - 1, {}, flow)).toMatchObject({ ok: true });
    expect(await at(T0 + 60 * MINUTE, {}, flow)).toEqual(refusal('expired'));
  });

  it('accepts a state no longer than it says itself, of either lifetime, even where a holder of the key wrote another expiry', async () => {
    const codecs = framedCodecs([testCodec()]);
    for (const lifetime of ['round', 'flow'] as const) {
      const guard = guarded();
      const binding: Binding = { ...BINDING, lifetime };
      const opened = await openFramed(codecs, 'state', await minted(guard, binding), 4096);
      if (!opened.ok) throw new Error(opened.code);
      const claims = { ...JSON.parse(Buffer.from(opened.plain).toString()), e: T0 + MINUTE };
      const state = await sealFramed(codecs[0], 'state', Buffer.from(JSON.stringify(claims)));
      guard.clock.time = T0 + MINUTE - 1;
      expect(await guard.open(state, binding)).toMatchObject({ ok: true });
      guard.clock.time = T0 + MINUTE;
      expect(await guard.open(state, binding)).toEqual(refusal('expired'));
    }
  });

  it('opens neither lifetime for the other', async () => {
    const guard = guarded();
    for (const [one, other] of [['round', 'flow'] as const, ['flow', 'round'] as const]) {
      const state = await minted(guard, { ...BINDING, lifetime: one });
      expect(await guard.open(state, { ...BINDING, lifetime: one })).toMatchObject({ ok: true });
      expect(await guard.open(state, { ...BINDING, lifetime: other })).toEqual(refusal('expired'));
    }
  });

  it('accepts nothing when the clock says nothing', async () => {
    expect(await at(T0)).toMatchObject({ ok: true });
    expect(await at(Number.NaN)).toEqual(refusal('expired'));
  });
});

describe('request', () => {
  it.each([
    ['other arguments', requestDigest('tools/call', 'deploy', { env: 'prod' })],
    ['another tool', requestDigest('tools/call', 'remove', { env: 'staging' })],
    ['another method', requestDigest('prompts/get', 'deploy', { env: 'staging' })],
    ['no digest', undefined as never],
  ])('refuses %s', async (_, request) => {
    const guard = guarded();
    const state = await minted(guard);
    expect(await guard.open(state, BINDING)).toMatchObject({ ok: true });
    expect(await guard.open(state, { ...BINDING, request })).toEqual(refusal('request'));
  });
});

describe('order', () => {
  it('names the first check that fails', async () => {
    const alice = { ...BOB, subject: 'alice' };
    const guard = guarded();
    const elsewhere = guarded({ audience: 'elsewhere' });
    const state = await minted(guard);
    const wrong = { principal: alice, request: 'another', lifetime: 'round' } as const;
    guard.clock.time = elsewhere.clock.time = T0 + 10 * MINUTE;
    expect(await guarded().open(state, BINDING)).toMatchObject({ ok: true });
    expect(await elsewhere.open(`${state.slice(0, -1)}!${'x'.repeat(4096)}`, wrong)).toEqual(
      refusal('too_large'),
    );
    expect(await elsewhere.open(`other.${state.slice(5)}!`, wrong)).toEqual(refusal('malformed'));
    expect(await elsewhere.open(`other.${state.slice(5)}`, wrong)).toEqual(refusal('unknown_key'));
    expect(await elsewhere.open(`test.AAAA${state.slice(9)}`, wrong)).toEqual(
      refusal('unauthentic'),
    );
    expect(await elsewhere.open(state, wrong)).toEqual(refusal('audience'));
    expect(await guard.open(state, wrong)).toEqual(refusal('principal'));
    expect(await guard.open(state, { ...wrong, principal: BOB })).toEqual(refusal('expired'));
    guard.clock.time = T0;
    expect(await guard.open(state, { ...wrong, principal: BOB })).toEqual(refusal('request'));
  });
});

describe('moving to another codec', () => {
  it('takes three phases: both open, then both open and the new one seals, then the new one alone', async () => {
    const [old, next] = [
      testCodec({ tag: 'old', key: 'old' }),
      testCodec({ tag: 'next', key: 'next' }),
    ];
    const phases = [[old, next], [next, old], [next]].map((codecs) => guarded({ codecs }));
    const states = await Promise.all(phases.map((guard) => minted(guard)));
    expect(states.map((state) => state.split('.')[0])).toEqual(['old', 'next', 'next']);
    const opened = await Promise.all(
      phases.map((guard) => Promise.all(states.map((state) => guard.open(state, BINDING)))),
    );
    expect(
      opened.map((row) =>
        row.map((result) => (result.ok ? (result.openedByOld ?? 'current') : result.code)),
      ),
    ).toEqual([
      ['current', 'next', 'next'],
      ['old', 'current', 'current'],
      ['unknown_key', 'current', 'current'],
    ]);
  });
});

describe('options', () => {
  it.each<[string, Partial<Record<keyof GuardOptions, unknown>>, string]>([
    ['no codec', { codecs: [] }, 'state_codec'],
    ['an empty audience', { audience: '' }, 'invalid_option'],
    ['an audience that is no text', { audience: 7 }, 'invalid_option'],
    ['a time to live of nothing', { ttlMs: 0 }, 'invalid_option'],
    ['a negative time to live', { ttlMs: -1 }, 'invalid_option'],
    ['a time to live that is no number', { ttlMs: Number.NaN }, 'invalid_option'],
    ['a time to live for ever', { ttlMs: Number.POSITIVE_INFINITY }, 'invalid_option'],
    ['a time to live in text', { ttlMs: '600000' }, 'invalid_option'],
    ['a limit of nothing', { maxBytes: 0 }, 'invalid_option'],
    ['half a byte', { maxBytes: 100.5 }, 'invalid_option'],
    ['negative skew', { skewMs: -1 }, 'invalid_option'],
    ['skew without end', { skewMs: Number.POSITIVE_INFINITY }, 'invalid_option'],
    ['no clock', { now: undefined }, 'invalid_option'],
  ])('refuses %s at start', (_, options, code) => {
    expect(() => guarded()).not.toThrow();
    expect(() => guarded(options as Partial<GuardOptions>)).toThrow(
      expect.objectContaining({ name: 'ConfigError', code }),
    );
  });
});
