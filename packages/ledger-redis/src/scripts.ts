import { createHash } from 'node:crypto';
import type { Script } from './client.js';

/**
 * A claim is one hash: `token`, `lease` (until when, in milliseconds since the epoch), `request`, `answers` and, once settled,
 * `result`. Every script reads it, and Redis's own clock, before it does anything: leases are told by that one clock, whatever those
 * of the replicas say. One key a script, so that a cluster can run it.
 */
const HELD = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'token', 'lease', 'request', 'answers', 'result')
local leased = held[1] and not held[5] and now < tonumber(held[2])
local function lease(ms) return string.format('%.0f', now + ms) end
local function standing()
  if held[5] then return { 'done', held[3], held[4], held[5] } end
  return { leased and 'running' or 'lost', held[3], held[4] }
end
`;

function script(body: string): Script {
  const text = `${HELD.trim()}\n${body.trim()}\n`;
  return Object.freeze({ text, sha1: createHash('sha1').update(text).digest('hex') });
}

/** Nil for a flow that is free. */
export const PEEK = script(`
if not held[1] then return nil end
return standing()
`);

/** Token, milliseconds of lease, milliseconds to keep, request digest, answers digest. */
export const CLAIM = script(`
if held[1] then return standing() end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'lease', lease(ARGV[2]), 'request', ARGV[4], 'answers', ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return { 'fresh' }
`);

/** Token, milliseconds of lease. */
export const RENEW = script(`
if held[1] ~= ARGV[1] or not leased then return 0 end
redis.call('HSET', KEYS[1], 'lease', lease(ARGV[2]))
return 1
`);

/** Token, result. */
export const SETTLE = script(`
if held[1] ~= ARGV[1] then return 0 end
if held[5] then return 1 end
if not leased then return 0 end
redis.call('HSET', KEYS[1], 'result', ARGV[2])
return 1
`);

/** Token. */
export const RELEASE = script(`
if held[1] ~= ARGV[1] or not leased then return 0 end
redis.call('DEL', KEYS[1])
return 1
`);
