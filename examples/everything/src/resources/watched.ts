import { Resource } from '@countersign/core';

export const WATCHED = 'test://watched-resource';

/** Whoever subscribes to it is told when it changes; see the tools in `diagnostics/changes.ts`. */
@Resource({
  uri: WATCHED,
  name: 'watched-resource',
  description: 'A resource to subscribe to.',
  mimeType: 'text/plain',
})
export class WatchedResource {
  run() {
    return 'Watched resource content.';
  }
}
