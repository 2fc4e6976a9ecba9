/**
 * Seals state with XChaCha20-Poly1305: whoever holds it can neither read nor change it.
 * @module @countersign/codec-aead
 */

export { aeadCodec } from './aead-codec.js';
export type { AeadCodecOptions } from './options.js';
