import { describe, expect, it } from 'vitest';
import { hmacCodec } from '../src/index.js';

describe('null in an option of hmacCodec', () => {
  const keys = [new Uint8Array(32).fill(1)];

  it('is refused, and is never a key that dies with the process', () => {
    expect(hmacCodec({ keys }).tag).toBeTruthy();
    expect(() => hmacCodec({ keys: null } as never)).toThrow(
      'hmacCodec: keys must not be null; leave it out',
    );
    expect(() => hmacCodec(null as never)).toThrow('options must not be null; leave it out');
  });
});
