import type { ComponentClass } from '../../blueprint/blueprint.js';
import type { ChangeBus } from '../../changes.js';
import type { Clock, RandomBytes } from '../../clock.js';
import type { ContainerOptions } from '../../di/container.js';
import type { Provider } from '../../di/provider.js';
import type { ServerEvent } from '../../events.js';
import type { Icon } from '../../icon.js';
import type { Ledger } from '../../ledger/ledger.js';
import { type Middleware } from '../../middleware.js';
import type { StateCodec } from '../../state/state-codec.js';
import type { PrincipalResolver, TokenInfo } from '../auth/auth.js';
import { type ResourceMetadataOptions } from '../auth/resource-metadata.js';
import type { LegacyBridge } from '../legacy-bridge.js';
import { type Logger } from '../logger.js';
import { type CacheHints } from '../surface/cache-hints.js';
import { type SubscriptionOptions } from './subscription-options.js';

/** How sealed state is made and how long it lives. */
export interface StateOptions {
  /** Seals and opens; of a list the first seals and all open (for a change of codec under load). */
  codec: StateCodec | readonly StateCodec[];
  /** Names this server in every state; default the server's `name`. Staging and production must differ. */
  audience?: string;
  /** Names the caller, instead of the token's issuer, subject and client. */
  principal?: PrincipalResolver;
  /** Seconds that one round's state stays valid; default 600. */
  ttlSeconds?: number;
  /** Seconds from a flow's first round to its deadline; default 3600. */
  flowTtlSeconds?: number;
  /** `input_required` results in a flow that settled no answer; default 8, below the ten that clients follow. */
  maxRounds?: number;
  /** Bytes of `requestState` on the wire; default 32768. */
  maxBytes?: number;
  /** Seconds of clock difference tolerated between replicas; default 0. */
  skewSeconds?: number;
  /**
   * Longest time, in milliseconds, that `again(…, { afterMs })`, or a repeat of a `once` call that still runs, keeps an answer on
   * the server; default 20000.
   */
  holdMs?: number;
  /**
   * Says that a codec whose key dies with the process is meant, also beyond loopback: a restart or a second replica refuses open
   * flows. Without it, loopback and stdio serve with a warning, and `fetch` and other addresses are refused.
   */
  ephemeral?: boolean;
}

/** Validates bearer tokens. A verifier written for the official SDK (`OAuthTokenVerifier`) fits. */
export interface TokenVerifier {
  /**
   * Returns who the untrusted token speaks for, or `undefined` (or `null`) when it is not valid: the answer is then 401 with a challenge.
   * `expiresAt` (seconds since the epoch) is required; issuer and subject go into `extra` by `principalClaims`. A throw means
   * that the token could not be checked (no key could be fetched, say): it is logged, and the answer is 500.
   */
  verifyAccessToken(token: string): Promise<TokenInfo | undefined>;
}

/** Asks every HTTP request for a bearer token; without one the answer is 401 with a challenge. */
export interface AuthOptions {
  /** Tells who a token speaks for. */
  verifier: TokenVerifier;
  /** Scopes every token must have; else 403. Told in every challenge, together with those of the component that is called. */
  requiredScopes?: readonly string[];
  /** The resource (RFC 8707) tokens must be issued for: the URL that clients use for this server. */
  resource?: string;
  /** Serves the protected resource metadata (RFC 9728) at its well-known paths, and names it in every challenge; needs `resource`. */
  metadata?: ResourceMetadataOptions;
  /** URL of the metadata that challenges name, where it is not the one at which `metadata` is served: an https: URL. */
  resourceMetadataUrl?: string;
}

/** What HTTP requests may look like. */
export interface HttpOptions {
  /** Path of the endpoint; default `/mcp`. */
  path?: string;
  /** Host names (no port) accepted in `Host`; default: loopback names when bound to loopback, else unchecked. */
  allowedHosts?: readonly string[];
  /**
   * Host names (no scheme, no port) accepted in `Origin`; default: loopback names. Requests without `Origin` pass. An application's
   * own scheme is accepted whole: `vscode-webview://*`.
   */
  allowedOrigins?: readonly string[];
  /** Bytes of a request body; default 1048576. */
  maxBodyBytes?: number;
}

/** All that `createServer` takes. Unknown names are refused, since a misspelt option would be a missing check. */
export interface ServerOptions {
  /** Name of the server on the wire, and the default audience of its state. */
  name: string;
  /** Version of the server on the wire. */
  version: string;
  /** Name for people. */
  title?: string;
  /** What the server is for, for people. */
  description?: string;
  /** Images of the server, for clients to choose from. */
  icons?: readonly Icon[];
  /** Home page of the server: an http: or https: URL. */
  websiteUrl?: string;
  /** How to use the server, for the model. */
  instructions?: string;
  /** Classes decorated with `@Tool`, `@Prompt` or `@Resource`. */
  components: readonly ComponentClass[];
  /** What constructors may ask for; not together with `container`. */
  providers?: readonly Provider[];
  /** An existing tsyringe container to resolve from; not together with `providers`. */
  container?: NonNullable<ContainerOptions['container']>;
  /** Required as soon as a component can ask: nothing is ever unsigned. */
  state?: StateOptions;
  /** Asks every HTTP request for a bearer token; without it all callers over HTTP are one, anonymous. Not for stdio. */
  auth?: AuthOptions;
  /** Path, host names and size of what HTTP requests may be; default: `/mcp`, loopback names, 1 MiB. */
  http?: HttpOptions;
  /** Components in one page of a list; default 1000. A cursor is good until the list changes: then it is unknown, and the list begins anew. */
  pageSize?: number;
  /** How long lists, reads and the server's description may be cached; default: for their caller alone, and stale at once. */
  cacheHints?: CacheHints;
  /** Carries changes between the processes of a deployment; default: this process alone. */
  bus?: ChangeBus;
  /** Bounds the streams of clients that listen for changes; default 1000, and 100 of one principal. */
  subscriptions?: SubscriptionOptions;
  /** Serves 2025 clients in full: `legacyShim()` of `@countersign/shim-legacy`. */
  legacy?: LegacyBridge;
  /** Middleware around every round of every component's calls, outermost first. */
  use?: readonly Middleware[];
  /**
   * Remembers what `once` tools have run: `redisLedger` of `@countersign/ledger-redis` for several processes, `memoryLedger()` for
   * one. Required by `listen` and `fetch` as soon as a tool is `once`; stdio has a `memoryLedger()` of its own.
   */
  ledger?: Ledger;
  /** Any logger of pino's shape; default: warnings and errors to stderr. */
  logger?: Logger;
  /** Receives everything that happens, synchronously. What it throws is logged and changes nothing. */
  onEvent?: (event: ServerEvent) => void;
  /** Tells the time; default the system's. For tests. */
  clock?: Clock;
  /** Makes the ids of flows; default the system's secure randomness. For tests. */
  random?: RandomBytes;
}
