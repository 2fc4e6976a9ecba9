// @ts-check
// Mutations of the cases about texts, and about questions that are made from data.

/** @import { Mutation } from './mutate.mjs' */

const CORE = 'packages/core/src/';
const CORE_TEST = 'packages/core/test/';

/** @type {readonly Mutation[]} */
export const DATA = [
  {
    id: 'B45',
    what: 'a pattern is dropped, and nobody is told of it',
    file: `${CORE}schema/form-field.ts`,
    text: 'return withWords(field, told.words);',
    replacement: 'return field;',
    test: {
      file: `${CORE_TEST}schema/told-checks.test.ts`,
      title: 'is told in words, and checked here: %s',
    },
  },
  {
    id: 'M5',
    what: 'a message may hold an object or a promise',
    file: `${CORE}text.ts`,
    text: 'return refuseSlip(given, slipIn(given), where, code);',
    replacement: 'return given;',
    test: { file: `${CORE_TEST}asks/text.test.ts`, title: 'is refused in %s' },
  },
  {
    id: 'M5',
    what: 'a percent-encoded slip in a URL is not seen',
    file: `${CORE}text.ts`,
    text: "return decodeURIComponent(part.replaceAll('+', ' '));",
    replacement: 'return part;',
    test: {
      file: `${CORE_TEST}asks/text.test.ts`,
      title: 'is refused at each place of a URL, however it is written',
    },
  },
  {
    id: 'M5',
    what: 'a sampled message loses its text when it is handed out',
    file: `${CORE}json.ts`,
    text: "if (written) Object.defineProperty(copy, 'toString', { value: value.toString });",
    replacement: 'void written;',
    test: {
      file: `${CORE_TEST}asks/sampled.test.ts`,
      title: 'is that text in a step and in run, in the round that takes it and in every later one',
    },
  },
];
