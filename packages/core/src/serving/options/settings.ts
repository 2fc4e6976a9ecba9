import type { ChangeBus } from '../../changes.js';
import type { Clock, RandomBytes } from '../../clock.js';
import { systemClock, systemRandom } from '../../clock.js';
import { ConfigError } from '../../errors.js';
import type { Ledger } from '../../ledger/ledger.js';
import { memoryLedger } from '../../ledger/memory-ledger.js';
import { DEFAULTS } from '../../limits.js';
import { type Middleware, useProblem } from '../../middleware.js';
import type { StateCodec } from '../../state/state-codec.js';
import { checkMetadata } from '../auth/resource-metadata.js';
import { type Logger, stderrLogger, unthrowing } from '../logger.js';
import { count, invalid, known, scopeList, text } from '../option-checks.js';
import { type CacheHints, settleCacheHints } from '../surface/cache-hints.js';
import { checkInfo } from '../surface/server-info.js';
import { hostNameProblem } from './host-names.js';
import type { AuthOptions, HttpOptions, ServerOptions, StateOptions } from './options.js';
import {
  type SubscriptionOptions,
  settleBus,
  settleSubscriptions,
} from './subscription-options.js';

const NAMES: { readonly [N in keyof Required<ServerOptions>]: true } = {
  name: true,
  version: true,
  title: true,
  description: true,
  icons: true,
  websiteUrl: true,
  instructions: true,
  components: true,
  providers: true,
  container: true,
  state: true,
  auth: true,
  http: true,
  pageSize: true,
  cacheHints: true,
  bus: true,
  subscriptions: true,
  legacy: true,
  use: true,
  ledger: true,
  logger: true,
  onEvent: true,
  clock: true,
  random: true,
};
const STATE_NAMES: { readonly [N in keyof Required<StateOptions>]: true } = {
  codec: true,
  audience: true,
  principal: true,
  ttlSeconds: true,
  flowTtlSeconds: true,
  maxRounds: true,
  maxBytes: true,
  skewSeconds: true,
  holdMs: true,
  ephemeral: true,
};
const AUTH_NAMES: { readonly [N in keyof Required<AuthOptions>]: true } = {
  verifier: true,
  requiredScopes: true,
  resource: true,
  metadata: true,
  resourceMetadataUrl: true,
};
const HTTP_NAMES: { readonly [N in keyof Required<HttpOptions>]: true } = {
  path: true,
  allowedHosts: true,
  allowedOrigins: true,
  maxBodyBytes: true,
};

/** The options with defaults in place, checked. */
export interface Settings {
  readonly options: ServerOptions;
  readonly codecs: readonly StateCodec[];
  readonly audience: string;
  readonly ttlSeconds: number;
  readonly flowTtlSeconds: number;
  readonly maxRounds: number;
  readonly maxBytes: number;
  readonly skewSeconds: number;
  readonly holdMs: number;
  readonly path: string;
  readonly maxBodyBytes: number;
  readonly use: readonly Middleware[];
  readonly pageSize: number;
  readonly cacheHints: CacheHints;
  readonly bus: ChangeBus;
  readonly subscriptions: Required<SubscriptionOptions>;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly logger: Logger;
}

function hostNames(where: string, entries: unknown, kind: 'host' | 'origin'): void {
  if (entries === undefined) return;
  if (!Array.isArray(entries)) throw invalid(`${where} must be a list of host names`);
  for (const entry of entries) {
    const problem = hostNameProblem(entry, kind);
    if (problem !== undefined) throw invalid(`${where} ${problem}`);
  }
}

function codecsOf(state: StateOptions | undefined): readonly StateCodec[] {
  if (state === undefined) return [];
  const list: readonly StateCodec[] = Array.isArray(state.codec)
    ? Array.from(state.codec)
    : [state.codec as StateCodec];
  if (
    list.length === 0 ||
    list.some((codec) => typeof codec?.seal !== 'function' || typeof codec.open !== 'function')
  ) {
    throw new ConfigError(
      'state_codec',
      'createServer: state.codec must be a codec or a non-empty list of codecs, such as aeadCodec({ keys })',
    );
  }
  return list;
}

