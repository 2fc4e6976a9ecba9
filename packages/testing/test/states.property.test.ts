import { createHash } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { type Binding, requestDigest, stateGuard } from '@countersign/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/*
 * States that somebody edits. What a refusal is called is worked out here a second time, from the documented form alone:
 * `<tag>.<base64url>`, and inside it the key id of eight bytes and what the codec adds.
 */

const NOW = 1_700_000_000_000;
const MAX_BYTES = 2048;
const KEYS = [1, 2].map((fill) => new Uint8Array(32).fill(fill));
const CODECS = { h1: hmacCodec({ keys: KEYS }), x1: aeadCodec({ keys: KEYS }) };
/** As documented: the first eight bytes of a labelled hash. Both codecs name a key alike. */
const KEY_IDS = KEYS.map((key) =>
  createHash('sha256').update('countersign key id').update(key).digest('hex').slice(0, 16),
);
/** Fewest sealed bytes: key id and MAC; key id, nonce and tag. */
const SHORTEST: Readonly<Record<string, number>> = { h1: 8 + 32, x1: 8 + 24 + 16 };

const guardOf = (...codecs: (typeof CODECS)[keyof typeof CODECS][]) =>
  stateGuard({
    codecs,
    audience: 'releases',
    ttlMs: 600_000,
    maxBytes: MAX_BYTES,
    skewMs: 0,
    now: () => NOW,
  });
const BINDING: Binding = {
  principal: { issuer: 'https://issuer.example', subject: 'bob', client: 'app' },
  request: requestDigest('tools/call', 'deploy', { env: 'staging' }),
  lifetime: 'round',
};

async function minted(tag: keyof typeof CODECS, answer: string): Promise<string> {
  const made = await guardOf(CODECS[tag]).mint(
    { flow: `flow ${answer}`, deadline: NOW + 3_600_000, ...{ answer } },
    BINDING,
  );
  if (!made.ok) throw new Error(`not minted: ${made.code}`);
  return made.state;
}

const guard = guardOf(CODECS.h1, CODECS.x1);
const verdict = async (state: string) => {
  const opened = await guard.open(state, BINDING);
  return opened.ok ? 'ok' : opened.code;
};
const bytesOf = (state: string) => Buffer.from(state.slice(state.indexOf('.') + 1), 'base64url');
const withBytes = (state: string, bytes: Uint8Array) =>
  `${state.slice(0, state.indexOf('.'))}.${Buffer.from(bytes).toString('base64url')}`;

/** RFC 4648 §5 without padding, and §3.5: no bits left over in the last character. */
const BASE64URL = /^(?:[\w-]{4})*(?:[\w-]{2}[AEIMQUYcgkosw048]|[\w-][AQgw])?$/;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function expectedCode(state: string): string {
  if (state.length > MAX_BYTES) return 'too_large';
  const [, tag, text] = /^([^.]+)\.(.+)$/s.exec(state) ?? [];
  if (tag === undefined || text === undefined || !BASE64URL.test(text)) return 'malformed';
  const shortest = SHORTEST[tag];
  if (shortest === undefined || !Object.hasOwn(SHORTEST, tag)) return 'unknown_key';
  const bytes = bytesOf(state);
  if (bytes.length < shortest) return 'malformed';
  return KEY_IDS.includes(bytes.subarray(0, 8).toString('hex')) ? 'unauthentic' : 'unknown_key';
}

