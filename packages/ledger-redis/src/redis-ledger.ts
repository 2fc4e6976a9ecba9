import {
  type Claim,
  type Claimed,
  type Ledger,
  LedgerError,
  type RandomBytes,
  systemRandom,
} from '@countersign/core';
import { refuseNull } from '@countersign/core/codec';
import { evaluating, type RedisClient, type Script, says } from './client.js';
import { CLAIM, PEEK, RELEASE, RENEW, SETTLE } from './scripts.js';

/** What `redisLedger` takes. */
export interface RedisLedgerOptions {
  /** Connected, and closed by whoever made it. Of the package `redis` or `ioredis`; a cluster of either will do. */
  readonly client: RedisClient;
  /** Begins every key; default `countersign:ledger:`. Not empty. */
  readonly prefix?: string;
  /** Bytes of one kept result; default 262144 (256 KiB), at least 1024. A larger one is refused with `too_large`. */
  readonly maxResultBytes?: number;
  /** Makes tokens; default the platform's secure source. */
  readonly random?: RandomBytes;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof RedisLedgerOptions>([
  'client',
  'prefix',
  'maxResultBytes',
  'random',
]);

/**
 * Makes a ledger in Redis, shared by every server with the same Redis and prefix. Each method is one script on one key, so it is
 * atomic among them; leases are told by the clock of Redis, and keys expire when their claims need not be kept any longer.
 *
 * Methods reject with what the client rejects with (the server takes that for a ledger that is down), and with `LedgerError`: `full`
 * when Redis is out of memory, `too_large` for a result over `maxResultBytes`. Throws `TypeError` or `RangeError` for options.
 *
 * ```ts
 * createServer({ …, ledger: redisLedger({ client: await createClient({ url }).connect() }) })
 * ```
 */
export function redisLedger(options: RedisLedgerOptions): Ledger {
  const { client, prefix, maxResultBytes, random } = readOptions(options);
  const evaluate = evaluating(client);
  const run = async (script: Script, id: string, ...args: string[]): Promise<unknown> => {
    try {
      return await evaluate(script, prefix + id, args);
    } catch (error) {
      throw says(error, 'OOM command not allowed')
        ? new LedgerError('full', { cause: error })
        : error;
    }
  };
  const did = async (reply: Promise<unknown>): Promise<boolean> => Number(await reply) === 1;

  return Object.freeze({
    async peek(id) {
      const reply = await run(PEEK, id);
      return reply === null || reply === undefined ? undefined : claimedOf(reply);
    },
    async claim(id, { request, answers, leaseMs, keepMs }): Promise<Claim> {
      // Redis would delete the key at once, and the next one would be free to claim it again.
      if (!(keepMs > 0))
        throw new RangeError('redisLedger: keepMs: expected milliseconds, more than 0');
      const token = Buffer.from(random(16)).toString('base64url');
      try {
        const reply = await run(CLAIM, id, token, whole(leaseMs), whole(keepMs), request, answers);
        return Array.isArray(reply) && String(reply[0]) === 'fresh'
          ? { kind: 'fresh', token }
          : claimedOf(reply);
      } catch (error) {
        // Redis may have done it, and only its answer got lost. Nothing runs under the claim, so nothing is to be held by it.
        run(RELEASE, id, token).catch(() => undefined);
        throw error;
      }
    },
    renew: (id, token, leaseMs) => did(run(RENEW, id, token, whole(leaseMs))),
    settle: async (id, token, result) => {
      if (result.length > maxResultBytes) throw new LedgerError('too_large');
      return did(run(SETTLE, id, token, Buffer.from(result).toString('base64')));
    },
    release: (id, token) => did(run(RELEASE, id, token)),
  } satisfies Ledger);
}

const whole = (ms: number): string => String(Math.ceil(ms));

/** Reads a script's reply. What is none of ours is a key that somebody else wrote. */
function claimedOf(reply: unknown): Claimed {
  const [kind, request, answers, result] = (Array.isArray(reply) ? reply : []).map(String);
  if (request !== undefined && answers !== undefined) {
    if (kind === 'running' || kind === 'lost') return { kind, request, answers };
    if (kind === 'done' && result !== undefined)
      return { kind, request, answers, result: Buffer.from(result, 'base64') };
  }
  throw new TypeError('redisLedger: Redis replied what no script of the ledger returns');
}

function readOptions(options: RedisLedgerOptions): Required<RedisLedgerOptions> {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('redisLedger: expected options with a client');
  refuseNull('redisLedger', options);
  for (const name of Object.keys(options))
    if (!OPTIONS.has(name)) throw new TypeError(`redisLedger: no such option: ${name}`);
  const {
    client,
    prefix = 'countersign:ledger:',
    maxResultBytes = 256 * 1024,
    random = systemRandom,
  } = options;
  const runs = ['evalSha', 'evalsha'].some(
    (method) =>
      typeof (client as unknown as Record<string, unknown> | undefined)?.[method] === 'function',
  );
  if (!runs)
    throw new TypeError(
      'redisLedger: client: expected a connected client of the package redis or ioredis',
    );
  if (typeof prefix !== 'string' || prefix === '')
    throw new TypeError('redisLedger: prefix: expected a string that is not empty');
  if (!Number.isSafeInteger(maxResultBytes) || maxResultBytes < 1024)
    throw new RangeError('redisLedger: maxResultBytes: expected a whole number of at least 1024');
  return { client, prefix, maxResultBytes, random };
}
