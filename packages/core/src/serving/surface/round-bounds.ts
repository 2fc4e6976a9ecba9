import { attemptsOf, type Blueprint } from '../../blueprint/blueprint.js';
import { MAX_CHANGES, MAX_ROUNDS_IN_ALL } from '../../limits.js';
import type { BridgeLimits } from '../legacy-bridge.js';
import type {
  ComponentDescription,
  RoundBound,
  RoundLimit,
  RoundsDescription,
} from './description.js';

/** Results that the official client of 2026 follows, unless its user set `inputRequired.maxRounds`. */
export const OFFICIAL_CLIENT_ROUNDS = 10;

/** The limits that every flow of a server meets (R9), and those of its clients. */
export function roundLimits(
  maxRounds: number,
  bridge: BridgeLimits | undefined,
): readonly RoundLimit[] {
  return [
    { by: 'state.maxRounds', eras: ['2026', '2025'], counts: 'unsettled', most: maxRounds },
    { by: 'flow', eras: ['2026', '2025'], counts: 'all', most: MAX_ROUNDS_IN_ALL },
    { by: 'official client', eras: ['2026'], counts: 'all', most: OFFICIAL_CLIENT_ROUNDS },
    ...(bridge === undefined
      ? []
      : [
          {
            by: 'legacyShim',
            eras: ['2025'],
            counts: 'unsettled',
            most: bridge.maxRounds,
          } as const,
        ]),
  ];
}

const UNKNOWN: RoundsDescription = {
  asking: 'unknown',
  retries: 'unknown',
  changes: 'unknown',
  batches: 'unknown',
  stateOnly: 'unknown',
};

/**
 * Bounds the rounds of a component from above. What a step reads shows only when its method runs, so each may have to wait for the
 * one before: a round for every step that asks, and more where it asks some at a time. Once settled it is not asked again, since a pure method asks the same of the same (R2).
 */
export function roundsOf(
  { steps, once }: Blueprint,
  asks: ComponentDescription['asks'],
): RoundsDescription {
  if (asks === 'unknown') return UNKNOWN;
  const asking = [...steps.values()].filter(({ kind }) => kind !== 'compute');
  return {
    asking: asking.length,
    retries: asking.reduce((sum, step) => sum + attemptsOf(step) - 1, 0),
    changes: asking.length * (MAX_CHANGES - 1),
    batches: asking.length === 0 ? 0 : 'unknown',
    stateOnly: steps.size > asking.length ? 'unknown' : handovers(once),
  };
}

/**
 * The first request of a `once` tool that puts no question is sent back, so that the client holds the flow before any effect. Any of
 * its steps may turn out to ask nothing, and an answer may come with no state at all, so each `once` tool may have this round.
 */
const handovers = (once: boolean): number => (once ? 1 : 0);

/** Holds the rounds of a component against one limit. */
export function boundOf(
  { asking, retries }: RoundsDescription,
  once: boolean,
  limit: RoundLimit,
): RoundBound {
  if (asking === 'unknown' || retries === 'unknown')
    return { ...limit, answered: 'unknown', worst: 'unknown', left: 'unknown' };
  // A flow that is handed over without a question gets none later: what settled them all settles them again.
  const known = Math.max(asking, handovers(once));
  // Of the results that a person answers by what fits, only the first came of a request that brought no answer.
  const answered = limit.counts === 'all' ? known : Math.min(known, 1);
  const worst = answered + retries;
  return { ...limit, answered, worst, left: Math.max(0, limit.most - worst) };
}

const HAS: Readonly<Record<RoundLimit['by'], string>> = {
  'state.maxRounds': 'state.maxRounds allows',
  flow: 'one flow may have',
  'official client': 'the official client of 2026 follows',
  legacyShim: 'the shim for 2025 clients allows',
};
const COUNTED = { all: 'in all', unsettled: 'that settle no answer' } as const;

/** Says which limits the rounds may exceed. */
export const warningsOf = (bounds: readonly RoundBound[]): readonly string[] =>
  bounds.flatMap(({ by, counts, most, answered, worst }) => {
    if (answered === 'unknown' || worst === 'unknown' || worst <= most) return [];
    const limit = `${HAS[by]} ${most} ${COUNTED[counts]}`;
    return answered > most
      ? [
          `where each question reads the answer to the one before, there are ${answered} rounds; ${limit}. Ask together what does not depend`,
        ]
      : [
          `if every question used up its attempts, one in a round, there would be ${worst} rounds ${COUNTED[counts]}; ${limit}`,
        ];
  });
