export { legacyShim } from './legacy-shim.js';
export type { LegacyShimOptions, SessionOptions } from './options.js';
export type { Pacing } from './pacing.js';
export type { EventStore } from './sdk.js';
