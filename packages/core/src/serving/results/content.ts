/** A content block of a tool result or a prompt message, as the wire has it. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType?: string } & (
        | { readonly text: string }
        | { readonly blob: string }
      );
    }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType?: string;
      readonly description?: string;
    };

/** Encodes bytes as the wire's base64. */
export const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const media =
  (type: 'image' | 'audio') =>
  (bytes: Uint8Array, mimeType: string): Content => {
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`${type}: bytes must be a Uint8Array`);
    if (typeof mimeType !== 'string' || mimeType === '')
      throw new TypeError(`${type}: mimeType must be a non-empty string`);
    return { type, data: base64(bytes), mimeType };
  };

/** Makes an image block to return from a tool. Throws `TypeError` when `bytes` are none or `mimeType` is empty. */
export const image = media('image');
/** Makes an audio block to return from a tool. Throws `TypeError` when `bytes` are none or `mimeType` is empty. */
export const audio = media('audio');
