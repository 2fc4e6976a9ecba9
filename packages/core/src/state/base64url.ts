/** Writes base64url without padding (RFC 4648 §5). */
export const toBase64url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');

/**
 * Reads base64url without padding, of untrusted text. Node's decoder also takes `+`, `/`, `=`, white space and stray bits in
 * the last character, so that one token would have many spellings (RFC 4648 §3.5): only the spelling `toBase64url` writes is
 * accepted. `undefined` for every other.
 */
export function fromBase64url(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
