import { createHash, hkdfSync } from 'node:crypto';
import { framedCodecs, sealFramed } from '@countersign/core/internal';
import { describe, expect, it } from 'vitest';
import { aeadCodec } from '../src/index.js';
import vectors from './vectors.json' with { type: 'json' };
import { hchacha20, xchacha20poly1305 } from './xchacha.js';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe('the cross-check itself', () => {
  it('agrees with draft-irtf-cfrg-xchacha-03, §2.2.1 and appendix A.3.1', () => {
    const { hchacha, aead } = vectors.draft;
    expect(Buffer.from(hchacha20(hex(hchacha.key), hex(hchacha.nonce))).toString('hex')).toBe(hchacha.subkey);
    expect(xchacha20poly1305(hex(aead.key), hex(aead.nonce), hex(aead.aad), Buffer.from(aead.text)).toString('hex')).toBe(aead.box);
  });
});

describe.each(vectors.seal)('vector $name', ({ key, nonce, aad, plain, sealed }) => {
  const codec = aeadCodec({ keys: [hex(key)], random: () => hex(nonce) });

  it('seals to the recorded bytes and opens them', () => {
    expect(Buffer.from(codec.seal(hex(plain), hex(aad)) as Uint8Array).toString('hex')).toBe(sealed);
    expect(codec.open(hex(sealed), hex(aad))).toEqual({ ok: true, plain: Uint8Array.from(hex(plain)), current: true });
  });

  it('is what node:crypto makes of the written layout', () => {
    const id = createHash('sha256').update('countersign key id').update(hex(key)).digest().subarray(0, 8);
    const subkey = Buffer.from(hkdfSync('sha256', hex(key), new Uint8Array(), 'countersign codec-aead 1', 32));
    const box = xchacha20poly1305(subkey, hex(nonce), Buffer.concat([hex(aad), id]), hex(plain));
    expect(Buffer.concat([id, hex(nonce), box]).toString('hex')).toBe(sealed);
  });
});

it.each(vectors.wire)('writes the recorded wire string for $purpose', ({ key, nonce, purpose, plain, wire }) => {
  const [codec] = framedCodecs([aeadCodec({ keys: [hex(key)], random: () => hex(nonce) })]);
  expect(sealFramed(codec, purpose as 'state', Buffer.from(plain))).toBe(wire);
});
