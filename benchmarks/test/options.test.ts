import { describe, expect, it } from 'vitest';
import { readOptions } from '../src/options.js';

describe('readOptions', () => {
  it('measures everything unless told otherwise', () => {
    const usual = { help: false, quick: false, check: false, components: undefined };
    expect(readOptions([])).toEqual({ ...usual, parts: ['codec', 'round-trip', 'lists'] });
    expect(readOptions(['--quick', '--check', '--only', 'codec'])).toEqual({
      ...usual,
      quick: true,
      check: true,
      parts: ['codec'],
    });
    expect(readOptions(['--only', 'lists', '--components', '100,1'])).toEqual({
      ...usual,
      parts: ['lists'],
      components: [1, 100],
    });
  });

  it('refuses what it does not know', () => {
    expect(() => readOptions(['--only', 'codecs'])).toThrow(TypeError);
    expect(() => readOptions(['--fast'])).toThrow(TypeError);
    expect(() => readOptions(['codec'])).toThrow(TypeError);
    expect(() => readOptions(['--components', '11'])).toThrow(TypeError);
    expect(() => readOptions(['--components', ''])).toThrow(TypeError);
  });
});
