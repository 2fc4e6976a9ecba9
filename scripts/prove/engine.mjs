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
    id: 'C32',
    what: 'what was thrown is looked at without care',
    file: `packages/core/src/looked-at.ts`,
    text: 'return otherwise;',
    replacement: 'throw otherwise;',
    test: {
      file: `${CORE_TEST}serving/once/untold.test.ts`,
      title: 'is kept as a failure, and repeats get it: %s',
    },
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
    id: 'C48',
    what: 'a record that leads back to its reader makes both wait',
    file: `${ROUNDS}evaluation.ts`,
    text: 'if (turned === undefined) return',
    replacement: 'return',
    test: {
      file: `${CORE_TEST}rounds/deploys.test.ts`,
      title: 'completes what a fresh call would complete, where nothing is left to ask',
    },
  },
  {
    id: 'C48',
    what: 'an answer is given up before a compute',
    file: `${ROUNDS}evaluation.ts`,
    text: "records.find((frame) => frame.step.kind === 'compute') ?? records[0]",
    replacement: 'records.at(-1)',
    test: {
      file: `${CORE_TEST}rounds/deploys.test.ts`,
      title: 'gives up a compute before an answer, wherever the round begins',
    },
  },
  {
    id: 'C49',
    what: 'a compute is not made before its readers are judged',
    file: `${ROUNDS}evaluation.ts`,
    text: 'const standing = step && (await this.evaluate(step));',
    replacement: 'const standing = this.standing(name);',
    test: {
      file: `${CORE_TEST}rounds/deploys.test.ts`,
      title: 'keeps its readers, answers included, where it comes to the same value',
    },
  },
  {
    id: 'C49',
    what: 'what another version computed goes although a job stands on it',
    file: `${ROUNDS}entries.ts`,
    text: 'stale && !wanted.has(key)',
    replacement: 'stale',
    test: {
      file: `${CORE_TEST}rounds/deploys.test.ts`,
      title: 'keeps the job that was begun on it, at once or after a question of the new version',
    },
  },
  {
    id: 'C50',
    what: 'every refusal has the key of the call',
    file: `${ROUNDS}round.ts`,
    text: 'runContext(round, outcome, () => idempotencyKey)',
    replacement: 'runContext(round, outcome)',
    test: {
      file: `${CORE_TEST}rounds/keys.test.ts`,
      title:
        'is another for another question and for another refusal, and the same for the same again',
    },
  },
  {
    id: 'C51',
    what: 'the question that is put again is that of the attempt before',
    file: `${ROUNDS}ask-step.ts`,
    text: 'if (!called.attemptRead) return question;',
    replacement: 'if (called.attemptRead || question) return question;',
    test: {
      file: `${CORE_TEST}rounds/context.test.ts`,
      title: 'is the attempt that a question may show, and whose right answer is taken (C51)',
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
  {
    id: 'C53',
    what: 'answers of a step that became a compute go without a word',
    file: `${ROUNDS}entries.ts`,
    text: "kind === 'ask' && stepOf(key) === step.name",
    replacement: "kind === 'ask' && key === step.name",
    test: {
      file: `${CORE_TEST}rounds/deploys.test.ts`,
      title: 'such as the answers to several questions of a step that becomes a compute (C53)',
    },
  },
  {
    id: 'C54',
    what: 'a handler’s key forgets earlier rounds',
    file: `${ROUNDS}manual.ts`,
    text: 'past: past ?? null,',
    replacement: 'past: null,',
    test: {
      file: `${CORE_TEST}rounds/manual-keys.test.ts`,
      title: 'tells two calls apart by an earlier round, where the handler keeps %s',
    },
  },
  {
    id: 'C55',
    what: 'the input is read before the ledger is asked',
    file: `${SERVING}calls/dispatch.ts`,
    text: 'blueprint.once && journal ? undefined : await blueprint.input(args)',
    replacement: 'await blueprint.input(args)',
    test: {
      file: `${CORE_TEST}serving/once/untold.test.ts`,
      title: 'gets its result, although what it did is what the check refuses now',
    },
  },
  {
    id: 'C56',
    what: 'the key leaves out what only another version asks',
    file: `${ROUNDS}step-context.ts`,
    text: '...settledAsks(new Map(records.all().filter(([key]) => !steps.has(stepOf(key))))),',
    replacement: '...settledAsks(new Map(records.all().filter(([key]) => steps.size < 0 && key))),',
    test: {
      file: `${CORE_TEST}rounds/keys.test.ts`,
      title: 'is the same at a version that lacks a question which an earlier round settled',
    },
  },
  {
    id: 'C57',
    what: 'only the last wording is remembered',
    file: `${ROUNDS}ask-step.ts`,
    text: 'seen.includes(from) ? seen : [...seen, from]',
    replacement: '[from]',
    test: {
      file: `${CORE_TEST}rounds/deploys.test.ts`,
      title: 'count once each, however often one comes back',
    },
  },
  {
    id: 'C57',
    what: 'readers of an answer that is too long go without a word',
    file: `${ROUNDS}fit.ts`,
    text: "round.deps.emit({ type: 'entry.dropped', step: key, because: 'reads' });",
    replacement: '',
    test: {
      file: `${CORE_TEST}rounds/deploys.test.ts`,
      title: 'such as what was made from an answer that is too long (C57)',
    },
  },
  {
    id: 'C58',
    what: 'an answer is read before it has passed through JSON',
    file: `${ROUNDS}answer.ts`,
    text: 'const sent = throughJson(content) as Json;',
    replacement: 'const sent = content;',
    test: {
      file: `${CORE_TEST}rounds/taken.test.ts`,
      title: 'is handed out in the round that takes it as in every later one: there is no -0 (C58)',
    },
  },
];
