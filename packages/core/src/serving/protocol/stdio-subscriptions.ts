import { isRecord, own } from '../../json.js';
import { SUBSCRIPTION_ID_META_KEY } from '../sdk.js';
import { honoured, isListen, narrowed } from '../surface/subscriptions.js';
import type { Surface } from '../surface/surface.js';
import type { Incoming } from './incoming.js';

/** What goes by on a stdio connection whose subscriptions the SDK keeps. */
export interface StdioSubscriptions {
  incoming(message: unknown): Incoming;
  outgoing(message: unknown): void;
  ended(): void;
}

/** Keeps what the client may not know out of its subscriptions, and reports when they open and close. */
export function stdioSubscriptions(surface: Surface): StdioSubscriptions {
  const { feed, kinds } = surface;
  /** By the id of the request, what reports the end. */
  const open = new Map<unknown, () => void>();
  const end = (id: unknown) => {
    open.get(id)?.();
    open.delete(id);
  };
  return {
    incoming: (message) => {
      if (isListen(message)) {
        return narrowed(
          message,
          surface.viewer({ token: undefined, transport: 'stdio', era: '2026' }),
          feed,
        );
      }
      if (
        isRecord(message) &&
        message.method === 'notifications/cancelled' &&
        isRecord(message.params)
      )
        end(message.params.requestId);
      return { message };
    },
    outgoing: (message) => {
      if (!isRecord(message)) return;
      if ('result' in message) end(message.id);
      if (
        message.method !== 'notifications/subscriptions/acknowledged' ||
        !isRecord(message.params)
      )
        return;
      const { _meta: meta, notifications } = message.params;
      open.set(
        isRecord(meta) ? own(meta, SUBSCRIPTION_ID_META_KEY) : undefined,
        feed.opened({
          era: '2026',
          method: 'subscriptions/listen',
          ...honoured(notifications, kinds),
        }),
      );
    },
    ended: () => {
      for (const id of [...open.keys()]) end(id);
    },
  };
}
