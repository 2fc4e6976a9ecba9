/**
 * Serves 2025 clients from the same classes, over their live sessions and stdio.
 * @module @countersign/shim-legacy
 */

export { legacyShim } from './legacy-shim.js';
export type { LegacyShimOptions, SessionOptions } from './options.js';
export type { Pacing } from './pacing.js';
export type { EventStore } from './sdk.js';
