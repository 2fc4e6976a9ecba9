import type { Load } from './load.js';

/** How much more heap may be in use after the larger load than after the smaller one. */
export const MOST_GROWTH = 0.1;

export interface Check {
  readonly what: string;
  readonly holds: boolean;
}

const checksOf = ({ clients, sessions, questions, left }: Load): Check[] => {
  const half = Math.floor(clients / 2);
  return [
    {
      what: `${clients} clients came, ${half} of them were asked (${sessions} and ${questions})`,
      holds: sessions === clients && questions === half,
    },
    { what: `after ${clients}: no session is left (${left.sessions})`, holds: left.sessions === 0 },
    {
      what: `after ${clients}: no question is open (${left.questions})`,
      holds: left.questions === 0,
    },
    { what: `after ${clients}: no timer is left (${left.timers})`, holds: left.timers <= 0 },
  ];
};

/** Holds two loads, of which the second has twice as many clients, against what is expected of them. */
export function checksOn(first: Load, second: Load): readonly Check[] {
  const grown = second.left.heap - first.left.heap;
  const what = `the heap after ${second.clients} is within ${MOST_GROWTH * 100} % of that after ${first.clients} (${((grown / first.left.heap) * 100).toFixed(1)} %)`;
  return [
    ...checksOf(first),
    ...checksOf(second),
    { what, holds: Math.abs(grown) <= first.left.heap * MOST_GROWTH },
  ];
}
