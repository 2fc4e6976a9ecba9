import { type Clock, type RandomBytes, systemClock, systemRandom } from '../clock.js';
import { LedgerError } from '../errors.js';
import { refuseNull } from '../options.js';
import type { ClaimDigests, Claimed, Ledger } from './ledger.js';

/** What `memoryLedger` takes. */
export interface MemoryLedgerOptions {
  /** Claims kept at a time; default 10000. One more is refused with `full`. */
  readonly maxClaims?: number;
  /** Bytes of one kept result; default 262144 (256 KiB), at least 1024. A larger one is refused with `too_large`. */
  readonly maxResultBytes?: number;
  /** Bytes of all kept results together, over and above 1024 for each claim; default 67108864 (64 MiB). */
  readonly maxBytes?: number;
  /** Tells leases and keeping times; default the machine's. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Makes tokens; default the platform's secure source. */
  readonly random?: RandomBytes;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof MemoryLedgerOptions>([
  'maxClaims',
  'maxResultBytes',
  'maxBytes',
  'clock',
  'random',
]);

/** A result this small is always kept: the marker in place of a larger one must find room. */
const ALWAYS_KEPT = 1024;

interface Held extends ClaimDigests {
  readonly token: string;
  readonly keepUntil: number;
  leaseUntil: number;
  result: Uint8Array | undefined;
}

/**
 * Makes a ledger in this process's memory: passing it to `createServer` says that this is the only process. Whatever restarts the
 * process forgets its claims, and with them single use of the flows that were open. Bounded; nothing runs in it by itself: what
 * need not be kept any longer is swept when room is wanted. Throws `TypeError` or `RangeError` for options.
 *
 * ```ts
 * createServer({ …, ledger: memoryLedger() })
 * ```
 */
export function memoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  refuseNull('memoryLedger', options);
  for (const name of Object.keys(options))
    if (!OPTIONS.has(name)) throw new TypeError(`memoryLedger: no such option: ${name}`);
  const { clock = systemClock, random = systemRandom } = options;
  const maxClaims = count('maxClaims', options.maxClaims ?? 10_000, 1);
  const maxResultBytes = count('maxResultBytes', options.maxResultBytes ?? 256 * 1024, ALWAYS_KEPT);
  const maxBytes = count('maxBytes', options.maxBytes ?? 64 * 1024 * 1024, 0);
  /** In the order of claiming, which is about that of expiry. */
  const claims = new Map<string, Held>();
  let bytes = 0;

  const forget = (id: string, { result }: Held): void => {
    claims.delete(id);
    bytes -= countedOf(result);
  };
  const kept = (id: string): Held | undefined => {
    const held = claims.get(id);
    if (held === undefined || clock.now() < held.keepUntil) return held;
    forget(id, held);
    return undefined;
  };
  /** The claim, if the token still owns it. */
  const owned = (id: string, token: string): Held | undefined => {
    const held = kept(id);
    return held?.token === token ? held : undefined;
  };
  const inLease = (held: Held | undefined): held is Held =>
    held !== undefined && held.result === undefined && clock.now() < held.leaseUntil;
  const sweep = (): void => {
    for (const id of claims.keys()) kept(id);
  };

  return Object.freeze({
    async peek(id: string) {
      const held = kept(id);
      return held && standingOf(held, clock.now());
    },
    async claim(id, { request, answers, leaseMs, keepMs }) {
      const held = kept(id);
      if (held !== undefined) return standingOf(held, clock.now());
      if (!(keepMs > 0))
        throw new RangeError('memoryLedger: keepMs: expected milliseconds, more than 0');
      if (claims.size >= maxClaims) sweep();
      if (claims.size >= maxClaims) throw new LedgerError('full');
      const token = Buffer.from(random(16)).toString('base64url');
      const now = clock.now();
      claims.set(id, {
        token,
        request,
        answers,
        keepUntil: now + keepMs,
        leaseUntil: now + leaseMs,
        result: undefined,
      });
      return { kind: 'fresh', token };
    },
    async renew(id, token, leaseMs) {
      const held = owned(id, token);
      if (!inLease(held)) return false;
      held.leaseUntil = clock.now() + leaseMs;
      return true;
    },
    async settle(id, token, result) {
      const held = owned(id, token);
      if (held?.result !== undefined) return true;
      if (!inLease(held)) return false;
      const more = countedOf(result);
      if (bytes + more > maxBytes) sweep();
      if (result.length > maxResultBytes || (more > 0 && bytes + more > maxBytes))
        throw new LedgerError('too_large');
      held.result = Uint8Array.from(result);
      bytes += more;
      return true;
    },
    async release(id, token) {
      const held = owned(id, token);
      if (!inLease(held)) return false;
      forget(id, held);
      return true;
    },
  } satisfies Ledger);
}

const countedOf = (result: Uint8Array | undefined): number =>
  result === undefined || result.length <= ALWAYS_KEPT ? 0 : result.length;

function standingOf({ request, answers, result, leaseUntil }: Held, now: number): Claimed {
  // A copy: whoever is given it must not be able to change what the next one gets.
  if (result !== undefined)
    return { kind: 'done', request, answers, result: Uint8Array.from(result) };
  return { kind: now < leaseUntil ? 'running' : 'lost', request, answers };
}

function count(name: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`memoryLedger: ${name}: expected a whole number of at least ${least}`);
  return value;
}
