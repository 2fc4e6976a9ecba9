import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { framedCodecs, sealFramed } from '@countersign/core/internal';
import { describe, expect, it } from 'vitest';
import { hmacCodec } from '../src/index.js';
import vectors from './vectors.json' with { type: 'json' };

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe.each(vectors.seal)('vector $name', ({ key, aad, plain, sealed }) => {
  const codec = hmacCodec({ keys: [hex(key)] });

  it('seals to the recorded bytes and opens them', () => {
    expect(Buffer.from(codec.seal(hex(plain), hex(aad)) as Uint8Array).toString('hex')).toBe(sealed);
    expect(codec.open(hex(sealed), hex(aad))).toEqual({ ok: true, plain: Uint8Array.from(hex(plain)), current: true });
  });

  it('is what node:crypto makes of the written layout', () => {
    const id = createHash('sha256').update('countersign key id').update(hex(key)).digest().subarray(0, 8);
    const subkey = Buffer.from(hkdfSync('sha256', hex(key), new Uint8Array(), 'countersign codec-hmac 1', 32));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(hex(aad).length);
    const tag = createHmac('sha256', subkey).update(length).update(hex(aad)).update(id).update(hex(plain)).digest();
    expect(Buffer.concat([id, hex(plain), tag]).toString('hex')).toBe(sealed);
  });
});

it.each(vectors.wire)('writes the recorded wire string for $purpose', ({ key, purpose, plain, wire }) => {
  const [codec] = framedCodecs([hmacCodec({ keys: [hex(key)] })]);
  expect(sealFramed(codec, purpose as 'state', Buffer.from(plain))).toBe(wire);
});
