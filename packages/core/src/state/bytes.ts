/** Tells bytes from everything else, also those of another realm, which `instanceof` misses. */
export const isBytes = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === 'Uint8Array';

/** Half a surrogate pair has no UTF-8 form: encoders write U+FFFD for all of them, and different texts become equal bytes. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function refuseLoneSurrogate(text: string): void {
  if (LONE_SURROGATE.test(text))
    throw new TypeError(`text of length ${text.length} holds a lone surrogate`);
}

/** Encodes text as UTF-8. Throws TypeError for a lone surrogate, which would make different texts equal. */
export function utf8(text: string): Uint8Array {
  refuseLoneSurrogate(text);
  return Buffer.from(text, 'utf8');
}

/** Joins byte strings. The result says nothing of where one ended: use `lengthPrefixed` where that matters. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Joins parts, each after its length in four bytes, big-endian: different lists of parts never give equal bytes. */
export function lengthPrefixed(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  let length = 0;
  for (const part of parts)
    length += 4 + (typeof part === 'string' ? Buffer.byteLength(part) : part.length);
  const joined = Buffer.alloc(length);
  let at = 0;
  for (const part of parts) {
    let written = part.length;
    if (typeof part === 'string') {
      refuseLoneSurrogate(part);
      written = joined.write(part, at + 4);
    } else {
      joined.set(part, at + 4);
    }
    joined.writeUInt32BE(written, at);
    at += 4 + written;
  }
  return joined;
}

/**
 * Compares two byte strings in time that depends on their lengths alone, so that a forger learns nothing from how early a
 * wrong tag differs. Different lengths are unequal: nothing is cut to fit, and nothing throws.
 */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}
