export { aeadCodec } from './aead-codec.js';
export type { AeadCodecOptions } from './options.js';
