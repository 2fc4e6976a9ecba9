import type { CountersignServer } from '@countersign/core';

/** Counts what a server holds for calls that are under way or open: plain numbers, by name. The one place that knows how to ask. */
export function held(server: CountersignServer): Readonly<Record<string, number>> {
  const stats = (server as { stats?: () => object }).stats?.() ?? {};
  return Object.fromEntries(Object.entries(stats).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
