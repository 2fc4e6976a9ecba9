// @ts-check
// Mutations of the cases that real clients brought up (C38 to C46).

/** @import { Mutation } from './mutate.mjs' */

const SCHEMA = 'packages/core/src/schema/';
const CORE_TEST = 'packages/core/test/';
const CLIENT_TEST = 'packages/shim-legacy/test/clients/';

/** @type {readonly Mutation[]} */
export const CLIENTS = [
  {
    id: 'C38',
    what: 'a blank that does not fit is a misfit',
    file: `${SCHEMA}zod-form.ts`,
    text: 'leavingBlanksOut(zodReader(schema), leavable(requestedSchema))',
    replacement: 'zodReader(schema)',
    test: {
      file: `${CLIENT_TEST}blanks.test.ts`,
      title: 'is asked once: a blank that does not fit in a field that may be left out is left out',
    },
  },
  {
    id: 'C38',
    what: 'a raw form takes a blank that does not fit for an answer',
    file: `${SCHEMA}raw-form.ts`,
    text: 'optional.has(name) && isBlank(given)',
    replacement: 'false',
    test: {
      file: `${CORE_TEST}schema/blanks.test.ts`,
      title: 'is told apart so in a raw form as well: %s',
    },
  },
];
