import type { CountersignServer } from '@countersign/core';

/**
 * Counts what a server has in hand: plain numbers, by name. The one place that knows how to ask. Connections are left out: nginx
 * keeps some for its next requests.
 */
export function held(server: CountersignServer): Readonly<Record<string, number>> {
  const { connections: _, ...counts } = (server as { stats?: () => Record<string, number> }).stats?.() ?? {};
  return counts;
}
