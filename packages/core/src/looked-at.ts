/**
 * Looks at a value that somebody threw. A getter of it may throw, and so may a proxy, whatever is asked of it: then there
 * is nothing to be seen.
 */
export function lookedAt<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
