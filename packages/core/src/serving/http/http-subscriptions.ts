import type { Change } from '../../changes.js';
import { isRecord, own } from '../../json.js';
import type { Viewer } from '../../viewer.js';
import type { TokenInfo } from '../auth/auth.js';
import type { Settings } from '../options/settings.js';
import { modernHandler } from '../protocol/handlers.js';
import type { McpHttpHandler, SdkBus } from '../sdk.js';
import { honoured, narrowed } from '../surface/subscriptions.js';
import type { Surface } from '../surface/surface.js';

export interface HttpSubscriptions {
  /** Serves one `subscriptions/listen`: its answer is a stream that lasts until either side ends it. */
  serve(
    request: Request,
    admitted: { readonly token: TokenInfo | undefined; readonly body: Record<string, unknown> },
  ): Promise<Response>;
  /** Ends every subscription by its result: none would end by itself. */
  drain(): Promise<void>;
}

/**
 * Serves the subscriptions of 2026 clients. The SDK makes the streams, each over a handler and a bus of its own: so each hears only
 * what its own caller may know.
 */
export function httpSubscriptions(
  surface: Surface,
  { subscriptions: { max, maxPerPrincipal } }: Settings,
): HttpSubscriptions {
  const { feed, kinds } = surface;
  const open = new Set<McpHttpHandler>();
  const held = new Map<string, number>();
  let taken = 0;
  const count = (owner: string, by: 1 | -1) => {
    taken += by;
    const left = (held.get(owner) ?? 0) + by;
    if (left === 0) held.delete(owner);
    else held.set(owner, left);
  };

  const serve: HttpSubscriptions['serve'] = async (request, { token, body }) => {
    const viewer = surface.viewer({ token, transport: 'http', era: '2026' });
    const read = narrowed(body, viewer, feed);
    if ('refusal' in read) return Response.json(read.refusal);
    const message = read.message as typeof body;
    const owner = ownerOf(viewer);
    if (taken >= max) return full(503, message, `this server holds ${max} at a time`);
    if ((held.get(owner) ?? 0) >= maxPerPrincipal)
      return full(429, message, `a caller may hold ${maxPerPrincipal} at a time`);
    count(owner, 1);
    let listening = false;
    const bus: SdkBus = {
      publish: () => undefined,
      subscribe: (told) => {
        listening = true;
        open.add(handler);
        const filter = isRecord(message.params) ? own(message.params, 'notifications') : undefined;
        const closed = feed.opened({
          era: '2026',
          method: 'subscriptions/listen',
          ...honoured(filter, kinds),
        });
        const detach = feed.attach(
          () => viewer,
          (change) => told(sdkEvent(change)),
        );
        return () => {
          detach();
          open.delete(handler);
          count(owner, -1);
          closed();
        };
      },
    };
    const handler = modernHandler(surface, bus);
    try {
      return await handler.fetch(request, { parsedBody: message });
    } finally {
      // Refused, or honoured in nothing: no stream is left open.
      if (!listening) count(owner, -1);
    }
  };
  return {
    serve,
    drain: async () => void (await Promise.all([...open].map((handler) => handler.close()))),
  };
}

const ownerOf = (viewer: Viewer | undefined): string =>
  viewer === undefined
    ? ''
    : JSON.stringify([viewer.principal.issuer, viewer.principal.subject, viewer.principal.client]);

const full = (status: number, { id = null }: Record<string, unknown>, why: string): Response =>
  Response.json(
    { jsonrpc: '2.0', id, error: { code: -32_000, message: `Too many subscriptions: ${why}` } },
    { status },
  );

function sdkEvent(change: Change): Parameters<Parameters<SdkBus['subscribe']>[0]>[0] {
  return 'resource' in change
    ? { kind: 'resource_updated', uri: change.resource }
    : { kind: `${change.list}_list_changed` };
}
