import { aeadCodec } from '@countersign/codec-aead';
import { legacyShim } from '@countersign/shim-legacy';
import { releaseService } from './service.js';

// The same service for the client that starts it. One process, one caller: a key that dies with it will do, and core says so.
await releaseService({ state: { codec: aeadCodec() }, legacy: legacyShim() }).stdio();
