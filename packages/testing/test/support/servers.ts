import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { createServer, type ServerOptions, type StateCodec } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { COMPONENTS, World } from './components.js';

const keys = [new Uint8Array(32).fill(7)];
export const CODECS: readonly (readonly [name: string, codec: StateCodec])[] = [
  ['hmac', hmacCodec({ keys })],
  ['aead', aeadCodec({ keys })],
];

/** A server of the test components, for clients of both eras, and the world its effects land in. */
export function testServer(options: Partial<ServerOptions> = {}) {
  const world = new World();
  const server = createServer({
    name: 'releases',
    version: '1.0.0',
    components: COMPONENTS,
    providers: [{ token: World, useValue: world }],
    legacy: legacyShim(),
    ...options,
    state: { codec: aeadCodec({ keys }), ...options.state },
  });
  return { server, world };
}
