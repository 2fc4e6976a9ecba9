import { describe, expect, it } from 'vitest';
import type { ConfigError } from '../../src/errors.js';
import { framedCodecs, openFramed, sealFramed } from '../../src/state/framing.js';
import type { SealPurpose, StateCodec } from '../../src/state/state-codec.js';
import { testCodec } from '../support/test-codec.js';

const PLAIN = Buffer.from('sixteen byte str');
const PURPOSES: readonly SealPurpose[] = ['state', 'result', 'ticket'];
const one = framedCodecs([testCodec()]);

const codeOf = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return (error as ConfigError).code;
  }
};

/** A codec whose two functions are replaced. */
const odd = (members: Partial<Record<keyof StateCodec, unknown>>): StateCodec =>
  ({ ...testCodec(), ...members }) as StateCodec;

describe('framedCodecs', () => {
  it.each<[string, unknown]>([
    ['an empty list', []],
    ['no list', testCodec()],
    ['a hole', [undefined]],
    ['a codec without seal', [odd({ seal: undefined })]],
    ['a codec without open', [odd({ open: 'open' })]],
    ['an empty tag', [odd({ tag: '' })]],
    ['a tag in upper case', [odd({ tag: 'H1' })]],
    ['a tag with a dot', [odd({ tag: 'h.1' })]],
    ['a tag that starts with a digit', [odd({ tag: '1h' })]],
    ['a tag of nine characters', [odd({ tag: 'a12345678' })]],
    ['a tag that ends in a line break', [odd({ tag: 'h1\n' })]],
    ['a tag that is no text', [odd({ tag: ['h1'] })]],
    ['two codecs with one tag', [testCodec({ key: 'one' }), testCodec({ key: 'other' })]],
    ['a codec that does not say whether it is readable', [odd({ readable: undefined })]],
  ])('refuses %s at start', (_, codecs) => {
    expect(framedCodecs([testCodec({ tag: 'a1234567' }), testCodec()])).toHaveLength(2);
    expect(codeOf(() => framedCodecs(codecs as StateCodec[]))).toBe('state_codec');
  });
});

