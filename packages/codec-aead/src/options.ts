import { refuseNull } from '@countersign/core/codec';

/** What `aeadCodec` takes. Unknown names are a `TypeError`. */
export interface AeadCodecOptions {
  /**
   * The first seals, all open. At least one, each of at least 32 bytes; copied. Usually `keysFromEnv('STATE_KEYS')`. Without
   * keys, a random one that dies with this process: for one process, and for trying things out.
   */
  readonly keys?: readonly Uint8Array[];
  /** Returns that many secure random bytes. Default: the platform's. A nonce must never repeat under one key: replace it in tests only. */
  readonly random?: (length: number) => Uint8Array;
}

/**
 * Refuses what the type would: options from plain JavaScript, and misspelt ones. Names members, never values. `keys` that are
 * there but undefined are refused too: a missing setting must not quietly become a key that dies with the process.
 */
export function readOptions(options: AeadCodecOptions): AeadCodecOptions {
  refuseNull('aeadCodec', options);
  if (typeof options !== 'object' || options === null)
    throw new TypeError('aeadCodec: expected options');
  for (const name of Object.keys(options)) {
    if (name !== 'keys' && name !== 'random')
      throw new TypeError(`aeadCodec: no such option: ${name}`);
  }
  if ('keys' in options && options.keys === undefined)
    throw new TypeError('aeadCodec: keys: expected a list of Uint8Array, got undefined');
  if ('random' in options && typeof options.random !== 'function')
    throw new TypeError('aeadCodec: random: expected a function');
  return options;
}
