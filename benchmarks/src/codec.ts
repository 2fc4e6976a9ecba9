import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { interleaved, type Results, type Schedule } from './interleave.js';
import { ourCodec, ourGuard } from './peers/countersign-codec.js';
import { nodeCryptoHmac } from './peers/node-crypto.js';
import { documentedBind, officialCodec } from './peers/official-codec.js';
import { payloadOf, sealingContestant } from './sealing.js';

/** Bytes of JSON that are sealed. */
export const SIZES = [64, 512, 4096] as const;
export type Size = (typeof SIZES)[number];

export const CODECS = {
  official: 'official codec',
  hmac: 'ours, HMAC',
  aead: 'ours, XChaCha20',
  node: 'node:crypto HMAC, by hand',
} as const;

export const GUARDS = {
  official: 'official codec with bind',
  hmac: 'our guard, HMAC',
  aead: 'our guard, XChaCha20',
} as const;

/** What was measured at each size, by name: the codecs alone, and the whole guard with all claims. */
export type CodecResults = ReadonlyMap<Size, Results>;

/** Measures mint and verify, one in flight. */
export async function measureCodecs(schedule: Schedule): Promise<CodecResults> {
  const keys = [randomBytes(32)] as const;
  const [key] = keys;
  const hmac = hmacCodec({ keys });
  const aead = aeadCodec({ keys });
  const sealings = [
    officialCodec(CODECS.official, key),
    ourCodec(CODECS.hmac, hmac),
    ourCodec(CODECS.aead, aead),
    nodeCryptoHmac(CODECS.node, key),
    officialCodec(GUARDS.official, key, documentedBind),
    ourGuard(GUARDS.hmac, hmac),
    ourGuard(GUARDS.aead, aead),
  ];
  const results = new Map<Size, Results>();
  for (const size of SIZES) {
    const payload = payloadOf(size);
    const contestants = await Promise.all(
      sealings.map((sealing) => sealingContestant(sealing, payload)),
    );
    results.set(size, await interleaved(contestants, schedule));
  }
  return results;
}
