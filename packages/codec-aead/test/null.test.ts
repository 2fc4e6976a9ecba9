import { describe, expect, it } from 'vitest';
import { aeadCodec } from '../src/index.js';

describe('null in an option of aeadCodec', () => {
  const keys = [new Uint8Array(32).fill(1)];

  it('is refused, and is never a key that dies with the process', () => {
    expect(aeadCodec({ keys }).tag).toBeTruthy();
    expect(() => aeadCodec({ keys: null } as never)).toThrow(
      'aeadCodec: keys must not be null; leave it out',
    );
    expect(() => aeadCodec(null as never)).toThrow('options must not be null; leave it out');
  });
});
