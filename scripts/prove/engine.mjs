// @ts-check
// Mutations of the cases about answers, state and the engine's rules (C28 to C32, C47 to C58).

/** @import { Mutation } from './mutate.mjs' */

const ASKS = 'packages/core/src/asks/';
const ROUNDS = 'packages/core/src/rounds/';
const SERVING = 'packages/core/src/serving/';
const CORE_TEST = 'packages/core/test/';

/** @type {readonly Mutation[]} */
export const ENGINE = [
  {
    id: 'C28',
    what: 'content that is null is no content',
    file: `${ASKS}responses.ts`,
    text: "own(raw, 'content') ?? {}",
    replacement: "Object.hasOwn(raw, 'content') ? own(raw, 'content') : {}",
    test: { file: `${CORE_TEST}serving/calls/left-out.test.ts`, title: 'is taken with %j: C28' },
  },
  {
    id: 'C29',
    what: 'one odd root takes the whole list down',
    file: `${ASKS}responses.ts`,
    text: 'const dropped = roots.length - kept.length;',
    replacement:
      "const dropped = roots.length - kept.length; if (dropped > 0) return misfit('', 'roots');",
    test: {
      file: `${CORE_TEST}serving/calls/left-out.test.ts`,
      title: 'is left out with an event and a line in the log, which does not show it',
    },
  },
  {
    id: 'C29',
    what: 'the scheme of a root has a case',
    file: `${ASKS}responses.ts`,
    text: '$/is.exec(uri)',
    replacement: '$/s.exec(uri)',
    test: {
      file: `${CORE_TEST}asks/responses.test.ts`,
      title: 'takes the root %s, whose scheme has no case, as %s (C29)',
    },
  },
  {
    id: 'C29',
    what: 'a client’s software is asked as often as a person',
    file: 'packages/core/src/blueprint/blueprint.ts',
    text: "kind === 'sample' || kind === 'roots' ? 1 : attempts",
    replacement: 'attempts',
    test: {
      file: `${CORE_TEST}rounds/ask-step.test.ts`,
      title:
        'is asked for once where a client’s software answers, since nobody could correct it (C29)',
    },
  },
  {
    id: 'C30',
    what: 'compiled schemas are kept for ever',
    file: `${SERVING}calls/json-schema.ts`,
    text: 'if (compiled.size > MOST_KEPT && oldest !== undefined) compiled.delete(oldest);',
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/calls/json-schema.test.ts`,
      title: 'are let go of, however many there are, and those that are held go on',
    },
  },
  {
    id: 'C30',
    what: 'an engine keeps whatever it compiled',
    file: `${SERVING}calls/json-schema.ts`,
    text: 'if (++inEngine > MOST_IN_ENGINE)',
    replacement: 'if (++inEngine > Number.POSITIVE_INFINITY)',
    test: {
      file: `${CORE_TEST}serving/calls/json-schema.test.ts`,
      title: 'are let go of, however many there are, and those that are held go on',
    },
  },
  {
    id: 'C31',
    what: 'what came beside the fields of a form is kept',
    file: 'packages/core/src/schema/form-parts.ts',
    text: '{ ...filled, ...only(read, fields) }',
    replacement: '{ ...filled, ...(read as object) }',
    test: {
      file: `${CORE_TEST}rounds/taken.test.ts`,
      title: 'and not %s, of a question by %s',
    },
  },
  {
    id: 'C31',
    what: 'what came beside a yes is kept',
    file: `${ROUNDS}answer.ts`,
    text: 'isRecord(fields) ? only(content, fields) : content',
    replacement: 'fields === 0 ? only(content, {}) : content',
    test: {
      file: `${CORE_TEST}rounds/taken.test.ts`,
      title: 'and not %s, of a question by %s',
    },
  },
  {
    id: 'C31',
    what: 'a block of a sampled message keeps what came with it',
    file: `${ASKS}sampled.ts`,
    text: 'takenBlock(block as SampleContent)',
    replacement: 'block',
    test: { file: `${CORE_TEST}rounds/taken.test.ts`, title: 'and not %s, of a sampled one' },
  },
  {
    id: 'C47',
    what: 'what was read is compared without its type',
    file: `${ROUNDS}standing.ts`,
    text: "return shown.plain ? [shown.value] : [shown.value, 'structure'];",
    replacement: 'return shown.plain ? [shown.value] : [];',
    test: {
      file: `${CORE_TEST}rounds/standing.test.ts`,
      title: 'is the value as handed out, whatever its type: %s (C47)',
    },
  },
  {
    id: 'C47',
    what: 'a class with private members passes for one without',
    file: 'packages/core/src/value-digest.ts',
    text: 'if (hidesSomething(value)) return',
    replacement: 'if (value === undefined) return',
    test: {
      file: `${CORE_TEST}value-digest.test.ts`,
      title: 'is refused to %s, which nobody can compare, at its place',
    },
  },
  {
    id: 'C52',
    what: 'a first request uses up the last attempt',
    file: `${ROUNDS}answer.ts`,
    text: 'if (left || presupplied)',
    replacement: 'if (left)',
    test: {
      file: `${CORE_TEST}rounds/ask-step.test.ts`,
      title: 'does not end with the first request, before anybody was asked: %s (C52)',
    },
  },
];
