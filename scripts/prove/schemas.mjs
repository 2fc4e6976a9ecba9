// @ts-check
// Mutations of the cases about what is listed, what is returned and what is received (C01 to C10).

/** @import { Mutation } from './mutate.mjs' */

const CORE = 'packages/core/src/';
const CORE_TEST = 'packages/core/test/';
const CLIENT_TEST = 'packages/shim-legacy/test/clients/';

/** @type {readonly Mutation[]} */
export const SCHEMAS = [
  {
    id: 'C08',
    what: 'a request with a rounded number is served',
    file: `${CORE}serving/protocol/incoming.ts`,
    text: 'if (rounded !== undefined) return { refusal: rounded };',
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/whole-numbers.test.ts`,
      title: 'is refused %s, for every method',
    },
  },
  {
    id: 'C08',
    what: 'a request on stdio whose id is rounded gets no answer',
    file: `${CORE}serving/protocol/checked-lines.ts`,
    text: 'if (refusal !== undefined) refuse(refusal);',
    replacement: '',
    test: {
      file: `${CLIENT_TEST}whole-numbers.test.ts`,
      title: 'is answered without an id where it is the id',
    },
  },
  {
    id: 'C08',
    what: 'a rounded number in the answer of a 2025 client is taken',
    file: `${CORE}rounds/answer.ts`,
    text: '|| roundedNumber(content) !== undefined',
    replacement: '',
    test: {
      file: `${CLIENT_TEST}whole-numbers.test.ts`,
      title: 'is no answer: the question is put again',
    },
  },
];
