// @ts-check
// Mutations of the check that finds, before anything runs, what the types let pass.

/** @import { Mutation } from './mutate.mjs' */

const RULES = 'packages/core/src/cli/check/rules/';
const test = {
  file: 'packages/core/test/cli/check/rules.test.ts',
  title: 'finds what is marked, and nothing else: %s',
};

/** @type {readonly Mutation[]} */
export const MISTAKES = [
  {
    id: 'M2',
    what: 'a question that is built and dropped is not found',
    file: `${RULES}dropped-ask.ts`,
    text: 'if (holdsAsk(',
    replacement: 'if (!holdsAsk(',
    test,
  },
  {
    id: 'M4',
    what: 'a question whose answer nobody reads is not found',
    file: `${RULES}unread-answer.ts`,
    text: 'read.has(method.name) ||',
    replacement: '!read.has(method.name) ||',
    test,
  },
  {
    id: 'M4',
    what: 'an optional answer that is compared with false is not found',
    file: `${RULES}silence-as-yes.ts`,
    text: 'return other === FalseKeyword && compares ? parent : undefined;',
    replacement: 'return undefined;',
    test,
  },
  {
    id: 'M6',
    what: 'an effect in a question is not found',
    file: `${RULES}effect-in-question.ts`,
    text: 'if (changes)',
    replacement: 'if (!changes)',
    test,
  },
  {
    id: 'M7',
    what: 'a field that is written in a call is not found',
    file: `${RULES}memory-in-this.ts`,
    text: 'if (!writesToField(write, component, box)) continue;',
    replacement: 'continue;',
    test,
  },
];
