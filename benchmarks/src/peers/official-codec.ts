import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Payload, Sealing } from '../sealing.js';

/** As much of a handler's context as the documented `bind` looks at. */
const CONTEXT = {
  mcpReq: { method: 'tools/call' },
  http: { authInfo: { clientId: 'bench' } },
} as unknown as ServerContext;

/** Binds to method and client, as the SDK's documentation of `bind` shows. */
export const documentedBind = (ctx: ServerContext): string =>
  `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.clientId ?? ''}`;

/** The official SDK's codec: HMAC-SHA256 by WebCrypto, an expiry, and with `bind` a tag over method and client. */
export function officialCodec(
  name: string,
  key: Uint8Array,
  bind?: typeof documentedBind,
): Sealing<Payload> {
  const codec = createRequestStateCodec<Payload>({
    key,
    ttlSeconds: 600,
    ...(bind !== undefined && { bind }),
  });
  return {
    name,
    mint: (payload) => codec.mint(payload, CONTEXT),
    verify: (state) => codec.verify(state, CONTEXT),
  };
}
