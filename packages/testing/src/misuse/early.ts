import { RequestStateError } from '@countersign/core';
import { CURE } from '../effects.js';
import { Flow } from '../flow.js';
import { type EffectSeen, isTooEarly, whereIt } from '../happened.js';
import { PlayError } from '../play-error.js';
import type { Skipped } from './plan.js';
import type { MisuseRow } from './report.js';

export const EARLY = 'effects before the last answer';

/** The effects of the flow, or the error, that a move gave. */
export function effectsOf(seen: unknown): readonly EffectSeen[] {
  if (seen instanceof RequestStateError) return effectsOf(seen.cause);
  if (!(seen instanceof Flow || seen instanceof PlayError)) return [];
  return seen.transcript.flatMap(({ effects = [] }) => effects);
}

/** Tells of the effects that nobody had agreed to yet (M6): in a question, or in a compute too early. */
export function earlyEffects(
  effects: readonly EffectSeen[],
  named: readonly string[],
): { readonly row: MisuseRow } | { readonly skipped: Skipped } {
  if (effects.length === 0 && named.length === 0)
    return {
      skipped: {
        move: EARLY,
        because: 'no effect is named; put effects() into a fake, or play().effects(Token, method)',
      },
    };
  const early = effects.filter(isTooEarly);
  const keyed = effects.filter(({ allowed }) => allowed);
  const ok = early.length === 0;
  const names = new Set([...named, ...effects.map(({ effect }) => effect)]);
  const note = ok
    ? keyed.length > 0
      ? `but for ${told(keyed)}, with its key`
      : `of ${[...names].join(', ')}`
    : `${told(early)}. ${CURE}`;
  const [expected, came] = [['none'], [ok ? 'none' : 'early']] as const;
  return { row: { move: EARLY, expected, stoppedBy: came, ok, ran: false, note } };
}

/** Each place once, and there the first time. */
const told = (effects: readonly EffectSeen[]): string =>
  [...new Map(effects.map((seen) => [`${seen.effect} ${seen.by}`, seen])).values()]
    .map((seen) => `${seen.effect} ${whereIt(seen)}`)
    .join('; ');
