import assert from 'node:assert/strict';
import type { StateCodec } from '@countersign/core';
import type { Opened } from '@countersign/core/codec';
import type { Runner } from '../../runner.js';

/** Makes the codec under test with a ring of keys: the first seals, all open. */
export type MakeCodec = (keys: readonly Uint8Array[]) => StateCodec;

/** Registers some of the rules, each as a test that is named like it. */
export type Rules = (runner: Pick<Runner, 'it'>, make: MakeCodec) => void;

/** A key that is 32 times the same byte. */
export const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const AAD = bytes('what the bytes are for');
export const PLAIN = bytes('a plain text that is longer than one block of most ciphers');

const REFUSALS = ['malformed', 'unknown_key', 'unauthentic'];

/** Seals, and proves that what was sealed opens. */
export async function sealedBy(codec: StateCodec, plain = PLAIN, aad = AAD): Promise<Uint8Array> {
  const sealed = await codec.seal(Uint8Array.from(plain), Uint8Array.from(aad));
  assert.deepEqual(await openedBy(codec, sealed, aad), { plain: [...plain], current: true });
  return sealed;
}

/** What the codec makes of bytes, in a form that can be compared; throws when it is no verdict. */
export async function openedBy(
  codec: StateCodec,
  sealed: Uint8Array,
  aad = AAD,
): Promise<{ plain: number[]; current: boolean } | string> {
  const opened: Opened = await codec.open(Uint8Array.from(sealed), Uint8Array.from(aad));
  if (opened.ok) return { plain: [...opened.plain], current: opened.current };
  assert.ok(
    REFUSALS.includes(opened.code),
    `open() refuses with one of ${REFUSALS.join(', ')}, not ${String(opened.code)}`,
  );
  return opened.code;
}

/** Asserts that the codec refuses bytes: by a verdict, not by a throw. */
export async function refuses(
  codec: StateCodec,
  sealed: Uint8Array,
  why: string,
  aad = AAD,
): Promise<void> {
  let opened: Awaited<ReturnType<typeof openedBy>>;
  try {
    opened = await openedBy(codec, sealed, aad);
  } catch (error) {
    throw new assert.AssertionError({
      message: `open() must not throw: ${why}: ${String(error)}`,
      operator: 'refuses',
    });
  }
  assert.equal(typeof opened, 'string', `opened ${why}`);
}

/** A copy with one bit flipped. */
export function flipped(sealed: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(sealed);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}

/** Every joining of the beginning of one with the end of the other, but for those that are the one or the other again. */
export function* mixtures(
  one: Uint8Array,
  other: Uint8Array,
): Generator<readonly [mixed: Uint8Array, at: number]> {
  for (let at = 1; at < Math.min(one.length, other.length); at++) {
    const mixed = Buffer.concat([one.subarray(0, at), other.subarray(at)]);
    // Where one layout has equal bytes on both sides, say of equal plain texts, nothing was mixed: to open it is right.
    if (!mixed.equals(one) && !mixed.equals(other)) yield [mixed, at];
  }
}

export const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
