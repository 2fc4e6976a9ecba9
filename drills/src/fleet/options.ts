import { helpOf, type NumberOption } from '../shared/arguments.js';

export type FleetOption = 'replicas' | 'flows' | 'clients' | 'kills' | 'heap' | 'seed';

/** A heap varies by up to a megabyte from collection to collection: over fewer calls, that is about what the check allows for each. */
const LEAST_OPEN = 10_000;

export const OPTIONS: Readonly<Record<FleetOption, NumberOption>> = {
  replicas: { fallback: 8, least: 2, most: 32, what: 'server processes behind nginx' },
  flows: { fallback: 2000, least: 8, most: 100_000, what: 'calls of three rounds' },
  clients: {
    fallback: 32,
    least: 1,
    most: 500,
    what: 'official clients, each with one call at a time',
  },
  kills: {
    fallback: 24,
    least: 0,
    most: 1000,
    what: 'times that a replica is killed and started again',
  },
  heap: {
    fallback: 20_000,
    least: LEAST_OPEN,
    most: 200_000,
    orNone: true,
    what: `calls left open to measure the heap, ten times those before; 0 leaves it out, otherwise ${LEAST_OPEN} or more`,
  },
  seed: {
    fallback: 1,
    least: 0,
    most: 2 ** 32 - 1,
    what: 'decides who is killed when, and whose last answer is lost',
  },
};

export const HELP = `Usage: pnpm fleet [options]

Runs replicas as processes behind nginx, with Redis as the ledger, and calls of three rounds through them, half of them of a tool
that runs once. Meanwhile replicas are killed and started again, Redis is killed and started again once, and a quarter of the last
requests are sent a second time, as after a lost answer. Then it counts what happened: effects, results, refusals. Needs nginx and
redis-server. On 127.0.0.1, in some minutes.

${helpOf(OPTIONS)}
Ends with 1 when something is not as expected.
`;
