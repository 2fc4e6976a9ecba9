/** How long a result stays fresh, and for whom (spec: server/utilities/caching). A 2025 client is told nothing of it. */
export interface CacheHint {
  /** Milliseconds that clients may take the result for fresh; default 0. */
  readonly ttlMs?: number;
  /** `private` (the default): for the caller alone; `public`: shared caches may keep it and give it to anybody. */
  readonly cacheScope?: 'public' | 'private';
}

/** Says what is wrong with a hint, `undefined` where nothing is. JavaScript callers have no types, so nothing is believed. */
export function cacheHintProblem(hint: unknown): string | undefined {
  if (typeof hint !== 'object' || hint === null || Array.isArray(hint))
    return 'must be an object of ttlMs and cacheScope';
  for (const name of Object.keys(hint)) {
    if (name !== 'ttlMs' && name !== 'cacheScope')
      return `has an unknown member "${name}"; known are ttlMs and cacheScope`;
  }
  for (const [name, value] of Object.entries(hint))
    if (value === null) return `needs a ${name} that is not null; leave it out`;
  const { ttlMs, cacheScope } = hint as { readonly ttlMs?: unknown; readonly cacheScope?: unknown };
  if (
    ttlMs !== undefined &&
    !(typeof ttlMs === 'number' && Number.isSafeInteger(ttlMs) && ttlMs >= 0)
  )
    return 'needs a ttlMs that is a whole number of milliseconds, at least 0';
  if (cacheScope !== undefined && cacheScope !== 'public' && cacheScope !== 'private')
    return "needs a cacheScope of 'public' or 'private'";
  return undefined;
}
