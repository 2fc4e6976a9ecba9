// @ts-check
// Mutations of the cases about classes, their instances, and what servers are made of.

/** @import { Mutation } from './mutate.mjs' */

const CORE = 'packages/core/src/';
const CORE_TEST = 'packages/core/test/';
const INSTANCES_TEST = `${CORE_TEST}serving/calls/instances.test.ts`;
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
  {
    id: 'M3',
    what: 'a step answers whoever calls it',
    file: `${CORE}blueprint/instances.ts`,
    text: "if (typeof key !== 'string') continue;",
    replacement: 'if (key !== 0) continue;',
    test: {
      file: INSTANCES_TEST,
      title: 'ends in a TypeError that names the answer to read, in run',
    },
  },
  {
    id: 'M3',
    what: 'the toolkit enters steps through the instance',
    file: `${CORE}rounds/evaluation.ts`,
    text: 'this.blueprint.component.prototype[step.name]',
    replacement: '(instance as Record<string, unknown>)[step.name]',
    test: {
      file: INSTANCES_TEST,
      title: 'ends in a TypeError that names the answer to read, in run',
    },
  },
  {
    id: 'M7',
    what: 'an instance takes what a call leaves on it',
    file: `${CORE}blueprint/instances.ts`,
    text: 'return Object.freeze(instance);',
    replacement: 'return instance;',
    test: {
      file: INSTANCES_TEST,
      title:
        'ends the call, naming class, field and cure, whether a field is added, changed or deleted',
    },
  },
  {
    id: 'M7',
    what: 'what others have too is frozen',
    file: `${CORE}blueprint/assignments.ts`,
    text: 'return assignments.length === 1 &&',
    replacement: 'return assignments.length > 0 ||',
    test: {
      file: INSTANCES_TEST,
      title: 'leaves alone what was injected, what others share, and what no literal made',
    },
  },
  {
    id: 'C37',
    what: 'each request looks at the class anew',
    file: `${CORE}di/recipe.ts`,
    text: 'table.set(target, found);',
    replacement: '',
    test: {
      file: `${CORE_TEST}di/container.test.ts`,
      title:
        'reads nothing of a class again that it learned at start, neither its name nor its decorators',
    },
  },
  {
    id: 'C33',
    what: 'null in an option counts as absent',
    file: `${CORE}options.ts`,
    text: 'value === null);',
    replacement: 'value === 0);',
    test: {
      file: `${CORE_TEST}serving/options/null.test.ts`,
      title: 'is refused by createServer with one sentence: %s',
    },
  },
  {
    id: 'M9',
    what: 'a provider has whatever members',
    file: `${CORE}di/check-providers.ts`,
    text: 'if (stray !== undefined)',
    replacement: "if (stray === '')",
    test: {
      file: `${CORE_TEST}di/container.test.ts`,
      title: 'refuses %o by its place in the list, with the right shape',
    },
  },
  {
    id: 'M10',
    what: 'of two providers the later wins in silence',
    file: `${CORE}di/check-providers.ts`,
    text: 'if (first !== undefined)',
    replacement: 'if (first === -1)',
    test: {
      file: `${CORE_TEST}di/container.test.ts`,
      title: 'refuses two for one token, naming both places',
    },
  },
  {
    id: 'M12',
    what: 'components that nobody can call are served',
    file: `${CORE}serving/options/safety.ts`,
    text: 'if (scoped === undefined) return;',
    replacement: 'if (scoped !== null) return;',
    test: {
      file: `${CORE_TEST}serving/options/options.test.ts`,
      title:
        'refuses to listen for a component with scopes that nothing grants, naming class and cure',
    },
  },
  {
    id: 'M12',
    what: 'an enum without a value is listed',
    file: `${CORE}schema/survey.ts`,
    text: 'choices[type as keyof typeof choices] as object).length === 0',
    replacement: 'choices[type as keyof typeof choices] as object).length < 0',
    test: {
      file: `${CORE_TEST}schema/empty-choices.test.ts`,
      title: 'is refused at start, naming the field: %s',
    },
  },
  {
    id: 'C36',
    what: 'nobody is told that a build tool renamed a step',
    file: `${CORE}blueprint/compile-steps.ts`,
    text: ': let none mangle properties',
    replacement: '',
    test: {
      file: `${CORE_TEST}blueprint/mangled.test.ts`,
      title: 'is refused at start, saying what renamed it',
    },
  },
];