const TAGS = ['h1', 'x1'] as const;
/** The state that is edited, and another one that pieces may come from. */
const pair = fc.record({
  one: fc.constantFrom(...TAGS),
  other: fc.constantFrom(...TAGS),
  long: fc.nat(40),
});
const at = fc.nat(10_000);
const anyUnit = fc.oneof(
  fc.constantFrom(...ALPHABET),
  fc.constantFrom('.', '=', '+', '/', ' ', '\n', '\u0000', 'é', '\ud800', '%'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

type Edit = (state: string, other: string) => string;
const place = (state: string, where: number) => where % (state.length + 1);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(at, anyUnit).map(
    ([where, unit]): Edit =>
      (s) =>
        `${s.slice(0, where % s.length)}${unit}${s.slice((where % s.length) + 1)}`,
  ),
  fc.tuple(at, anyUnit).map(
    ([where, unit]): Edit =>
      (s) =>
        `${s.slice(0, place(s, where))}${unit}${s.slice(place(s, where))}`,
  ),
  fc.tuple(at, fc.integer({ min: 1, max: 9 })).map(
    ([where, count]): Edit =>
      (s) =>
        s.slice(0, where % s.length) + s.slice((where % s.length) + count),
  ),
  at.map(
    (where): Edit =>
      (s) =>
        s.slice(0, where % s.length),
  ),
  at.map(
    (where): Edit =>
      (s) =>
        s.slice(1 + (where % s.length)),
  ),
  fc.array(anyUnit, { minLength: 1, maxLength: 12 }).map(
    (units): Edit =>
      (s) =>
        s + units.join(''),
  ),
  fc.array(anyUnit, { minLength: 1, maxLength: 12 }).map(
    (units): Edit =>
      (s) =>
        units.join('') + s,
  ),
  // A splice of two states, as text: the head of one, the tail of the other.
  fc.tuple(at, at).map(
    ([head, tail]): Edit =>
      (s, o) =>
        s.slice(0, place(s, head)) + o.slice(place(o, tail)),
  ),
  // The same in the sealed bytes, spelt as strictly as any state.
  fc.tuple(at, at).map(
    ([head, tail]): Edit =>
      (s, o) => {
        const [ours, theirs] = [bytesOf(s), bytesOf(o)];
        return withBytes(
          s,
          Buffer.concat([
            ours.subarray(0, head % (ours.length + 1)),
            theirs.subarray(tail % (theirs.length + 1)),
          ]),
        );
      },
  ),
  fc.tuple(at, fc.integer({ min: 1, max: 255 })).map(
    ([where, mask]): Edit =>
      (s) => {
        const bytes = bytesOf(s);
        bytes[where % bytes.length] = (bytes[where % bytes.length] as number) ^ mask;
        return withBytes(s, bytes);
      },
  ),
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map(
    (added): Edit =>
      (s) =>
        withBytes(s, Buffer.concat([bytesOf(s), added])),
  ),
  // Another alphabet or spelling of the same bytes.
  fc.constantFrom<Edit>(
    (s) => s.replace('.', '.='),
    (s) => `${s}=`,
    (s) => `${s}==`,
    (s) => s.replaceAll('-', '+').replaceAll('_', '/'),
    (s) => `${s.slice(0, 3)}${bytesOf(s).toString('hex')}`,
    (s) => `${s.slice(0, 3)}${bytesOf(s).toString('base64')}`,
    (s) => s.toUpperCase(),
    (s) => s.toLowerCase(),
    (s) => ` ${s}`,
    (s) => s.replaceAll('.', '%2E'),
    (s) => [...s].reverse().join(''),
    (s) => s.slice(3),
    (s) => `${s}.${s.slice(3)}`,
    (s, o) => `${s},${o}`,
  ),
  // The tag of the other codec, which holds the same keys, and of none.
  fc.constantFrom('h1', 'x1', 'h2', 'H1', '__proto__', 'constructor', '').map(
    (tag): Edit =>
      (s) =>
        `${tag}${s.slice(s.indexOf('.'))}`,
  ),
  at.map(
    (length): Edit =>
      (s) =>
        s.padEnd(MAX_BYTES + 1 + length, 'A'),
  ),
);

describe('an edited state', () => {
  it('is refused with the code that its damage has, by each codec', async () => {
    const codes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        pair,
        fc.array(edits, { minLength: 1, maxLength: 3 }),
        async ({ one, other, long }, chain) => {
          const [state, second] = [await minted(one, 'yes'), await minted(other, 'x'.repeat(long))];
          const edited = chain.reduce(
            (now, edit) => (now.includes('.') ? edit(now, second) : now),
            state,
          );
          fc.pre(edited !== state && edited !== second);
          const code = await verdict(edited);
          codes.set(code, (codes.get(code) ?? 0) + 1);
          expect([await verdict(state), await verdict(second)]).toEqual(['ok', 'ok']);
          expect({ edited, code }).toEqual({ edited, code: expectedCode(edited) });
        },
      ),
      { numRuns: 4000, seed: 20260728 },
    );
    expect([...codes.keys()].sort()).toEqual([
      'malformed',
      'too_large',
      'unauthentic',
      'unknown_key',
    ]);
    // Each check was really reached, the seal itself above all.
    expect(codes.get('unauthentic')).toBeGreaterThan(400);
    expect(Math.min(...codes.values())).toBeGreaterThan(40);
  });
});
