// @ts-check
// Mutations of the cases about what is listed, what is returned and what is received (C01 to C10).

/** @import { Mutation } from './mutate.mjs' */

const CORE = 'packages/core/src/';
const CORE_TEST = 'packages/core/test/';
const RESULTS = `${CORE}serving/results/`;
const COMPLETED = `${CORE_TEST}serving/results/completed.test.ts`;
const LISTED = `${CORE_TEST}schema/listed.test.ts`;
const CLIENT_TEST = 'packages/shim-legacy/test/clients/';

/** @type {readonly Mutation[]} */
export const SCHEMAS = [
  {
    id: 'C01',
    what: 'an object that an intersection merges is listed as closed',
    file: `${CORE}schema/exact.ts`,
    text: 'merged.has(zodSchema))',
    replacement: 'false)',
    test: { file: LISTED, title: 'lists what both sides take: %s' },
  },
  {
    id: 'C01',
    what: 'a strict object in an intersection starts',
    file: `${CORE}schema/survey.ts`,
    text: 'if (collide(left, right, io, new Set()))',
    replacement: 'if (false)',
    test: {
      file: LISTED,
      title: 'is refused where one side is closed to what the other names, by field and cure',
    },
  },
  {
    id: 'C02',
    what: 'a pattern loses the flag i',
    file: `${CORE}schema/pattern.ts`,
    text: "if (!this.flags.i) return '';\n    const [lower",
    replacement: "if (true) return '';\n    const [lower",
    test: { file: LISTED, title: 'is listed with its flags: %s for %j' },
  },
  {
    id: 'C03',
    what: 'the format of a text is listed although its pattern takes more',
    file: `${CORE}schema/checks.ts`,
    text: "return name === 'datetime' && isExact ? 'date-time' : undefined;",
    replacement: "return name === 'datetime' ? 'date-time' : name;",
    test: { file: LISTED, title: 'is listed as zod checks it: %j' },
  },
  {
    id: 'C04',
    what: 'a step of hundredths is listed as a keyword',
    file: `${CORE}schema/checks.ts`,
    text: 'if (Number.isInteger(value)) steps',
    replacement: 'if (true) steps',
    test: { file: LISTED, title: 'are multiples as zod counts them' },
  },
  {
    id: 'C05',
    what: 'what may be undefined is listed as required of a result',
    file: `${CORE}schema/exact.ts`,
    text: "(io === 'output' || MISSING_IS_UNDEFINED)",
    replacement: 'MISSING_IS_UNDEFINED',
    test: { file: LISTED, title: 'is not listed as required of a result' },
  },
  {
    id: 'C06',
    what: 'arguments are not held against the list',
    file: `${CORE}schema/input.ts`,
    text: 'chained(listed(value), () => result)',
    replacement: 'result',
    test: {
      file: LISTED,
      title: 'is listed, and enforced: the server takes no more than its list',
    },
  },
  {
    id: 'C07',
    what: 'a root with an id is listed as a reference',
    file: `${CORE}schema/convert.ts`,
    text: 'if (!isRecord(root) || name === undefined) return json;',
    replacement: 'if (true) return json;',
    test: {
      file: `${CORE_TEST}schema/root-id.test.ts`,
      title: 'is listed at the root, by its type, without zod’s own tag',
    },
  },
  {
    id: 'C09',
    what: 'a result is not held against the list',
    file: `${CORE}schema/input.ts`,
    text: 'return listed(throughJson(value));',
    replacement: 'return { ok: true, value: throughJson(value) };',
    test: {
      file: `${CLIENT_TEST}results.test.ts`,
      title: 'gets a result that fits the list, and an error in place of one that does not',
    },
  },
  {
    id: 'C34',
    what: 'a time of another offset is a misfit',
    file: `${CORE}schema/zod-form.ts`,
    text: 'readingTimes(zodReader(schema), times)',
    replacement: 'readingTimes(zodReader(schema), [])',
    test: {
      file: LISTED,
      title: 'is taken as the client was told, in any offset, and handed out as zod has it',
    },
  },
  {
    id: 'C35',
    what: 'an id that two schemas have is left to zod',
    file: `${CORE}schema/survey.ts`,
    text: 'else if (known.schema !== node)',
    replacement: 'else if (false)',
    test: { file: LISTED, title: 'names both fields of one id' },
  },
  {
    id: 'M11',
    what: 'a compute’s schema may make a Date',
    file: `${CORE}schema/survey.ts`,
    text: 'if (NO_JSON.has(type))',
    replacement: 'if (false)',
    test: {
      file: `${CORE_TEST}blueprint/compute-schema.test.ts`,
      title: 'is refused at start, by field and cure: %s',
    },
  },
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
