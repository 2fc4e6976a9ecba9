/**
 * What the author of a state codec needs, and nothing else: no schema library, no container, no protocol.
 * @module @countersign/core/codec
 */

export { refuseNull } from './options.js';
export { concatBytes, equalBytes, isBytes, utf8 } from './state/bytes.js';
export {
  KEY_ID_BYTES,
  type KeyRing,
  keyRing,
  keysFromEnv,
  MIN_KEY_BYTES,
  type SealingKey,
} from './state/keyring.js';
export type { Opened, SealPurpose, StateCodec } from './state/state-codec.js';
