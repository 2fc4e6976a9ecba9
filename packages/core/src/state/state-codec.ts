/** What a codec says of sealed bytes. A union, because callers must look. */
export type Opened =
  | {
      readonly ok: true;
      readonly plain: Uint8Array;
      /** Whether the first key of the ring opened it. */
      readonly current: boolean;
    }
  | { readonly ok: false; readonly code: 'malformed' | 'unknown_key' | 'unauthentic' };

/**
 * Seals bytes and opens them again: all that a deployment swaps. Framing, limits and claims stay in core.
 * `aad` must be authenticated with the bytes: it is length-prefixed and covers format version, tag and purpose.
 */
export interface StateCodec {
  /** Names the codec in every sealed string: `/^[a-z][a-z0-9]{0,7}$/`, unique within a server's list. */
  readonly tag: string;
  /** Whether a holder of the string can read it. */
  readonly readable: boolean;
  /** Whether the key dies with this process; refused for `fetch` and off loopback unless the operator says so. */
  readonly ephemeral?: boolean;
  /** Seals what core wrote. What it returns must not be empty. */
  seal(plain: Uint8Array, aad: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Opens untrusted bytes. Must not throw; a throw counts as `unauthentic`. */
  open(sealed: Uint8Array, aad: Uint8Array): Opened | Promise<Opened>;
}

/** What a sealed string is for. Part of `aad`, so that none opens as another. */
export type SealPurpose = 'state' | 'result' | 'ticket';
