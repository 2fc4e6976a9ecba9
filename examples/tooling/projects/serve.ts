import { aeadCodec } from '@countersign/codec-aead';
import { type ComponentClass, createServer, type Provider } from '@countersign/core';

/** The server of every project here. */
export const serve = (component: ComponentClass, ...providers: Provider[]) =>
  createServer({
    name: 'notes',
    version: '1.0.0',
    components: [component],
    providers,
    state: { codec: aeadCodec(), ephemeral: true },
  });
