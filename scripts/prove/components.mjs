// @ts-check
// Mutations of the cases about classes, their instances, and what servers are made of.

/** @import { Mutation } from './mutate.mjs' */

const CORE = 'packages/core/src/';
const CORE_TEST = 'packages/core/test/';
const HELPERS_TEST = `${CORE_TEST}blueprint/compile-helpers.test.ts`;

/** @type {readonly Mutation[]} */
export const COMPONENTS = [
  {
    id: 'M1',
    what: 'a question that lost its mark is nobody’s',
    file: `${CORE}blueprint/compile-helpers.ts`,
    text: 'if (unmarked.length > 0)',
    replacement: 'if (unmarked.length > 99)',
    test: {
      file: HELPERS_TEST,
      title: 'is refused at start, naming class, method and both cures',
    },
  },
  {
    id: 'M1',
    what: 'methods of a parent go unseen',
    file: `${CORE}blueprint/compile-helpers.ts`,
    text: 'of lineage(component)',
    replacement: 'of lineage(component).slice(-1)',
    test: { file: HELPERS_TEST, title: 'is refused if a parent has it, naming the parent' },
  },
  {
    id: 'M1',
    what: 'a question in a field is nobody’s',
    file: `${CORE}di/container.ts`,
    text: 'if (isComponent(component)) checkFields(instance, given, component);',
    replacement: '',
    test: {
      file: HELPERS_TEST,
      title: 'is seen on an instance and refused at start, naming class, field and both cures',
    },
  },
  {
    id: 'M1',
    what: 'a helper silences a question of its base',
    file: `${CORE}blueprint/compile-helpers.ts`,
    text: 'if ([...steps, ...completions].some(',
    replacement: 'if ([...completions].some(',
    test: {
      file: HELPERS_TEST,
      title: 'is refused together with a step decorator, wherever the two stand',
    },
  },
];
