/**
 * Seals state with HMAC-SHA256: whoever holds it can read it, and change nothing.
 * @module @countersign/codec-hmac
 */

export { hmacCodec } from './hmac-codec.js';
export type { HmacCodecOptions } from './options.js';
