// @ts-check
// Mutations of the cases about what a question method returns, and about what counts as a yes.

/** @import { Mutation } from './mutate.mjs' */

const ASKS = 'packages/core/src/asks/';
const ROUNDS = 'packages/core/src/rounds/';
const CORE_TEST = 'packages/core/test/';
const CALLS_TEST = `${CORE_TEST}serving/calls/confirm.test.ts`;
const CLIENT_TEST = 'packages/shim-legacy/test/clients/confirm.test.ts';

/** @type {readonly Mutation[]} */
export const ASKING = [
  {
    id: 'C45',
    what: 'whatever is no refusal is a yes',
    file: `${ASKS}confirm.ts`,
    text: 'chosen(content) === yes',
    replacement: 'chosen(content) !== NO',
    test: { file: CLIENT_TEST, title: 'is not given by a host that %s' },
  },
  {
    id: 'C45',
    what: 'a no leaves a 2025 client with questions that nobody needs',
    file: 'packages/shim-legacy/src/meaning.ts',
    text: 'endsRound: endsBy(step, leg.answer)',
    replacement: 'endsRound: false',
    test: {
      file: CLIENT_TEST,
      title: 'that is answered no withdraws the questions beside it, as a decline does',
    },
  },
  {
    id: 'M2',
    what: 'a method that returned nothing asked nothing',
    file: `${ROUNDS}ask-step.ts`,
    text: "throw refuse('returned nothing: return the ask, or `ask.nothing`');",
    replacement: 'return undefined;',
    test: {
      file: CALLS_TEST,
      title: 'fails the call, naming the method and the cure to the log, and nothing runs',
    },
  },
  {
    id: 'M4',
    what: 'the yes is what hosts preselect',
    file: `${ASKS}confirm.ts`,
    text: 'enum: [NO, YES]',
    replacement: 'enum: [YES, NO]',
    test: {
      file: `${CORE_TEST}asks/confirm.test.ts`,
      title: 'is a form of one required choice: the harmless one first, and no default',
    },
  },
  {
    id: 'M4',
    what: 'a no is only an answer that does not fit',
    file: `${ASKS}confirm.ts`,
    text: 'type === undefined && chosen(content) === NO',
    replacement: 'false',
    test: {
      file: CALLS_TEST,
      title:
        'that is answered no ends the call as a decline does: the event, the words, and no effect',
    },
  },
  {
    id: 'M4',
    what: 'what does not say no says yes',
    file: `${ASKS}confirm.ts`,
    text: 'chosen(content) === yes',
    replacement: 'chosen(content) !== NO',
    test: {
      file: CALLS_TEST,
      title: 'is not given by %s: it is put again, unchanged and with nothing filled in',
    },
  },
  {
    id: 'M4',
    what: 'a confirmation is answered before it is put',
    file: `${ROUNDS}ask-step.ts`,
    text: 'if (step.presupplied && question.saysNo)',
    replacement: 'if (question.saysNo === null)',
    test: {
      file: `${CORE_TEST}rounds/ask-step.test.ts`,
      title: 'is no confirmation where the step is presupplied, in an ask.all neither',
    },
  },
];
