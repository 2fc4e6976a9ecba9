export { hmacCodec } from './hmac-codec.js';
export type { HmacCodecOptions } from './options.js';
