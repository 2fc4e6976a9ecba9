import type { WireAsk } from '../../asks/question.js';
import { fingerprint } from '../../digest.js';

type Asks = ReadonlyMap<string, WireAsk>;

const isUrl = ({ method, params }: WireAsk): boolean =>
  method === 'elicitation/create' && params.mode === 'url' && params.elicitationId === undefined;

/**
 * Gives each URL question an `elicitationId`: 2025 requires it (spec 2025-11-25: client/elicitation, URL Mode), and a host in wide use
 * rejects a question of 2026 without it. The same in every round of a flow and on every replica, another in another flow, and no
 * secret. It is no part of the question: what R2 compares is what the method returned.
 */
export function withElicitationIds(asks: Asks, flow: string): Asks {
  if (![...asks.values()].some(isUrl)) return asks;
  return new Map(
    [...asks].map(([key, ask]) => {
      if (!isUrl(ask)) return [key, ask];
      const elicitationId = fingerprint(['elicitation', flow, key]);
      return [key, { ...ask, params: { ...ask.params, elicitationId } }];
    }),
  );
}
