import { randomBytes } from 'node:crypto';
import { aeadCodec } from '@countersign/codec-aead';
import { ask, type Clock, createServer, Elicit, type LegacyBridge, Tool } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';

@Tool({ name: 'deploy', description: 'Deploys once a person confirms it.' })
class Deploy {
  @Elicit() confirm() {
    return ask.confirm('Deploy?');
  }
  run() {
    return 'Deployed.';
  }
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
type Stats = ReturnType<ReturnType<LegacyBridge['attach']>['stats']>;

export interface SoakServer {
  readonly url: URL;
  stats(): Stats;
  close(): Promise<void>;
}

/** Serves one tool that asks, over sessions, with the defaults but for how many sessions there may be. */
export async function soakServer(clock: Clock, max: number): Promise<SoakServer> {
  const shim = legacyShim({ sessions: { max, maxPerPrincipal: max } });
  let stats = (): Stats => ({ sessions: 0, openAsks: 0 });
  const legacy: LegacyBridge = {
    attach: (core) => {
      const attached = shim.attach(core);
      stats = attached.stats;
      return attached;
    },
  };
  const server = createServer({
    name: 'soak',
    version: '1.0.0',
    components: [Deploy],
    state: { codec: aeadCodec({ keys: [randomBytes(32)] }) },
    legacy,
    clock,
    logger: silent,
  });
  const { url } = await server.listen();
  return { url, stats: () => stats(), close: () => server.close({ graceMs: 0 }) };
}
