import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import { ConfigError } from '../../errors.js';
import type { Settings } from './settings.js';

/** Checks the options against what the components need (start-time `ConfigError`s of code `state_codec`). */
export function checkCodecs(settings: Settings, blueprints: Iterable<Blueprint>): void {
  const [seals] = settings.codecs;
  for (const blueprint of blueprints) {
    const carries = blueprint.steps.size > 0 ? 'has steps' : blueprint.once ? 'is once' : undefined;
    if (carries !== undefined && seals === undefined) {
      throw new ConfigError(
        'state_codec',
        `${blueprint.className} ${carries} and createServer has no state.codec to seal its state with; pass state: { codec: aeadCodec({ keys }) }`,
      );
    }
    if (seals?.readable !== true) continue;
    for (const step of blueprint.steps.values()) {
      if (step.kind === 'compute' && !step.readable) {
        throw new ConfigError(
          'state_codec',
          `${blueprint.className}.${step.name}: codec "${seals.tag}" lets the client read sealed values; say @Compute({ readable: true }) or seal with aeadCodec`,
        );
      }
    }
  }
}

/** Tells that nobody is asked who he is, where more than this machine can call. */
export function warnIfAnonymous({ options, logger }: Settings, exposure: Exposure): void {
  if (exposure !== 'listen' || options.auth !== undefined) return;
  logger.warn(
    { exposure },
    'served beyond loopback without auth: all callers share the one anonymous principal',
  );
}

/**
 * Refuses to listen for components that no request could reach: nothing grants a scope there. `fetch` may be given a
 * token each time, and stdio has none.
 */
export function checkReachable(
  { options }: Settings,
  blueprints: readonly Blueprint[],
  exposure: Exposure,
): void {
  if (options.auth !== undefined || exposure === 'fetch' || exposure === 'stdio') return;
  const scoped = blueprints.find(({ scopes }) => scopes.length > 0);
  if (scoped === undefined) return;
  throw new ConfigError(
    'unsafe_serving',
    `${scoped.className} has scopes and createServer has no auth, so nobody could ever call it; pass auth: { verifier }, or leave scopes out`,
  );
}

/**
 * Refuses to serve a `once` tool on a guess about who remembers its calls: where there may be a second process, only the operator
 * can say that there is none, by `memoryLedger()`.
 */
export function checkLedger(
  { options }: Settings,
  blueprints: readonly Blueprint[],
  exposure: Exposure,
): void {
  const single = blueprints.find(({ once }) => once);
  if (single === undefined || options.ledger !== undefined || exposure === 'stdio') return;
  throw new ConfigError(
    'unsafe_serving',
    `${single.className} is once and createServer has no ledger; pass ledger: redisLedger(…) of @countersign/ledger-redis, or ledger: memoryLedger() if this is the only process`,
  );
}

/** Where a server is reached from. */
export type Exposure = 'loopback' | 'stdio' | 'listen' | 'fetch';

/**
 * Refuses a key that dies with the process where a second replica or a restart would meet it: every open flow would end
 * in a refusal that nobody can explain. Loopback and stdio only get a warning.
 */
export function checkEphemeral(settings: Settings, exposure: Exposure): void {
  if (!settings.codecs.some((codec) => codec.ephemeral === true)) return;
  const local = exposure === 'loopback' || exposure === 'stdio';
  if (!local && settings.options.state?.ephemeral !== true) {
    throw new ConfigError(
      'unsafe_serving',
      `createServer: the key of state.codec dies with this process, so ${exposure === 'fetch' ? 'server.fetch' : 'server.listen off loopback'} refuses it; pass keys, or state: { ephemeral: true } for a single process whose open flows may be lost`,
    );
  }
  if (settings.options.state?.ephemeral === true) return;
  settings.logger.warn(
    { exposure },
    'the key of state.codec dies with this process: flows that are open at a restart, or meet another replica, are refused',
  );
}

/** Tells of lists that take more than one page: several clients in wide use read the first one and no other. */
export function warnIfPaged(
  { logger, pageSize }: Settings,
  { tools, prompts, resources, templates }: Registry,
): void {
  const sizes = {
    tools: tools.size,
    prompts: prompts.size,
    resources: resources.size,
    'resource templates': templates.length,
  };
  for (const [list, components] of Object.entries(sizes))
    if (components > pageSize)
      logger.warn(
        { list, components, pageSize },
        'a list takes more than one page, and some clients read the first one only: raise pageSize, or offer fewer components',
      );
}
