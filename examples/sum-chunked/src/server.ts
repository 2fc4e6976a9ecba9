import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { type CountersignServer, createServer } from '@countersign/core';
import { type LegacyShimOptions, legacyShim } from '@countersign/shim-legacy';
import { SumChunked } from './sum-chunked.js';

/** The class, served to clients of both eras. How 2025 ones are served is the deployment's to say; the class is the same. */
export const sumServer = (shim: LegacyShimOptions = {}): CountersignServer =>
  createServer({
    name: 'sums',
    version: '1.0.0',
    components: [SumChunked],
    state: { codec: aeadCodec({ keys: [randomBytes(32)] }) },
    legacy: legacyShim(shim),
  });
