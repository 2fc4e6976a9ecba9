import { helpOf, type NumberOption } from '../shared/arguments.js';

export type DeployOption = 'flows' | 'routes' | 'seed';

export const OPTIONS: Readonly<Record<DeployOption, NumberOption>> = {
  flows: {
    fallback: 3,
    least: 1,
    most: 1000,
    what: 'for each change, way, codec, and round in which the version changes',
  },
  routes: { fallback: 8, least: 1, most: 1000, what: 'by chance, for each of those flows' },
  seed: { fallback: 1, least: 0, most: 2 ** 32 - 1, what: 'decides the routes by chance' },
};

export const HELP = `Usage: pnpm drill:deploy [options]

Serves two versions of a component side by side, over both codecs and with the same keys, and sends the rounds of flows to one and
the other: from old to new and back, to and fro in every round, and by chance. The official client answers every question. For every
kind of change it prints what was completed, asked again and dropped, and checks that nothing stale reached run. On 127.0.0.1, in a
minute or two.

${helpOf(OPTIONS)}
Ends with 1 when something is not as expected.
`;
