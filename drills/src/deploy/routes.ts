import type { Random } from '../shared/random.js';
import type { Version } from './order.js';

/** Which version serves round `round` (from 1) of a flow. */
export type Route = (round: number) => Version;

const OTHER: Readonly<Record<Version, Version>> = { old: 'new', new: 'old' };

/** Begins at one version, and meets the other in every round after `rounds`: what most flows see of a deploy. */
export const once =
  (from: Version, rounds: number): Route =>
  (round) =>
    round <= rounds ? from : OTHER[from];

/** Meets the other version in every round: the worst that two versions side by side can do to a flow. */
export const alternating =
  (from: Version): Route =>
  (round) =>
    round % 2 === 1 ? from : OTHER[from];

/** Meets either version by chance, as behind a balancer in the middle of a deploy. */
export function byChance(random: Random): Route {
  const drawn: Version[] = [];
  return (round) => {
    while (drawn.length < round) drawn.push(random.next() < 0.5 ? 'old' : 'new');
    return drawn[round - 1] ?? 'old';
  };
}