const LEDGER: readonly (keyof Ledger)[] = ['peek', 'claim', 'renew', 'settle', 'release'];

/** Checks the options that need no blueprint and puts the defaults in place. Throws `ConfigError` naming option and cure. */
export function settle(options: ServerOptions): Settings {
  if (typeof options !== 'object' || options === null) throw invalid('takes one object of options');
  known('', options, NAMES);
  const { state, auth, http } = options;
  if (state !== undefined) known('state.', state, STATE_NAMES);
  if (auth !== undefined) known('auth.', auth, AUTH_NAMES);
  if (http !== undefined) known('http.', http, HTTP_NAMES);
  const name = text('name', options.name);
  text('version', options.version);
  checkInfo(options);
  const misuse = options.use === undefined ? undefined : useProblem(options.use);
  if (misuse !== undefined) throw invalid(misuse);
  if (!Array.isArray(options.components)) throw invalid('components must be a list of classes');
  if (options.providers !== undefined && options.container !== undefined) {
    throw invalid(
      'providers and container exclude each other; register the providers in the container',
    );
  }
  if (auth !== undefined && typeof auth.verifier?.verifyAccessToken !== 'function')
    throw invalid('auth.verifier must have a method verifyAccessToken(token)');
  if (auth?.resource !== undefined && !URL.canParse(auth.resource))
    throw invalid('auth.resource must be an absolute URL');
  scopeList('auth.requiredScopes', auth?.requiredScopes);
  if (auth !== undefined) checkMetadata(auth);
  if (state?.principal !== undefined && typeof state.principal !== 'function')
    throw invalid('state.principal must be a function');
  if (
    options.ledger !== undefined &&
    !LEDGER.every((method) => typeof options.ledger?.[method] === 'function')
  )
    throw invalid(
      `ledger must have the methods ${LEDGER.join(', ')}, as memoryLedger() and redisLedger() have`,
    );
  hostNames('http.allowedHosts', http?.allowedHosts, 'host');
  hostNames('http.allowedOrigins', http?.allowedOrigins, 'origin');
  const path = http?.path ?? '/mcp';
  if (!path.startsWith('/')) throw invalid('http.path must start with a slash');
  const flowTtlSeconds = count(
    'state.flowTtlSeconds',
    state?.flowTtlSeconds,
    DEFAULTS.flowTtlSeconds,
    1,
  );
  const clock = options.clock ?? systemClock;
  return {
    options,
    codecs: codecsOf(state),
    audience: state?.audience === undefined ? name : text('state.audience', state.audience),
    ttlSeconds: count(
      'state.ttlSeconds',
      state?.ttlSeconds,
      Math.min(DEFAULTS.ttlSeconds, flowTtlSeconds),
      1,
    ),
    flowTtlSeconds,
    maxRounds: count('state.maxRounds', state?.maxRounds, DEFAULTS.maxRounds, 1),
    maxBytes: count('state.maxBytes', state?.maxBytes, DEFAULTS.maxBytes, 1024),
    skewSeconds: count('state.skewSeconds', state?.skewSeconds, DEFAULTS.skewSeconds, 0),
    holdMs: count('state.holdMs', state?.holdMs, DEFAULTS.holdMs, 0),
    path,
    maxBodyBytes: count('http.maxBodyBytes', http?.maxBodyBytes, DEFAULTS.maxBodyBytes, 1),
    use: Object.freeze([...(options.use ?? [])]),
    pageSize: count('pageSize', options.pageSize, DEFAULTS.pageSize, 1),
    cacheHints: settleCacheHints(options.cacheHints),
    bus: settleBus(options.bus),
    subscriptions: settleSubscriptions(options.subscriptions),
    ledger: options.ledger ?? memoryLedger({ clock }),
    clock,
    random: options.random ?? systemRandom,
    logger: unthrowing(options.logger ?? stderrLogger),
  };
}
