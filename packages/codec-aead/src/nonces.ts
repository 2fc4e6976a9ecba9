/** Length of an XChaCha20 nonce, in bytes: long enough that random ones do not collide. */
export const NONCE_BYTES = 24;

const AT_ONCE = 64;

/**
 * Hands out random nonces, fetched 64 at a time: one call into the system's generator costs as much as sealing a small state.
 * Each is wiped from the store as it leaves, so that none is handed out twice.
 */
export function pooledNonces(random: (length: number) => Uint8Array): () => Uint8Array {
  let pool = new Uint8Array(0);
  let at = 0;
  return () => {
    if (at === pool.length) {
      pool = Uint8Array.from(random(NONCE_BYTES * AT_ONCE));
      at = 0;
    }
    const nonce = pool.slice(at, at + NONCE_BYTES);
    pool.fill(0, at, at + NONCE_BYTES);
    at += NONCE_BYTES;
    return nonce;
  };
}
