import { describe, expect, it } from 'vitest';
import { legacyShim } from '../src/index.js';

describe('null in an option of legacyShim', () => {
  it.each<[string, unknown]>([
    ['options', null],
    ['maxRounds', { maxRounds: null }],
    ['pacing', { pacing: null }],
    ['sessions', { sessions: null }],
    ['sessions.max', { sessions: { max: null } }],
    ['sessions.eventStore', { sessions: { eventStore: null } }],
  ])('is refused: %s', (name, options) => {
    expect(() => legacyShim({ sessions: {} })).not.toThrow();
    expect(() => legacyShim(options as never)).toThrow(
      `legacyShim: ${name} must not be null; leave it out`,
    );
  });
});
