import type { Digest } from '../digest.js';
import { ConfigError, type StateRefusal } from '../errors.js';
import type { Principal } from '../principal.js';
import {
  type Claims,
  type Lifetime,
  principalHash,
  readClaims,
  type Sealable,
  writeClaims,
} from './claims.js';
import { framedCodecs, openFramed, sealFramed } from './framing.js';
import type { StateCodec } from './state-codec.js';

/** How a server's states are sealed and how long they live. */
export interface GuardOptions {
  /** The first seals, all open. */
  readonly codecs: readonly StateCodec[];
  /** Names this server; differs between staging and production. */
  readonly audience: string;
  /** Milliseconds a `round` state stays valid. */
  readonly ttlMs: number;
  /** Longest `requestState`, in bytes of the wire string. */
  readonly maxBytes: number;
  /** Milliseconds by which the clocks of replicas may differ. It lengthens every life by as much: 0 unless they do. */
  readonly skewMs: number;
  /** Milliseconds since the epoch: the guard's only clock. */
  readonly now: () => number;
}

/** What a state is bound to. The same three must be presented with it. */
export interface Binding {
  readonly principal: Principal;
  /** `requestDigest` of the call. */
  readonly request: Digest;
  readonly lifetime: Lifetime;
}

export type Minted =
  | { readonly ok: true; readonly state: string; readonly bytes: number }
  | { readonly ok: false; readonly code: 'too_large'; readonly bytes: number };

export type GuardOpened<J extends Sealable> =
  | {
      readonly ok: true;
      readonly journal: J;
      /** Tag of the codec, unless it was the first one with its first key: the caller emits `state.opened_by_old`. */
      readonly openedByOld: string | undefined;
    }
  | { readonly ok: false; readonly code: StateRefusal; readonly cause?: unknown };

/** Mints and opens `requestState`. Emits nothing: refusals and old keys are in what it returns. */
export interface StateGuard<J extends Sealable> {
  /**
   * Seals a journal for one binding. `too_large` is the caller's to turn into a question asked again or an author's error.
   * Throws TypeError for a binding or journal that could bind nothing, and whatever the codec's `seal` throws.
   */
  mint(journal: J, binding: Binding): Promise<Minted>;
  /** Opens an untrusted `requestState`, whatever it is, for the binding of the request that presents it. Never throws. */
  open(state: unknown, binding: Binding): Promise<GuardOpened<J>>;
}

/** Makes the guard. Throws ConfigError `state_codec` for codecs that cannot work and `invalid_option` for the other options. */
export function stateGuard<J extends Sealable>(options: GuardOptions): StateGuard<J> {
  const { audience, ttlMs, maxBytes, skewMs, now } = options;
  const codecs = framedCodecs(options.codecs);
  refuseOddOptions(options);

  return {
    async mint(journal, { principal, request, lifetime }) {
      const { flow, deadline } = journal;
      if (typeof flow !== 'string' || flow === '')
        throw new TypeError('journal.flow: expected a flow id');
      if (!Number.isFinite(deadline))
        throw new TypeError('journal.deadline: expected milliseconds since the epoch');
      if (typeof request !== 'string' || request === '')
        throw new TypeError('request: expected the digest of the call');
      if (lifetime !== 'round' && lifetime !== 'flow')
        throw new TypeError('lifetime: expected "round" or "flow"');
      const holder = principalHash(principal, flow);
      if (holder === undefined)
        throw new TypeError(
          'principal: expected issuer, subject and client, the subject not empty',
        );
      const issued = now();
      const expires = lifetime === 'flow' ? deadline : Math.min(issued + ttlMs, deadline);
      const claims: Claims<J> = {
        a: audience,
        p: holder,
        r: request,
        i: issued,
        e: expires,
        l: lifetime,
        j: journal,
      };
      const sealed = sealFramed(codecs[0], 'state', writeClaims(claims));
      const state = typeof sealed === 'string' ? sealed : await sealed;
      // The wire form is ASCII: its length is its bytes.
      const bytes = state.length;
      return bytes > maxBytes
        ? { ok: false, code: 'too_large', bytes }
        : { ok: true, state, bytes };
    },

    async open(state, { principal, request, lifetime }) {
      // 1. Size and the one accepted spelling. 2. Known tag and key, authenticity, before any other byte is interpreted.
      const opening = openFramed(codecs, 'state', state, maxBytes);
      const opened = opening instanceof Promise ? await opening : opening;
      if (!opened.ok) return opened;
      const claims = readClaims<J>(opened.plain);
      if (claims === undefined) return refused('malformed');
      // 3. This server, this principal.
      if (claims.a !== audience) return refused('audience');
      if (claims.p !== principalHash(principal, claims.j.flow)) return refused('principal');
      // 4. In time, by the clock of this replica and the settings it has now.
      const time = now();
      // Written so that a clock which says NaN accepts nothing. The moment of expiry itself is too late (cf. RFC 7519 §4.1.4).
      if (
        !(time < lastMoment(claims) + skewMs) ||
        !(claims.i <= time + skewMs) ||
        claims.l !== lifetime
      )
        return refused('expired');
      // 5. This call.
      if (claims.r !== request) return refused('request');
      // 6. Single use is the ledger's to tell, for components that ask for it: the caller goes there next with the flow id.
      const openedByOld = opened.current ? undefined : opened.tag;
      return { ok: true, journal: claims.j, openedByOld };
    },
  };

  /** A shorter TTL applies at once, also to what an older setting minted. */
  function lastMoment({ i, e, l, j }: Claims<J>): number {
    return l === 'flow' ? Math.min(e, j.deadline) : Math.min(e, i + ttlMs, j.deadline);
  }
}

const refused = (code: StateRefusal): { readonly ok: false; readonly code: StateRefusal } => ({
  ok: false,
  code,
});

function refuseOddOptions({ audience, ttlMs, maxBytes, skewMs, now }: GuardOptions): void {
  if (typeof audience !== 'string' || audience === '') {
    throw new ConfigError(
      'invalid_option',
      'state.audience: expected a name that no other deployment has, got none',
    );
  }
  if (!Number.isSafeInteger(ttlMs) || ttlMs <= 0) {
    throw new ConfigError(
      'invalid_option',
      'state.ttlSeconds: expected more than 0 and finite, in whole milliseconds',
    );
  }
  if (!Number.isSafeInteger(maxBytes) || maxBytes <= 0)
    throw new ConfigError('invalid_option', 'state.maxBytes: expected a whole number above 0');
  if (!Number.isSafeInteger(skewMs) || skewMs < 0) {
    throw new ConfigError(
      'invalid_option',
      'state.skewSeconds: expected 0 or more and finite, in whole milliseconds',
    );
  }
  if (typeof now !== 'function')
    throw new ConfigError(
      'invalid_option',
      'now: expected a function that returns milliseconds since the epoch',
    );
}
