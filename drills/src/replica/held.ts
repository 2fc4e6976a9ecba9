import type { CountersignServer } from '@countersign/core';

/** Counts what a server has in hand: plain numbers, by name. Connections are left out, since nginx keeps some for its next requests. */
export function held(server: CountersignServer): Readonly<Record<string, number>> {
  const { connections: _, ...counts } = server.stats();
  return counts;
}
