import { aeadCodec } from '@countersign/codec-aead';
import { hmacCodec } from '@countersign/codec-hmac';
import { type CountersignServer, createServer, principalClaims } from '@countersign/core';
import { legacyShim } from '@countersign/shim-legacy';
import { CANARY, COMPONENTS } from './components.js';

/** One way to serve the components. */
export interface Target {
  readonly name: string;
  readonly server: CountersignServer;
  /** Of a real listener of the same server. */
  readonly url: URL;
  /** Presented with every honest request; absent where nobody is asked who he is. */
  readonly token?: string;
  /** How 2025 clients are served. */
  readonly legacy: 'none' | 'sessions' | 'stateless';
  /** What the logger was told and must never be, one line each. */
  readonly leaks: string[];
}

/** The longest body that is read, small enough to be exceeded often. */
export const MAX_BODY_BYTES = 64 * 1024;
const TOKEN = `token-${CANARY}`;
const KEYS = [new Uint8Array(32).fill(1)];

/** Every combination of shim and auth, with either codec. All share one process. */
export async function startTargets(): Promise<readonly Target[]> {
  const shims = { none: undefined, sessions: { max: 100_000, maxPerPrincipal: 100_000 }, stateless: false } as const;
  const ways = (['none', 'sessions', 'stateless'] as const).flatMap((legacy) => [false, true].map((auth) => ({ legacy, auth })));
  return Promise.all(
    ways.map(async ({ legacy, auth }): Promise<Target> => {
      const leaks: string[] = [];
      // Thrown errors go to the logger as they are, and may hold anything; a token may not.
      const heard = (fields: object, message: string) => {
        if (`${message} ${JSON.stringify(fields)}`.includes(TOKEN)) leaks.push(message);
      };
      const sessions = shims[legacy];
      const server = createServer({
        name: 'fuzzed',
        version: '1.0.0',
        components: COMPONENTS,
        state: { codec: auth ? hmacCodec({ keys: KEYS }) : aeadCodec({ keys: KEYS }) },
        http: { maxBodyBytes: MAX_BODY_BYTES },
        ...(sessions !== undefined && { legacy: legacyShim({ sessions, pacing: 0 }) }),
        ...(auth && {
          auth: {
            verifier: {
              verifyAccessToken: async (token: string) =>
                token === TOKEN
                  ? {
                      token,
                      clientId: 'app',
                      scopes: [],
                      expiresAt: 4_000_000_000,
                      extra: principalClaims({ iss: 'https://issuer.example', sub: 'bob' }),
                    }
                  : undefined,
            },
          },
        }),
        logger: { debug: heard, info: heard, warn: heard, error: heard },
      });
      const { url } = await server.listen();
      return { name: `${legacy}${auth ? ', auth' : ''}`, server, url, legacy, leaks, ...(auth && { token: TOKEN }) };
    }),
  );
}
