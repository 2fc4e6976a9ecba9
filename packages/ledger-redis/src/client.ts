/** A connected client, cluster or pool of the package `redis`. */
export interface NodeRedisClient {
  /** Runs a script that Redis knows by its digest. */
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Runs a script in full. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A connected client or cluster of the package `ioredis`. */
export interface IoRedisClient {
  /** Runs a script that Redis knows by its digest. */
  evalsha(sha1: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Runs a script in full. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** What `redisLedger` runs its scripts by. Connecting, reconnecting and closing stay with whoever made it. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** A script, and the SHA-1 of it, by which Redis knows one that it ran before. */
export interface Script {
  readonly text: string;
  readonly sha1: string;
}

/** Runs a script on one key, by its digest; in full where Redis has forgotten it (a restart, a failover, `SCRIPT FLUSH`). */
export type Evaluate = (script: Script, key: string, args: readonly string[]) => Promise<unknown>;

export function evaluating(client: RedisClient): Evaluate {
  const known: Evaluate =
    'evalSha' in client
      ? ({ sha1 }, key, args) => client.evalSha(sha1, { keys: [key], arguments: [...args] })
      : ({ sha1 }, key, args) => client.evalsha(sha1, 1, key, ...args);
  const whole: Evaluate =
    'evalSha' in client
      ? ({ text }, key, args) => client.eval(text, { keys: [key], arguments: [...args] })
      : ({ text }, key, args) => client.eval(text, 1, key, ...args);
  return async (script, key, args) => {
    try {
      return await known(script, key, args);
    } catch (error) {
      if (!says(error, 'NOSCRIPT')) throw error;
      return whole(script, key, args);
    }
  };
}

/** Whether an error is a reply of Redis that says this; what a script ran into stands further back in the reply of older ones. */
export const says = (error: unknown, words: string): boolean =>
  error instanceof Error && error.message.includes(words);
