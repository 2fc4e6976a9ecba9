import { describe, expect, it } from 'vitest';
import { redisLedger } from '../src/index.js';

describe('null in an option of redisLedger', () => {
  const client = { evalSha: async () => null, eval: async () => null } as never;
  it.each(['prefix', 'maxResultBytes', 'random', 'client'])('is refused: %s', (name) => {
    expect(() => redisLedger({ client })).not.toThrow();
    expect(() => redisLedger({ client, [name]: null } as never)).toThrow(
      `redisLedger: ${name} must not be null; leave it out`,
    );
  });
});
