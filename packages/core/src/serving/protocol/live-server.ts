import type { Change, ListKind } from '../../changes.js';
import type { Era } from '../../events.js';
import { MAX_SUBSCRIBED_URIS } from '../../limits.js';
import { invalidParams } from '../results/results.js';
import type { Server } from '../sdk.js';
import type { Sender, Surface } from '../surface/surface.js';
import { AS_RECEIVED, protocolServer, senderOf, thrown } from './protocol-server.js';

/**
 * Makes the SDK's `Server` of a connection that lasts: stdio, or the session of a 2025 client. It is told of changes for as long as it is
 * connected, in the way of its era: a 2026 one through the SDK's router, which knows what its client listens to; a 2025 one as every
 * client of that time is, of lists without asking and of resources by subscription (spec 2025-11-25: server/resources, Subscriptions).
 */
export function liveServer(surface: Surface, era: Era, transport: 'http' | 'stdio'): Server {
  const { feed, kinds } = surface;
  /** On stdio there is one caller. A session has one principal, who comes with the token of each request. */
  let sender: Sender | undefined =
    transport === 'stdio' ? { token: undefined, transport, era } : undefined;
  const server = protocolServer(surface, era, transport, (from) => {
    sender = from;
  });
  /** By URI, what reports the end of its subscription (2025). */
  const subscribed = new Map<string, () => void>();
  const told = (change: Change) => {
    if ('list' in change) kinds[change.list] && send(listChanged(server, change.list));
    else if (era === '2026' || subscribed.has(change.resource))
      send(server.sendResourceUpdated({ uri: change.resource }));
  };
  let detach: (() => void) | undefined;
  const attach = () => {
    detach ??= feed.attach(() => sender && surface.viewer(sender), told);
  };
  const end = (uri: string) => {
    subscribed.get(uri)?.();
    subscribed.delete(uri);
  };

  // What a 2025 client is told before it has initialised itself, it need not understand.
  if (era === '2026') attach();
  else server.oninitialized = attach;
  server.onclose = () => {
    detach?.();
    for (const uri of [...subscribed.keys()]) end(uri);
  };
  if (era === '2025' && kinds.resources) {
    server.setRequestHandler('resources/subscribe', { params: AS_RECEIVED }, ({ uri }, ctx) => {
      sender = senderOf(ctx, era, transport);
      if (typeof uri !== 'string') throw thrown(invalidParams('uri must be a string'));
      const refusal = feed.refusal(surface.viewer(sender), uri);
      if (refusal !== undefined) throw thrown(refusal);
      if (subscribed.has(uri)) return {};
      if (subscribed.size >= MAX_SUBSCRIBED_URIS)
        throw thrown(
          invalidParams(
            `No more than ${MAX_SUBSCRIBED_URIS} subscriptions at a time; end one with resources/unsubscribe`,
          ),
        );
      attach();
      subscribed.set(
        uri,
        feed.opened({ era, method: 'resources/subscribe', lists: [], resources: 1 }),
      );
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', { params: AS_RECEIVED }, ({ uri }) => {
      if (typeof uri === 'string') end(uri);
      return {};
    });
  }
  return server;
}

/** A connection that has ended takes nothing more. */
const send = (sending: Promise<void>): void => void sending.catch(() => undefined);

function listChanged(server: Server, list: ListKind): Promise<void> {
  switch (list) {
    case 'tools':
      return server.sendToolListChanged();
    case 'prompts':
      return server.sendPromptListChanged();
    case 'resources':
      return server.sendResourceListChanged();
  }
}
