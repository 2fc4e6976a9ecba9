// @ts-check
// Mutations of the cases that real clients brought up (C38 to C46).

/** @import { Mutation } from './mutate.mjs' */

const SCHEMA = 'packages/core/src/schema/';
const CORE_TEST = 'packages/core/test/';
const CLIENT_TEST = 'packages/shim-legacy/test/clients/';

/** @type {readonly Mutation[]} */
export const CLIENTS = [
  {
    id: 'C38',
    what: 'a blank that does not fit is a misfit',
    file: `${SCHEMA}zod-form.ts`,
    text: 'leavingBlanksOut(readingTimes(zodReader(schema), times), leavable(requestedSchema))',
    replacement: 'zodReader(schema)',
    test: {
      file: `${CLIENT_TEST}blanks.test.ts`,
      title: 'is asked once: a blank that does not fit in a field that may be left out is left out',
    },
  },
  {
    id: 'C38',
    what: 'a raw form takes a blank that does not fit for an answer',
    file: `${SCHEMA}raw-form.ts`,
    text: 'optional.has(name) && isBlank(given)',
    replacement: 'false',
    test: {
      file: `${CORE_TEST}schema/blanks.test.ts`,
      title: 'is told apart so in a raw form as well: %s',
    },
  },
  {
    id: 'C41',
    what: 'the default limit of rounds is that of the client',
    file: 'packages/core/src/limits.ts',
    text: 'maxRounds: 8,',
    replacement: 'maxRounds: 10,',
    test: {
      file: `${CLIENT_TEST}limits.test.ts`,
      title: 'is told by the server which step it was: %s',
    },
  },
  {
    id: 'C41',
    what: 'a hand-written handler at its limit names no question',
    file: 'packages/core/src/rounds/manual.ts',
    text: 'const named = step === undefined ? {} : { step };',
    replacement: 'const named = step === null ? { step } : {};',
    test: {
      file: `${CORE_TEST}rounds/manual.test.ts`,
      title: 'is bounded like every flow, and says which question it was waiting for',
    },
  },
  {
    id: 'C40',
    what: 'a missing capability is named by its first word',
    file: 'packages/core/src/asks/capabilities.ts',
    text: 'return deeper.length === 0 ? [name] : deeper.map(',
    replacement: 'return deeper.length >= 0 ? [name] : deeper.map(',
    test: {
      file: `${CLIENT_TEST}undeclared.test.ts`,
      title: 'is told which capability is missing, for which question, and how the call ended: %s',
    },
  },
  {
    id: 'C39',
    what: 'a client that has no method for an optional question ends the call',
    file: 'packages/shim-legacy/src/meaning.ts',
    text: "if (isOptional) return { kind: 'left_out', absent: Object.keys(absent) };",
    replacement: '',
    test: {
      file: `${CLIENT_TEST}refusing.test.ts`,
      title:
        'that declared what it has no handler for answers -32601: optional questions are unsupported',
    },
  },
  {
    id: 'C39',
    what: 'a rejected sampling is a failure of the client',
    file: 'packages/shim-legacy/src/meaning.ts',
    text: "code === REJECTED_SAMPLING && ask.method === 'sampling/createMessage'",
    replacement: 'code === 0 && code === REJECTED_SAMPLING',
    test: {
      file: `${CLIENT_TEST}refusing.test.ts`,
      title: 'whose person rejects sampling (-1) has declined it, as with any question',
    },
  },
  {
    id: 'C39',
    what: 'what a client cannot take any more was missed by it',
    file: 'packages/core/src/rounds/ask-step.ts',
    text: 'if ((!open && !presupplied) || untaken)',
    replacement: 'if (!open && !presupplied)',
    test: {
      file: `${CLIENT_TEST}refusing.test.ts`,
      title:
        'that declared what it has no handler for answers -32601: optional questions are unsupported',
    },
  },
  {
    id: 'C43',
    what: 'a 403 does not say what is missing',
    file: 'packages/core/src/serving/http/scopes.ts',
    text: 'insufficient(missing)',
    replacement: "insufficient(missing.map(() => '?'))",
    test: {
      file: `${CLIENT_TEST}front.test.ts`,
      title: 'is told which scopes its token lacks',
    },
  },
  {
    id: 'C43',
    what: 'a slash at the end of the URL is another path',
    file: 'packages/core/src/serving/http/http.ts',
    text: "path.endsWith('/') ? path.slice(0, -1) : path",
    replacement: 'path',
    test: {
      file: `${CLIENT_TEST}front.test.ts`,
      title: 'may write the URL with a slash at its end',
    },
  },
  {
    id: 'C43',
    what: 'a client of HTTP+SSE is told of a missing session',
    file: 'packages/shim-legacy/src/http.ts',
    text: "if (id === null && request.method === 'GET') return notAllowed(request);",
    replacement: '',
    test: {
      file: `${CLIENT_TEST}front.test.ts`,
      title: 'is told at once what is spoken here, and where: %s',
    },
  },
  {
    id: 'C43',
    what: 'an enum completes to nothing',
    file: 'packages/core/src/serving/surface/completions.ts',
    text: 'return listed(blueprint.values.get(argument), value);',
    replacement: 'return undefined;',
    test: {
      file: `${CLIENT_TEST}completing.test.ts`,
      title: 'completes what a schema lists, where no method does: %o %s',
    },
  },
  {
    id: 'C44',
    what: 'the id of a page belongs to the flow alone',
    file: 'packages/core/src/serving/results/elicitation-ids.ts',
    text: "fingerprint(['elicitation', flow, key])",
    replacement: "fingerprint(['elicitation', flow])",
    test: {
      file: `${CLIENT_TEST}pages.test.ts`,
      title:
        'the id of a page is the same in every round of its flow, and takes no part in what an answer answers',
    },
  },
  {
    id: 'C44',
    what: 'a page of 2026 has no id',
    file: 'packages/core/src/serving/results/conclude.ts',
    text: 'asks: withElicitationIds(outcome.asks, flow.id),',
    replacement: 'asks: withElicitationIds(outcome.asks, flow.id) && outcome.asks,',
    test: {
      file: `${CLIENT_TEST}pages.test.ts`,
      title: 'a page of a hand-written handler has one too',
    },
  },
  {
    id: 'C46',
    what: 'nobody is told of a list of several pages',
    file: 'packages/core/src/serving/create-server.ts',
    text: 'if (remade === undefined) warnIfPaged(settings, registry);',
    replacement: 'void warnIfPaged;',
    test: {
      file: `${CLIENT_TEST}lists.test.ts`,
      title: 'is told of once, at start: some clients read the first page only',
    },
  },
  {
    id: 'C46',
    what: 'images travel in every result',
    file: 'packages/core/src/serving/surface/surface-of.ts',
    text: 'brief: briefOf(info),',
    replacement: 'brief: briefOf(info) && info,',
    test: {
      file: `${CLIENT_TEST}lists.test.ts`,
      title: 'an image that is written out travels where it is introduced, and in no result',
    },
  },
  {
    id: 'C43',
    what: 'an older client gets content that it rejects',
    file: 'packages/core/src/serving/protocol/older-clients.ts',
    text: "if (type === 'resource_link')",
    replacement: "if (type === 'none')",
    test: {
      file: `${CLIENT_TEST}older.test.ts`,
      title: 'gets content that it knows, and text in place of what it does not',
    },
  },
  {
    id: 'C43',
    what: 'an older client is shown a text field for titled choices',
    file: 'packages/core/src/serving/protocol/protocol-server.ts',
    text: 'const { method, params } = questionFor(revision, ask);',
    replacement: 'const { method, params } = questionFor(LATEST, ask) && ask;',
    test: {
      file: `${CLIENT_TEST}older.test.ts`,
      title: 'is asked with choices as it knows them, and answers by their values',
    },
  },
];
