import { aeadCodec } from '@countersign/codec-aead';
import {
  createServer,
  type LegacyBridge,
  type Listening,
  principalClaims,
  type ServerEvent,
  type ServerOptions,
  type TokenInfo,
} from '@countersign/core';
import type { AttachedBridge } from '@countersign/core/internal';
import { afterEach, vi } from 'vitest';
import { type LegacyShimOptions, legacyShim } from '../../src/index.js';
import { EVERYTHING, World } from './components.js';
import { FakeClock } from './fake-clock.js';

const open: (() => Promise<void>)[] = [];
/** Ends something with the test that made it. */
export const atEnd = (end: () => Promise<unknown>): void =>
  void open.push(async () => void (await end()));
afterEach(async () => {
  // Last opened, first closed: clients before servers.
  for (const end of open.splice(0).reverse()) await end();
});

const verifier = {
  verifyAccessToken: async (token: string): Promise<TokenInfo | undefined> => {
    const [subject = '', scope] = token.split('/');
    if (subject === 'nobody')
      return { token, clientId: 'app', scopes: [], expiresAt: 4_000_000_000 };
    return {
      token,
      clientId: 'app',
      scopes: scope === undefined ? [] : [scope],
      expiresAt: 4_000_000_000,
      extra: principalClaims({ iss: 'https://issuer.example', sub: subject }),
    };
  },
};

export interface Served {
  readonly url: URL;
  readonly server: ReturnType<typeof createServer>;
  readonly listening: Listening;
  readonly events: ServerEvent[];
  readonly lines: string[];
  readonly world: World;
  /** Stands still; only `again`, paces, time-outs and idle times go by it. */
  readonly clock: FakeClock;
  readonly stats: AttachedBridge['stats'];
}

/** A server of test components, listening, with everything it reports at hand; `none` has no shim. Ends with the test. */
export async function served(
  shim: LegacyShimOptions | 'none' = {},
  { auth = false, ...options }: Partial<Omit<ServerOptions, 'auth'>> & { auth?: boolean } = {},
): Promise<Served> {
  const world = new World();
  const clock = new FakeClock();
  const events: ServerEvent[] = [];
  const lines: string[] = [];
  const log = (fields: object, message: string) =>
    void lines.push(
      `${message} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? value.message : value))}`,
    );
  let stats: AttachedBridge['stats'] = () => ({ sessions: 0, openAsks: 0 });
  const bridge = legacyShim(shim === 'none' ? {} : shim);
  const legacy: LegacyBridge = {
    attach: (core) => {
      const attached = bridge.attach(core);
      stats = attached.stats;
      return attached;
    },
  };
  const server = createServer({
    name: 'test',
    version: '1.0.0',
    components: EVERYTHING,
    providers: [{ token: World, useValue: world }],
    state: { codec: aeadCodec({ keys: [new Uint8Array(32).fill(1)] }), flowTtlSeconds: 3600 },
    ...(shim !== 'none' && { legacy }),
    clock,
    onEvent: (event) => events.push(event),
    logger: { debug: log, info: log, warn: log, error: log },
    ...(auth && { auth: { verifier } }),
    ...options,
  });
  const listening = await server.listen();
  atEnd(() => server.close({ graceMs: 0 }).then(() => clock.advance(0)));
  return {
    url: listening.url,
    server,
    listening,
    events,
    lines,
    world,
    clock,
    stats: () => stats(),
  };
}

/** Waits for something that happens on a socket or in a process. Generous, since the machine may be busy; never a fixed sleep. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000, interval: 5 });
