import { describe, expect, it } from 'vitest';
import { readOptions } from '../src/options.js';

describe('readOptions', () => {
  it('measures everything unless told otherwise', () => {
    expect(readOptions([])).toEqual({ help: false, quick: false, check: false, parts: ['codec', 'round-trip'] });
    expect(readOptions(['--quick', '--check', '--only', 'codec'])).toEqual({ help: false, quick: true, check: true, parts: ['codec'] });
  });

  it('refuses what it does not know', () => {
    expect(() => readOptions(['--only', 'codecs'])).toThrow(TypeError);
    expect(() => readOptions(['--fast'])).toThrow(TypeError);
    expect(() => readOptions(['codec'])).toThrow(TypeError);
  });
});
