import type { Blueprint } from '../../blueprint/blueprint.js';
import type { Registry } from '../../blueprint/registry.js';
import { type CacheHint, cacheHintProblem } from '../../cache-hint.js';
import { ConfigError } from '../../errors.js';
import { invalid, known } from '../option-checks.js';
import type { ReceivedCall } from './surface.js';

/**
 * How long results may be cached, by method; what has no hint is for its caller alone, and stale at once. `public` is refused for a list
 * that differs by caller, and for reads of a resource that asks, or has `scopes` or `visible`. What a request with state or answers
 * reads is never cached, whatever is said here.
 */
export interface CacheHints {
  'tools/list'?: CacheHint;
  'prompts/list'?: CacheHint;
  'resources/list'?: CacheHint;
  'resources/templates/list'?: CacheHint;
  /** Of every resource; a resource's own `cacheHint` goes before it, member by member. */
  'resources/read'?: CacheHint;
  'server/discover'?: CacheHint;
}

const METHODS: { readonly [M in keyof Required<CacheHints>]: true } = {
  'tools/list': true,
  'prompts/list': true,
  'resources/list': true,
  'resources/templates/list': true,
  'resources/read': true,
  'server/discover': true,
};

/** Checks the hints that need no blueprint. */
export function settleCacheHints(given: CacheHints | undefined): CacheHints {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null)
    throw invalid('cacheHints must be an object of hints by method');
  known('cacheHints.', given, METHODS);
  for (const [method, hint] of Object.entries(given)) {
    const problem = hint === undefined ? undefined : cacheHintProblem(hint);
    if (problem !== undefined) throw invalid(`cacheHints["${method}"] ${problem}`);
  }
  return given;
}

/** Why what a resource reads is nobody's but its caller's; `undefined` where it may be anybody's. */
const reserved = ({ canAsk, visible, scopes }: Blueprint): string | undefined => {
  if (canAsk) return 'it asks its caller';
  if (visible !== undefined) return 'it has visible';
  return scopes.length > 0 ? 'it has scopes' : undefined;
};

/** Refuses hints that would let a shared cache give one caller what is another's. @throws ConfigError `invalid_option`. */
export function checkCacheHints(
  hints: CacheHints,
  { tools, prompts, resources, templates }: Registry,
): void {
  const lists = {
    'tools/list': tools,
    'prompts/list': prompts,
    'resources/list': resources,
    'resources/templates/list': templates,
  };
  for (const [method, list] of Object.entries(lists) as [
    keyof typeof lists,
    (typeof lists)[keyof typeof lists],
  ][]) {
    const hidden = [...list.values()].find(({ visible }) => visible !== undefined);
    if (hidden === undefined || hints[method]?.cacheScope !== 'public') continue;
    throw invalid(
      `cacheHints["${method}"] is public, and ${hidden.className} decides by visible who sees it, so that the list differs by caller; say cacheScope: 'private'`,
    );
  }
  for (const blueprint of [...resources.values(), ...templates]) {
    const why = reserved(blueprint);
    if (why === undefined || hintOf(hints, blueprint).cacheScope !== 'public') continue;
    const own = blueprint.cacheHint?.cacheScope === 'public';
    throw new ConfigError(
      'invalid_option',
      own
        ? `${blueprint.className}: cacheHint is public, but ${why}; say cacheScope: 'private'`
        : `createServer: cacheHints["resources/read"] is public, and ${blueprint.className} is not for everybody: ${why}; give that one cacheHint: { cacheScope: 'private' }`,
    );
  }
}

const hintOf = (hints: CacheHints, { cacheHint }: Blueprint): CacheHint => ({
  ...hints['resources/read'],
  ...cacheHint,
});

/**
 * Says in a finished result of a resource how long it may be cached. What state or answers went into was made for this request, and
 * is never cached; an author's own words count before the hints, except that what is reserved for its caller stays his.
 */
export function withCacheHint(
  hints: CacheHints,
  blueprint: Blueprint,
  { state, responses }: Pick<ReceivedCall, 'state' | 'responses'>,
  result: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (state !== undefined || responses !== undefined)
    return { ...result, ttlMs: 0, cacheScope: 'private' };
  const hinted = { ...hintOf(hints, blueprint), ...result };
  return reserved(blueprint) === undefined ? hinted : { ...hinted, cacheScope: 'private' };
}
