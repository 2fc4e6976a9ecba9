import { aeadCodec } from '@countersign/codec-aead';
import { legacyShim } from '@countersign/shim-legacy';
import { releaseService } from './service.js';

// The same service at a URL, for trying it out with a client of one's own: one process on this machine, and whoever calls is anonymous.
const { url } = await releaseService({
  state: { codec: aeadCodec() },
  legacy: legacyShim(),
}).listen({
  port: Number(process.env.PORT ?? 3000),
});
console.error(`listening on ${url}`);
