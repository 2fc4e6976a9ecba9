import type { Blueprint } from '../../blueprint/blueprint.js';
import { identified } from '../auth/identify.js';
import type { dispatcher } from '../calls/dispatch.js';
import type { Settings } from '../options/settings.js';
import { invalidParams, wireAnswer } from '../results/results.js';
import { withCacheHint } from './cache-hints.js';
import type { Catalog } from './catalog.js';
import type { Feed } from './feed.js';
import { briefOf, infoOf } from './server-info.js';
import type { Surface } from './surface.js';

export interface SurfaceParts {
  readonly settings: Settings;
  readonly catalog: Catalog;
  readonly feed: Feed;
  readonly dispatch: ReturnType<typeof dispatcher>;
  readonly complete: Surface['complete'];
}

/** Makes what a server shows of itself, over whichever transport. */
export function surfaceOf({ settings, catalog, feed, dispatch, complete }: SurfaceParts): Surface {
  const { cacheHints } = settings;
  const viewer: Surface['viewer'] = (sender) => identified(settings, sender).viewer;
  const info = infoOf(settings.options);
  return {
    info,
    brief: briefOf(info),
    instructions: settings.options.instructions,
    kinds: catalog.kinds,
    cacheHints,
    list: (method, cursor, sender) => {
      const page = catalog.list(method, cursor, () => viewer(sender));
      return page === undefined ? { error: invalidParams('Unknown cursor') } : { result: page };
    },
    outputSchema: catalog.outputSchema,
    mirrored: catalog.mirrored,
    complete,
    viewer,
    feed,
    call: async (call) => {
      const interim = call.era === '2026';
      const { principal, scopes, viewer } = identified(settings, call);
      // Written out: an object that is spread is slow to make, and what V8 makes for it stays until a full collection.
      const { outcome, blueprint } = await dispatch({
        method: call.method,
        params: call.params,
        era: call.era,
        principal,
        scopes,
        viewer,
        signal: call.signal,
        // What nobody can carry back, nobody declared (R7): an optional question is skipped, as a client that cannot take it would.
        capabilities: interim ? call.capabilities : {},
        client: call.client,
        state: call.state,
        responses: call.responses,
        lifetime: 'round',
        interim,
        notify: call.notify,
      });
      if (outcome.kind === 'rejected') return { error: outcome.error };
      const answer = wireAnswer(blueprint as Blueprint, call.era, outcome);
      const isRead =
        call.method === 'resources/read' &&
        interim &&
        (outcome.kind === 'completed' || outcome.kind === 'refused');
      return isRead && 'result' in answer
        ? { result: withCacheHint(cacheHints, blueprint as Blueprint, call, answer.result) }
        : answer;
    },
    // What the SDK reports may quote a message; up to the quotation it is safe to keep.
    report: (error) =>
      settings.logger.info(
        { reason: error.message.split(/[{["]/, 1)[0] },
        'the protocol layer refused or lost a message',
      ),
  };
}