describe('sealing and opening', () => {
  it('writes the tag, a dot and base64url, and reads it back at once', () => {
    const sealed = sealFramed(one[0], 'state', PLAIN);
    expect(sealed).toMatch(/^test\.[A-Za-z0-9_-]+$/);
    expect(openFramed(one, 'state', sealed, 1000)).toMatchObject({
      ok: true,
      plain: PLAIN,
      tag: 'test',
      current: true,
    });
  });

  it('awaits a codec that answers later', async () => {
    const sync = testCodec();
    const later: StateCodec = {
      ...sync,
      seal: async (...args) => sync.seal(...args),
      open: async (...args) => sync.open(...args),
    };
    const codecs = framedCodecs([later]);
    const sealed = await sealFramed(codecs[0], 'state', PLAIN);
    expect(sealed).toBe(sealFramed(one[0], 'state', PLAIN));
    expect(await openFramed(codecs, 'state', sealed, 1000)).toMatchObject({
      ok: true,
      plain: PLAIN,
    });
    expect(await openFramed(codecs, 'result', sealed, 1000)).toMatchObject({
      ok: false,
      code: 'unauthentic',
    });
  });

  it('opens nothing that was sealed for another purpose', async () => {
    for (const sealedFor of PURPOSES) {
      const sealed = sealFramed(one[0], sealedFor, PLAIN);
      for (const openedFor of PURPOSES) {
        const expected =
          sealedFor === openedFor ? { ok: true } : { ok: false, code: 'unauthentic' };
        expect(openFramed(one, openedFor, sealed, 1000)).toMatchObject(expected);
      }
    }
  });

  it('opens nothing under another tag, even with the same key', () => {
    const two = framedCodecs([testCodec({ tag: 'one' }), testCodec({ tag: 'two' })]);
    const sealed = sealFramed(two[0], 'state', PLAIN) as string;
    expect(openFramed(two, 'state', sealed, 1000)).toMatchObject({ ok: true });
    expect(openFramed(two, 'state', sealed.replace('one.', 'two.'), 1000)).toMatchObject({
      ok: false,
      code: 'unauthentic',
    });
    expect(openFramed(two, 'state', sealed.replace('one.', 'tre.'), 1000)).toMatchObject({
      ok: false,
      code: 'unknown_key',
    });
  });

  it('looks at the size before anything else: one byte past the limit is too large', () => {
    const sealed = sealFramed(one[0], 'state', PLAIN) as string;
    expect(openFramed(one, 'state', sealed, sealed.length)).toMatchObject({ ok: true });
    expect(openFramed(one, 'state', sealed, sealed.length - 1)).toEqual({
      ok: false,
      code: 'too_large',
    });
    let touched = 0;
    const counting = framedCodecs([odd({ open: () => ++touched })]);
    expect(openFramed(counting, 'state', '.'.repeat(2_000_000), 32_768)).toEqual({
      ok: false,
      code: 'too_large',
    });
    expect(openFramed(counting, 'state', `test.${'A'.repeat(2_000_000)}`, 32_768)).toEqual({
      ok: false,
      code: 'too_large',
    });
    expect(touched).toBe(0);
  });

  it.each<[string, (sealed: string) => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 1],
    ['an object', (sealed) => ({ toString: () => sealed })],
    ['a list', (sealed) => [sealed]],
    ['a string object', (sealed) => new String(sealed)],
    ['an empty string', () => ''],
    ['a dot', () => '.'],
    ['a tag alone', () => 'test'],
    ['a tag and a dot', () => 'test.'],
    ['no tag', (sealed) => sealed.slice(4)],
    ['a second dot', (sealed) => `${sealed}.`],
    ['a dot inside', (sealed) => `${sealed.slice(0, 20)}.${sealed.slice(20)}`],
    ['another token after it', (sealed) => `${sealed}.${sealed}`],
    ['padding', (sealed) => `${sealed}=`],
    ['white space before it', (sealed) => ` ${sealed}`.replace(' test', 'test ')],
    ['a line break after it', (sealed) => `${sealed}\n`],
    ['half a surrogate pair', (sealed) => `${sealed}\ud800`],
  ])('calls %s malformed', (name, change) => {
    const sealed = sealFramed(one[0], 'state', PLAIN) as string;
    expect(openFramed(one, 'state', sealed, 1000)).toMatchObject({ ok: true });
    const code = name === 'white space before it' ? 'unknown_key' : 'malformed';
    expect(openFramed(one, 'state', change(sealed), 1000)).toMatchObject({ ok: false, code });
  });

  it.each<[string, unknown]>([
    ['nothing', () => undefined],
    ['text', () => 'ok'],
    ['plain bytes', () => PLAIN],
    ['a truthy ok', () => ({ ok: 1, plain: PLAIN, current: true })],
    ['no plain', () => ({ ok: true, current: true })],
    ['plain text', () => ({ ok: true, plain: 'text', current: true })],
    ['a code of its own', () => ({ ok: false, code: 'expired' })],
    ['a refusal that does not say that it is one', () => ({ code: 'malformed' })],
    ['null', () => null],
    [
      'a throw',
      () => {
        throw new Error('broken');
      },
    ],
    ['a rejection', async () => Promise.reject(new Error('broken'))],
    ['a promise of nothing', async () => undefined],
  ])('takes %s from a codec for unauthentic, with the cause for the log', async (_, open) => {
    const sealed = sealFramed(one[0], 'state', PLAIN);
    const codecs = framedCodecs([odd({ open })]);
    expect(await openFramed(codecs, 'state', sealed, 1000)).toMatchObject({
      ok: false,
      code: 'unauthentic',
      cause: expect.any(Error),
    });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'text'],
    ['a list of numbers', [1, 2]],
    ['no bytes at all', new Uint8Array()],
  ])('refuses a codec that seals into %s', async (_, result) => {
    expect(
      codeOf(() => sealFramed(framedCodecs([odd({ seal: () => result })])[0], 'state', PLAIN)),
    ).toBe('state_codec');
    const later = sealFramed(framedCodecs([odd({ seal: async () => result })])[0], 'state', PLAIN);
    await expect(later).rejects.toMatchObject({ code: 'state_codec' });
  });

  it('lets a throw of seal through as it is', () => {
    const broken = new Error('the key service is away');
    const codecs = framedCodecs([
      odd({
        seal: () => {
          throw broken;
        },
      }),
    ]);
    expect(() => sealFramed(codecs[0], 'state', PLAIN)).toThrow(broken);
  });
});
