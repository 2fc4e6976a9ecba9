import { Agent } from 'node:http';
import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import {
  type CountersignServer,
  createServer,
  type LegacyBridge,
  memoryLedger,
  principalClaims,
  type ServerEvent,
} from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { CANARY, COMPONENTS, WIPED, type Wiped } from './components.js';

type Stats = ReturnType<ReturnType<LegacyBridge['attach']>['stats']>;

/** One way to serve the components. */
export interface Target {
  readonly name: string;
  readonly server: CountersignServer;
  /** Of its listener, on loopback. */
  readonly url: URL;
  /** The client's connections, kept alive. */
  readonly agent: Agent;
  /** Presented with every honest request; absent where nobody is asked who he is. */
  readonly token?: string;
  /** How 2025 clients are served. */
  readonly legacy: 'none' | 'sessions' | 'stateless';
  /** What was told by the server and must never be, one line each. */
  readonly faults: string[];
  /** The names of the clients for which something was wiped. */
  readonly wiped: string[];
  /** Sessions and questions of 2025 clients that are held now. */
  stats(): Stats;
}

/** The longest body that is read, small enough to be exceeded often. */
export const MAX_BODY_BYTES = 32 * 1024;
const TOKEN = `token-${CANARY}`;
const KEYS = [new Uint8Array(32).fill(1)];
/** No input may be refused for want of room: a 503 for that reason would look like one for another. */
const PLENTY = 1_000_000;

const SHIMS = {
  none: undefined,
  sessions: { max: PLENTY, maxPerPrincipal: PLENTY },
  stateless: false,
} as const;

/** Serves every combination of shim and auth, with either codec. All share one process with their clients. */
export async function startTargets(): Promise<readonly Target[]> {
  const ways = (['none', 'sessions', 'stateless'] as const).flatMap((legacy) =>
    [false, true].map((auth) => ({ legacy, auth })),
  );
  return Promise.all(ways.map(startTarget));
}

async function startTarget({
  legacy,
  auth,
}: {
  legacy: Target['legacy'];
  auth: boolean;
}): Promise<Target> {
  const faults: string[] = [];
  const wiped: string[] = [];
  // Thrown errors go to the logger as they are, and may hold anything; a token may not.
  const heard = (fields: object, message: string) => {
    if (`${message} ${JSON.stringify(fields)}`.includes(TOKEN))
      faults.push(`a token in the log: ${message}`);
  };
  let stats = (): Stats => ({ sessions: 0, openAsks: 0 });
  const sessions = SHIMS[legacy];
  const server = createServer({
    name: 'fuzzed',
    version: '1.0.0',
    components: COMPONENTS,
    providers: [{ token: WIPED, useValue: ((client) => void wiped.push(client)) satisfies Wiped }],
    state: { codec: auth ? hmacCodec({ keys: KEYS }) : aeadCodec({ keys: KEYS }) },
    ledger: memoryLedger({ maxClaims: PLENTY }),
    subscriptions: { max: PLENTY, maxPerPrincipal: PLENTY },
    http: { maxBodyBytes: MAX_BODY_BYTES },
    ...(sessions !== undefined && {
      legacy: watched(legacyShim({ sessions, pacing: 0 }), (counts) => (stats = counts)),
    }),
    ...(auth && {
      auth: {
        verifier: {
          verifyAccessToken: async (token: string) => (token === TOKEN ? BOB : undefined),
        },
      },
    }),
    onEvent: (event) => {
      const fault = faultIn(event);
      if (fault !== undefined) faults.push(fault);
    },
    logger: { debug: heard, info: heard, warn: heard, error: heard },
  });
  const { url } = await server.listen();
  const agent = new Agent({ keepAlive: true });
  const name = `${legacy}${auth ? ', auth' : ''}`;
  return {
    name,
    server,
    url,
    agent,
    legacy,
    faults,
    wiped,
    stats: () => stats(),
    ...(auth && { token: TOKEN }),
  };
}

const BOB = {
  token: TOKEN,
  clientId: 'app',
  scopes: [],
  expiresAt: 4_000_000_000,
  extra: principalClaims({ iss: 'https://issuer.example', sub: 'bob' }),
};

/** Only `broken` throws; what a transport says of a client that broke off is no fault of ours. */
function faultIn(event: ServerEvent): string | undefined {
  if (
    event.type !== 'error' ||
    event.where === 'transport' ||
    (event.component === 'broken' && event.where === 'run')
  )
    return undefined;
  return `an error in ${event.component}, ${event.where}: ${String((event.error as Error)?.stack ?? event.error)}`;
}

/** The shim, with a view of how much it holds. */
const watched = (shim: LegacyBridge, see: (stats: () => Stats) => void): LegacyBridge => ({
  attach: (core) => {
    const attached = shim.attach(core);
    see(attached.stats);
    return attached;
  },
});
