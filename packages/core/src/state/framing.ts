import { ConfigError } from '../errors.js';
import { fromBase64url, toBase64url } from './base64url.js';
import { isBytes, lengthPrefixed } from './bytes.js';
import type { Opened, SealPurpose, StateCodec } from './state-codec.js';

/** Version of what is sealed. Part of `aad`: bytes of another version do not open. */
export const FORMAT_VERSION = '1';

const TAG = /^[a-z][a-z0-9]{0,7}$/;

/** A codec that was looked at, with the `aad` of each purpose worked out. */
export interface FramedCodec {
  readonly codec: StateCodec;
  readonly tag: string;
  readonly aad: Readonly<Record<SealPurpose, Uint8Array>>;
}

export type FrameOpened =
  | {
      readonly ok: true;
      readonly plain: Uint8Array;
      readonly tag: string;
      /** Whether the first codec opened it, with its first key. */
      readonly current: boolean;
    }
  | {
      readonly ok: false;
      readonly code: 'malformed' | 'too_large' | 'unknown_key' | 'unauthentic';
      readonly cause?: unknown;
    };

/** Prepares a server's codecs; the first seals, all open. Throws ConfigError `state_codec` for a list that cannot work. */
export function framedCodecs(
  codecs: readonly StateCodec[],
): readonly [FramedCodec, ...FramedCodec[]] {
  if (!Array.isArray(codecs))
    throw new ConfigError('state_codec', 'state.codec: expected a codec or a list of codecs');
  const seen = new Set<string>();
  const framed = codecs.map((codec: StateCodec, at): FramedCodec => {
    const where = `state.codec[${at}]`;
    if (typeof codec?.seal !== 'function' || typeof codec.open !== 'function') {
      throw new ConfigError(
        'state_codec',
        `${where}: not a codec: it needs seal() and open(), as hmacCodec() and aeadCodec() return`,
      );
    }
    const { tag } = codec;
    if (typeof tag !== 'string' || !TAG.test(tag)) {
      throw new ConfigError(
        'state_codec',
        `${where}.tag: expected a lower-case letter and up to 7 more letters or digits`,
      );
    }
    if (typeof codec.readable !== 'boolean')
      throw new ConfigError(
        'state_codec',
        `${where}.readable (tag "${tag}"): expected true or false`,
      );
    if (seen.has(tag))
      throw new ConfigError(
        'state_codec',
        `${where}.tag: "${tag}" is taken by an earlier codec of the list: give each its own`,
      );
    seen.add(tag);
    const aad = (purpose: SealPurpose): Uint8Array => lengthPrefixed(FORMAT_VERSION, tag, purpose);
    return Object.freeze({
      codec,
      tag,
      aad: Object.freeze({ state: aad('state'), result: aad('result'), ticket: aad('ticket') }),
    });
  });
  const [first, ...others] = framed;
  if (first === undefined)
    throw new ConfigError('state_codec', 'state.codec: the list is empty: nothing could be sealed');
  return Object.freeze([first, ...others] as const);
}

/**
 * Seals bytes for one purpose, as `<tag>.<base64url>`; at once when the codec answers at once. A codec's own throw passes
 * through; one that returns anything but bytes is a ConfigError `state_codec`.
 */
export function sealFramed(
  framed: FramedCodec,
  purpose: SealPurpose,
  plain: Uint8Array,
): string | Promise<string> {
  const sealed = framed.codec.seal(plain, framed.aad[purpose]);
  return isPromiseLike(sealed)
    ? Promise.resolve(sealed).then((bytes) => spell(framed.tag, bytes))
    : spell(framed.tag, sealed);
}

function spell(tag: string, sealed: Uint8Array): string {
  if (!isBytes(sealed) || sealed.length === 0) {
    throw new ConfigError(
      'state_codec',
      `codec "${tag}": seal() must return a Uint8Array that is not empty`,
    );
  }
  return `${tag}.${toBase64url(sealed)}`;
}

/**
 * Opens what `sealFramed` wrote for the same purpose; at once when the codec answers at once. `framed` is untrusted and may be
 * anything. Its size is looked at before the rest of it, and `maxBytes` counts the whole string. Never throws.
 */
export function openFramed(
  codecs: readonly FramedCodec[],
  purpose: SealPurpose,
  framed: unknown,
  maxBytes: number,
): FrameOpened | Promise<FrameOpened> {
  if (typeof framed !== 'string') return MALFORMED;
  // Code units, not bytes: a string that is longer in UTF-8 than in code units is no base64url, and is refused as such below.
  if (framed.length > maxBytes) return TOO_LARGE;
  const dot = framed.indexOf('.');
  if (dot < 1 || dot === framed.length - 1) return MALFORMED;
  // A second dot is no base64url either.
  const sealed = fromBase64url(framed.slice(dot + 1));
  if (sealed === undefined) return MALFORMED;
  const tag = framed.slice(0, dot);
  const at = codecs.findIndex((one) => one.tag === tag);
  const by = codecs[at];
  if (by === undefined) return UNKNOWN_KEY;
  const verdict = (opened: Opened): FrameOpened => {
    if (opened?.ok === true && isBytes(opened.plain))
      return { ok: true, plain: opened.plain, tag, current: at === 0 && opened.current === true };
    if (opened?.ok === false && CODEC_REFUSALS.has(opened.code))
      return { ok: false, code: opened.code };
    return {
      ok: false,
      code: 'unauthentic',
      cause: new TypeError(`codec "${tag}": open() returned no Opened`),
    };
  };
  const thrown = (cause: unknown): FrameOpened => ({ ok: false, code: 'unauthentic', cause });
  try {
    const opened = by.codec.open(sealed, by.aad[purpose]);
    return isPromiseLike(opened)
      ? Promise.resolve(opened).then(verdict).catch(thrown)
      : verdict(opened);
  } catch (cause) {
    return thrown(cause);
  }
}

const MALFORMED: FrameOpened = Object.freeze({ ok: false, code: 'malformed' });
const TOO_LARGE: FrameOpened = Object.freeze({ ok: false, code: 'too_large' });
const UNKNOWN_KEY: FrameOpened = Object.freeze({ ok: false, code: 'unknown_key' });
const CODEC_REFUSALS: ReadonlySet<string> = new Set(['malformed', 'unknown_key', 'unauthentic']);

const isPromiseLike = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' &&
  value !== null &&
  'then' in value &&
  typeof value.then === 'function';
