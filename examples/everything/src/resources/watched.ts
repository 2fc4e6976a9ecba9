import { Resource } from '@countersign/core';

@Resource({ uri: 'test://watched-resource', name: 'watched-resource', description: 'A resource to subscribe to.', mimeType: 'text/plain' })
export class WatchedResource {
  run() {
    return 'Watched resource content.';
  }
}
