// @ts-check
// Mutations of the cases about what is listed, what is returned and what is received (C01 to C10).

/** @import { Mutation } from './mutate.mjs' */

const CORE = 'packages/core/src/';
const CORE_TEST = 'packages/core/test/';
const RESULTS = `${CORE}serving/results/`;
const COMPLETED = `${CORE_TEST}serving/results/completed.test.ts`;
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
  {
    id: 'C09',
    what: 'an object of which nothing is left passes for an empty one',
    file: `${CORE}strict-json.ts`,
    text: 'if (Object.keys(value).length === 0) return [name',
    replacement: 'if (false) return [name',
    test: {
      file: `${CORE_TEST}strict-json.test.ts`,
      title: 'is refused with place and cure: %s',
    },
  },
  {
    id: 'C09',
    what: 'a log message that cannot be written vanishes',
    file: `${CORE}serving/calls/client-log.ts`,
    text: 'unsaid(error);',
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/calls/telling.test.ts`,
      title: 'sends nothing, tells the operator place and cure, and lets the call go on',
    },
  },
  {
    id: 'C10',
    what: 'data with a member of its own is taken for a content block',
    file: `${RESULTS}whole-result.ts`,
    text: 'hasOnly(value as object, members)',
    replacement: 'true',
    test: { file: COMPLETED, title: 'is data where it only resembles content: %j' },
  },
  {
    id: 'M8',
    what: 'a body that returns nothing leaves an empty answer',
    file: `${RESULTS}completed.ts`,
    text: 'if (value === undefined) return NOTHING;',
    replacement: '',
    test: { file: COMPLETED, title: 'is the author’s error: a %s' },
  },
];
