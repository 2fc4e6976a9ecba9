// @ts-check
// Mutations of the cases that the testing package finds.

/** @import { Mutation } from './mutate.mjs' */

const TESTING = 'packages/testing/src/';
const EARLY = 'packages/testing/test/early-effects.test.ts';

/** @type {readonly Mutation[]} */
export const TESTS = [
  {
    id: 'M6',
    what: 'an effect in a question or a compute passes for one of run',
    file: `${TESTING}happened.ts`,
    text: 'const early = at !== undefined && !at.settled;',
    replacement: 'const early = at !== undefined && !at.className;',
    test: {
      file: EARLY,
      title:
        'an effect before the last answer fails misuse, which names it, the method and the round',
    },
  },
  {
    id: 'M6',
    what: 'an effect may come early without its key',
    file: `${TESTING}happened.ts`,
    text: "at.kind === 'compute' && carries(args, at)",
    replacement: "at.kind === 'compute'",
    test: {
      file: EARLY,
      title: 'an effect that may come early does so in a compute, and with its key',
    },
  },
];
