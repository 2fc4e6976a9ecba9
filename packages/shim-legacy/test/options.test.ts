import { ConfigError } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { legacyShim } from '../src/index.js';
import { settle } from '../src/options.js';
import { pacer } from '../src/pacing.js';

describe('options', () => {
  it('have the documented defaults', () => {
    expect(settle({})).toMatchObject({
      maxRounds: 8,
      roundTimeoutMs: 600_000,
      sessions: { idleMs: 1_800_000, max: 1000, maxPerPrincipal: 100 },
      jsonResponse: false,
    });
    expect(settle({}).pace(3)).toBe(250);
    expect(settle({ sessions: false }).sessions).toBe(false);
  });

  const wrong: [string, object][] = [
    ['maxRounds', { maxRounds: 0 }],
    ['maxRounds', { maxRounds: Number.NaN }],
    ['roundTimeoutMs', { roundTimeoutMs: 2 ** 31 }],
    ['pacing', { pacing: -1 }],
    ['pacing', { pacing: 'fast' }],
    ['sessions', { sessions: null }],
    ['sessions.idleMs', { sessions: { idleMs: 0.5 } }],
    ['sessions.max', { sessions: { max: Number.POSITIVE_INFINITY } }],
    ['sessions.maxPerPrincipal', { sessions: { maxPerPrincipal: 0 } }],
    ['sessions.ttl', { sessions: { ttl: 1 } }],
    ['sessions.eventStore', { sessions: { eventStore: {} } }],
    ['jsonResponse', { jsonResponse: 1 }],
    ['maxRound', { maxRound: 3 }],
  ];
  it.each(wrong)('that are wrong are refused, naming %s', (name, options) => {
    expect(() => legacyShim(options)).toThrow(ConfigError);
    expect(() => legacyShim(options)).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringContaining(name) }),
    );
  });
});

describe('a pace', () => {
  it('that is no number of milliseconds is an error, never a loop without a pause', () => {
    expect(pacer((round) => round)(2)).toBe(2);
    for (const ms of [Number.NaN, -1, undefined, 2 ** 31])
      expect(() => pacer(() => ms as number)(1)).toThrow(TypeError);
  });
});
