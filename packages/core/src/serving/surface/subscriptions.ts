import type { ListKind } from '../../changes.js';
import { isRecord, own } from '../../json.js';
import { MAX_SUBSCRIBED_URIS } from '../../limits.js';
import type { Viewer } from '../../viewer.js';
import type { Incoming } from '../protocol/incoming.js';
import { invalidParams } from '../results/results.js';
import type { Catalog } from './catalog.js';
import type { Feed } from './feed.js';

export const isListen = (message: unknown): message is Record<string, unknown> =>
  isRecord(message) && message.method === 'subscriptions/listen';

/**
 * Leaves of a `subscriptions/listen` only the resources that its sender may hear of: the SDK acknowledges what it finds in there (spec:
 * basic/patterns/subscriptions). Untrusted; what is malformed is left for the SDK to refuse. Never changes the message itself.
 */
export function narrowed(
  message: Record<string, unknown>,
  viewer: Viewer | undefined,
  { refusal }: Pick<Feed, 'refusal'>,
): Incoming {
  const { params, id } = message;
  const filter = isRecord(params) ? own(params, 'notifications') : undefined;
  const uris = isRecord(filter) ? own(filter, 'resourceSubscriptions') : undefined;
  if (!Array.isArray(uris)) return { message };
  if (uris.length > MAX_SUBSCRIBED_URIS && (typeof id === 'string' || typeof id === 'number')) {
    const error = invalidParams(
      `resourceSubscriptions name more than ${MAX_SUBSCRIBED_URIS} resources`,
    );
    return { refusal: { jsonrpc: '2.0', id, error } };
  }
  const heard = uris.filter((uri) => typeof uri !== 'string' || refusal(viewer, uri) === undefined);
  return {
    message: {
      ...message,
      params: {
        ...(params as object),
        notifications: { ...(filter as object), resourceSubscriptions: heard },
      },
    },
  };
}

/** What of a listen request the server will honour; for events. */
export function honoured(
  filter: unknown,
  kinds: Catalog['kinds'],
): { readonly lists: readonly ListKind[]; readonly resources: number } {
  const wanted = isRecord(filter) ? filter : {};
  const uris = own(wanted, 'resourceSubscriptions');
  return {
    lists: (['tools', 'prompts', 'resources'] as const).filter(
      (list) => kinds[list] && own(wanted, `${list}ListChanged`) === true,
    ),
    resources: kinds.resources && Array.isArray(uris) ? uris.length : 0,
  };
}
