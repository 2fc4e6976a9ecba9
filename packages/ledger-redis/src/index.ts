export type { IoRedisClient, NodeRedisClient, RedisClient } from './client.js';
export { type RedisLedgerOptions, redisLedger } from './redis-ledger.js';
