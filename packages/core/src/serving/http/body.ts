/** What was read of a body: all of it as text, or the fact that there is too much of it. */
export type BodyRead =
  | { readonly tooLarge: true }
  | { readonly tooLarge: false; readonly text: string };

/** Stateless as it is used here, and dear to make. A byte order mark is dropped, as everywhere on the web. */
const decoder = new TextDecoder();

/**
 * Reads at most `limit` bytes of a request's body. As the SDK reads it, but without a decoder and a released lock for every
 * request, which take as long as the reading. Rejects with what the stream fails with.
 */
export async function readBody({ headers, body }: Request, limit: number): Promise<BodyRead> {
  if (Number(headers.get('content-length')) > limit) return { tooLarge: true };
  if (body === null) return { tooLarge: false, text: '' };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let received = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    received += value.byteLength;
    if (received > limit) {
      reader.releaseLock(); // the rest is its owner's: nothing is cancelled, so that a 413 can still leave
      return { tooLarge: true };
    }
    chunks.push(value);
  }
  return {
    tooLarge: false,
    text: decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)),
  };
}
