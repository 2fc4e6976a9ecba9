// @ts-check
// Mutations of the cases about texts, and about questions that are made from data.

/** @import { Mutation } from './mutate.mjs' */

const CORE = 'packages/core/src/';
const CLIENT_TEST = 'packages/shim-legacy/test/clients/';
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
    id: 'C42',
    what: 'a form is put again empty',
    file: `${CORE}schema/refill.ts`,
    text: 'if (filled.length === 0) return requestedSchema;',
    replacement: 'if (filled.length < 99) return requestedSchema;',
    test: {
      file: `${CORE_TEST}rounds/refill.test.ts`,
      title: 'is put again as the same question, with what fitted filled in',
    },
  },
  {
    id: 'C42',
    what: 'a value that its field refuses comes back as a default',
    file: `${CORE}schema/refill.ts`,
    text: '&& fits(field, given)',
    replacement: '',
    test: {
      file: `${CORE_TEST}schema/refill.test.ts`,
      title: 'does so for a raw form, which says all that is missing at once',
    },
  },
  {
    id: 'C42',
    what: 'the message names keys',
    file: `${CORE}schema/form-parts.ts`,
    text: "typeof title === 'string' ? title : name",
    replacement: 'name',
    test: {
      file: `${CORE_TEST}schema/refill.test.ts`,
      title: 'brings what fitted back, and names the title of what did not',
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
  {
    id: 'C45',
    what: 'nobody is told of numbers that some hosts do not show',
    file: `${CORE}schema/made-forms.ts`,
    text: "type === 'number' || type === 'integer' || ",
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/surface/describe.test.ts`,
      title: 'are warned of where some hosts show no field, or no title',
    },
  },
  {
    id: 'M13',
    what: 'more members than a request answers are put',
    file: `${CORE}asks/all.ts`,
    text: 'names.length > MAX_ANSWERS',
    replacement: 'names.length > 99 * MAX_ANSWERS',
    test: {
      file: 'packages/testing/test/step.test.ts',
      title: 'shows as itself what it asks too much of',
    },
  },
  {
    id: 'M13',
    what: 'ask.all of a list asks nothing',
    file: `${CORE}asks/all.ts`,
    text: 'if (!isPlainObject(asks))',
    replacement: "if (typeof asks !== 'object')",
    test: {
      file: `${CORE_TEST}asks/each.test.ts`,
      title: 'refuses a list, and whatever else has no names of its own',
    },
  },
  {
    id: 'M13',
    what: 'all questions of ask.each are put at once',
    file: `${CORE}rounds/ask-step.ts`,
    text: 'if (asks.has(key)) room--;',
    replacement: '',
    test: {
      file: `${CLIENT_TEST}from-data.test.ts`,
      title: 'are put some at a time, in their order, and one that misfits alone again, filled in',
    },
  },
  {
    id: 'M13',
    what: 'an answer that is too long makes the batch larger',
    file: `${CORE}rounds/fit.ts`,
    text: 'makeRoom(round, step.name);',
    replacement: '',
    test: {
      file: `${CORE_TEST}rounds/each.test.ts`,
      title: 'stay within a batch when an answer is too long, and are all asked in the end',
    },
  },
  {
    id: 'M13',
    what: 'more things than can be asked about fail in the middle',
    file: `${CORE}rounds/ask-step.ts`,
    text: 'if (batch !== undefined && begins && !round.quiet)',
    replacement: 'if (batch === 0)',
    test: {
      file: `${CORE_TEST}rounds/each.test.ts`,
      title: 'fail at once where the state has no room for their shortest answers, and never later',
    },
  },
];
