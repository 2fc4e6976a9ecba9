import type { InFlight } from '../calls/in-flight.js';
import type { Bound } from '../http/listen.js';
import type { AttachedBridge } from '../legacy-bridge.js';
import type { Feed } from '../surface/feed.js';

/**
 * What a server has in hand at one moment. All of it is 0 when nothing is going on, however many flows of 2026 clients are open: those
 * are held by their clients.
 */
export interface ServerStats {
  /** HTTP requests whose answer is not complete: streams of `listen` included, those of `fetch` until its response is there. */
  readonly requests: number;
  /** Rounds of components in work, over every transport; those that `again(…, { afterMs })` holds and repeats of a `once` call included. */
  readonly rounds: number;
  /** Sessions of 2025 clients over HTTP, until they end them or are idle for too long. */
  readonly sessions: number;
  /** Questions that are open on live connections of 2025 clients. */
  readonly questions: number;
  /** Clients that listen for changes: streams of 2026 clients, and subscriptions to resources of 2025 ones. */
  readonly subscriptions: number;
  /** Open sockets of `listen`, those that clients keep for their next request included. */
  readonly connections: number;
}

export interface StatsParts {
  readonly listeners: ReadonlySet<Pick<Bound, 'stats'>>;
  readonly flight: Pick<InFlight, 'count'>;
  readonly bridge: Pick<AttachedBridge, 'stats'> | undefined;
  readonly feed: Pick<Feed, 'open'>;
}

/** Reads the counts where they are kept. */
export function statsOf({ listeners, flight, bridge, feed }: StatsParts): ServerStats {
  const bound = [...listeners].map((listening) => listening.stats());
  const { sessions, openAsks } = bridge?.stats() ?? { sessions: 0, openAsks: 0 };
  return {
    requests: bound.reduce((sum, { requests }) => sum + requests, flight.count('request')),
    rounds: flight.count('round'),
    sessions,
    questions: openAsks,
    subscriptions: feed.open,
    connections: bound.reduce((sum, { connections }) => sum + connections, 0),
  };
}
