import { refuseNull } from '@countersign/core/codec';

/** What `hmacCodec` takes. Unknown names are a `TypeError`. */
export interface HmacCodecOptions {
  /** The first seals, all open. At least one, each of at least 32 bytes; copied. Usually `keysFromEnv('STATE_KEYS')`. */
  readonly keys: readonly Uint8Array[];
}

/** Refuses what the type would: options from plain JavaScript, and misspelt ones. Names members, never values. */
export function readOptions(options: HmacCodecOptions): HmacCodecOptions {
  refuseNull('hmacCodec', options);
  if (typeof options !== 'object' || options === null)
    throw new TypeError('hmacCodec: expected options with keys');
  for (const name of Object.keys(options)) {
    if (name !== 'keys') throw new TypeError(`hmacCodec: no such option: ${name}`);
  }
  return options;
}
