// @ts-check
// Each breaks one rule of docs/cases.md, and names the test that has to notice. Keep the texts short, and of what the rule hangs on.

/** @import { Mutation } from './mutate.mjs' */

import { ASKING } from './asks.mjs';
import { CLIENTS } from './clients.mjs';
import { COMPONENTS } from './components.mjs';
import { DATA } from './data.mjs';
import { ENGINE } from './engine.mjs';
import { MISTAKES } from './mistakes.mjs';
import { SCHEMAS } from './schemas.mjs';
import { TESTS } from './testing.mjs';

const ROUNDS = 'packages/core/src/rounds/';
const STATE = 'packages/core/src/state/';
const SERVING = 'packages/core/src/serving/';
const ASKS = 'packages/core/src/asks/';
const SCHEMA = 'packages/core/src/schema/';
const SHIM = 'packages/shim-legacy/src/';
const CORE_TEST = 'packages/core/test/';
const SHIM_TEST = 'packages/shim-legacy/test/';

/** @type {readonly Mutation[]} */
export const MUTATIONS = [
  {
    id: 'B01',
    what: 'an interim result loses its members on the way out',
    file: `${ROUNDS}manual.ts`,
    text: 'const extra = Object.keys(others).length > 0',
    replacement: 'const extra = Object.keys(others).length > 99',
    test: { file: `${CORE_TEST}rounds/manual.test.ts`, title: 'passes an interim result on whole' },
  },
  {
    id: 'B01',
    what: 'an interim result that run returns passes for a finished one',
    file: `${SERVING}results/completed.ts`,
    text: "value.resultType === 'input_required' &&",
    replacement: 'value.resultType === null &&',
    test: {
      file: `${CORE_TEST}serving/results/completed.test.ts`,
      title: 'is the author’s error where it is no JSON, or would be taken for something else',
    },
  },
  {
    id: 'B01',
    what: 'a middleware turns a question into a finished call',
    file: `${SERVING}calls/middleware.ts`,
    text: "if (outcome.kind !== 'completed')\n    return misused(",
    replacement: "if (outcome.kind === 'failed')\n    return misused(",
    test: {
      file: `${CORE_TEST}serving/calls/middleware.test.ts`,
      title: 'that %s never turns a question into anything: the call fails, and nothing is done',
    },
  },
  {
    id: 'B02',
    what: 'a wait that the author’s catch swallows is forgotten',
    file: `${ROUNDS}reads.ts`,
    text: 'if (!closed) recording.missing ??= step;',
    replacement: '',
    test: {
      file: `${CORE_TEST}rounds/round.test.ts`,
      title: "waits although the author's catch hides that the answer is not there",
    },
  },
  {
    id: 'B02',
    what: 'what another copy of the package made is not known',
    file: `${ASKS}again.ts`,
    text: "Symbol.for('countersign.again')",
    replacement: "Symbol('countersign.again')",
    test: {
      file: `${CORE_TEST}authoring/two-copies.test.ts`,
      title: 'asks, waits, finishes and fails as one of this copy',
    },
  },
  {
    id: 'B03',
    what: 'a compute runs again in every round',
    file: `${ROUNDS}compute-step.ts`,
    text: 'if (record && !record.carry) {',
    replacement: 'if (record && record.version < 0) {',
    test: {
      file: `${CORE_TEST}rounds/round.test.ts`,
      title: 'runs once in a flow, and again only for a state that does not hold it',
    },
  },
  {
    id: 'B03',
    what: 'the body runs while questions are open',
    file: `${ROUNDS}round.ts`,
    text: 'if (round.asks.size > 0 || again.length > 0) return goOn(round, again);',
    replacement: 'if (round.asks.size > 0) return run(round);',
    test: { file: `${CORE_TEST}rounds/round.test.ts`, title: 'asks first and runs on the answer' },
  },
  {
    id: 'B04',
    what: 'the answer of an earlier round is not carried',
    file: `${ROUNDS}ask-step.ts`,
    text: 'if (reading.ok) return keep(round, key, { ...entry, reads: kept }, {',
    replacement:
      'if (reading.ok && round.journal.rounds === 0) return keep(round, key, { ...entry, reads: kept }, {',
    test: {
      file: `${CORE_TEST}serving/calls/second-question.test.ts`,
      title:
        'is put with what the first was answered, which travels in the state: three requests in all',
    },
  },
  {
    id: 'B05',
    what: 'misfits are asked again without end',
    file: `${ROUNDS}answer.ts`,
    text: 'const left = attempt < attempts.limit;',
    replacement: 'const left = attempt < Number.POSITIVE_INFINITY;',
    test: {
      file: `${SHIM_TEST}modes/asking.test.ts`,
      title:
        'an accept of nothing, however often, ends the call at the last attempt, naming the field',
    },
  },
  {
    id: 'B06',
    what: 'a retry without the answer is an error',
    file: `${ROUNDS}answer.ts`,
    text: "if (response === undefined) return unansweredSettles ? { taken: { outcome: 'missing' }, used: false } : { used: false };",
    replacement: "if (response === undefined) throw new TypeError('no answer');",
    test: {
      file: `${CORE_TEST}serving/bad-input.test.ts`,
      title: 'asks again for answers that are no map, malformed, or under a prototype',
    },
  },
  {
    id: 'B07',
    what: 'a first request answers a question that was never asked',
    file: `${ROUNDS}ask-step.ts`,
    text: 'round.journal.rounds === 0 && step.presupplied &&',
    replacement: 'round.journal.rounds === 0 &&',
    test: {
      file: `${CORE_TEST}rounds/round.test.ts`,
      title: 'ignores answers that come with no state',
    },
  },
  {
    id: 'B07',
    what: 'a hand-written handler is given answers that it never asked for',
    file: `${ROUNDS}manual.ts`,
    text: 'if (!Object.hasOwn(journal.open, key)) continue;',
    replacement: '',
    test: {
      file: `${CORE_TEST}rounds/manual.test.ts`,
      title: 'takes no answer that comes with no state: a forged first answer reaches nobody',
    },
  },
  {
    id: 'B08',
    what: 'a state-only result has an empty inputRequests',
    file: `${SERVING}results/results.ts`,
    text: 'return { result: { ...outcome.extra, ...interim(outcome.state) } };',
    replacement:
      'return { result: { ...outcome.extra, ...interim(outcome.state), inputRequests: {} } };',
    test: {
      file: `${CORE_TEST}serving/lifecycle.test.ts`,
      title: 'keeps the answer on the server, no longer than holdMs, and seals afterwards',
    },
  },
  {
    id: 'B09',
    what: 'state-only rounds of a 2025 call are not paced',
    file: `${SHIM}drive.ts`,
    text: 'await keepingAlive(clock.sleep(wait, call.signal));',
    replacement: '',
    test: {
      file: `${SHIM_TEST}drive.test.ts`,
      title: 'are entered again with the state and no answers, after the pace',
    },
  },
  {
    id: 'B09',
    what: 'an answer that was held past the deadline of its flow goes on',
    file: `${SERVING}results/conclude.ts`,
    text: 'if (clock.now() >= flow.deadline) {',
    replacement: 'if (flow.deadline < 0) {',
    test: {
      file: `${SHIM_TEST}modes/waiting.test.ts`,
      title: 'ends the call when a hold meets the deadline, naming the step, over %s',
    },
  },
  {
    id: 'B11',
    what: 'an answer that is no object reaches the code behind',
    file: `${ASKS}responses.ts`,
    text: "if (!isRecord(raw)) return misfit('The answer is not an object.');",
    replacement: '',
    test: {
      file: `${CORE_TEST}asks/responses.test.ts`,
      title: 'takes %j under a form for a misfit (R5)',
    },
  },
  {
    id: 'B13',
    what: 'an interim result does not say what it is',
    file: `${SERVING}results/results.ts`,
    text: "({ resultType: 'input_required', requestState })",
    replacement: '({ requestState })',
    test: {
      file: `${CORE_TEST}serving/calls/second-question.test.ts`,
      title:
        'says what it is, and has neither content nor anything that was sent without being asked',
    },
  },
  {
    id: 'B14',
    what: 'an output schema is not enforced',
    file: `${SERVING}results/completed.ts`,
    text: 'if (read.ok) {\n    const json =',
    replacement: 'if (read.ok !== undefined) {\n    const json =',
    test: {
      file: `${CORE_TEST}serving/results/completed.test.ts`,
      title: 'is structured content and its JSON when the tool has an output schema',
    },
  },
  {
    id: 'B16',
    what: 'a tag is compared only as far as it goes',
    file: `${STATE}bytes.ts`,
    text: 'if (a.length !== b.length) return false;',
    replacement: '',
    test: {
      file: `${CORE_TEST}state/bytes.test.ts`,
      title: 'compares whole byte strings: no prefix, no other length, no single bit passes',
    },
  },
  {
    id: 'B16',
    what: 'one state has several spellings',
    file: `${STATE}base64url.ts`,
    text: "return bytes.toString('base64url') === text ? bytes : undefined;",
    replacement: 'return bytes;',
    test: { file: `${CORE_TEST}state/base64url.test.ts`, title: 'refuses %s' },
  },
  {
    id: 'B18',
    what: 'a minute of skew is allowed that nobody asked for',
    file: `${STATE}guard.ts`,
    text: 'lastMoment(claims) + skewMs',
    replacement: 'lastMoment(claims) + 60_000 + skewMs',
    test: {
      file: `${CORE_TEST}state/guard.test.ts`,
      title: 'allows no skew unless told, and then exactly that',
    },
  },
  {
    id: 'B19',
    what: 'a state that fails counts as none',
    file: `${SERVING}calls/dispatch.ts`,
    text: 'return rejected(STATE_ERROR);',
    replacement: 'return admitted({ ...request, state: undefined }, found, report, know);',
    test: {
      file: `${CORE_TEST}serving/calls/not-a-yes.test.ts`,
      title: 'is refused also where an answer may come without state: a failing one is not none',
    },
  },
  {
    id: 'B20',
    what: 'only the newest key opens',
    file: 'packages/codec-aead/src/aead-codec.ts',
    text: 'const key = ring.find((one) => equalBytes(one.id, id));',
    replacement: 'const key = [first].find((one) => equalBytes(one.id, id));',
    test: {
      file: 'packages/codec-aead/test/layout.test.ts',
      title: 'are refused under the key id of another key of the ring',
    },
  },
  {
    id: 'B21',
    what: 'a key that dies with the process is served with, wherever',
    file: `${SERVING}options/safety.ts`,
    text: 'if (!local && settings.options.state?.ephemeral !== true) {',
    replacement: 'if (!local && settings === undefined) {',
    test: {
      file: `${CORE_TEST}serving/options/options.test.ts`,
      title:
        'serves no further than loopback with a key that dies with the process, unless told so',
    },
  },
  {
    id: 'B22',
    what: 'a state opens for anybody',
    file: `${STATE}guard.ts`,
    text: "if (claims.p !== principalHash(principal, claims.j.flow)) return refused('principal');",
    replacement: '',
    test: { file: `${CORE_TEST}serving/auth/auth.test.ts`, title: 'binds state to who calls' },
  },
  {
    id: 'B22',
    what: 'a caller who could not be named is anonymous',
    file: `${SERVING}auth/auth.ts`,
    text: 'failed(error);\n    return undefined;',
    replacement: 'failed(error);\n    return ANONYMOUS_PRINCIPAL;',
    test: {
      file: `${CORE_TEST}serving/auth/auth.test.ts`,
      title: 'lets a resolver override, and refuses when it throws or names nobody',
    },
  },
  {
    id: 'B24',
    what: 'absent arguments are another call than empty ones',
    file: `${STATE}request-digest.ts`,
    text: 'args === undefined ? {} : args',
    replacement: 'args === undefined ? null : args',
    test: {
      file: `${CORE_TEST}state/request-digest.test.ts`,
      title: 'takes absent arguments for none',
    },
  },
  {
    id: 'B29',
    what: 'any answer on a claimed flow gets the result',
    file: `${SERVING}once/single-use.ts`,
    text: 'return claim.request === this.#request || claim.answers === answers();',
    replacement: 'return answers() !== claim.request;',
    test: {
      file: `${CORE_TEST}serving/once/once.test.ts`,
      title: 'refuses another answer on the same flow, and asks nothing more on it',
    },
  },
  {
    id: 'B29',
    what: 'a claimed flow goes on asking',
    file: `${SERVING}once/single-use.ts`,
    text: 'return this.#seen === undefined ? conclude(outcome) : this.#redeemed();',
    replacement: 'return conclude(outcome);',
    test: {
      file: `${CORE_TEST}serving/once/once.test.ts`,
      title: 'refuses another answer on the same flow, and asks nothing more on it',
    },
  },
  {
    id: 'B29',
    what: 'a first request runs at once',
    file: `${ROUNDS}round.ts`,
    text: 'if (gate && round.journal.rounds === 0) return goOn(round, []);',
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/once/once.test.ts`,
      title: 'never runs it, nor what is computed last: %s',
    },
  },
  {
    id: 'B29',
    what: 'a refusal claims nothing',
    file: `${ROUNDS}round.ts`,
    text: 'return (await entered()) ? refusal : WITHHELD;',
    replacement: 'return refusal;',
    test: {
      file: `${CORE_TEST}serving/once/once.test.ts`,
      title: 'is a refusal like any other: declined once, it is declined for good',
    },
  },
  {
    id: 'B30',
    what: 'a caller that leaves aborts what it paid for',
    file: `${SERVING}once/single-use.ts`,
    text: "this.#about.request.signal.removeEventListener('abort', this);\n    if (this.signal.aborted)",
    replacement: 'if (this.signal.aborted)',
    test: {
      file: `${CORE_TEST}serving/once/once.test.ts`,
      title: 'that leaves after the claim aborts nothing: the result is kept for its next request',
    },
  },
  {
    id: 'B30',
    what: 'a kept result of another flow is given',
    file: `${SERVING}once/kept-result.ts`,
    text: 'a === audience && f === flow && isRecord(o)',
    replacement: 'isRecord(o)',
    test: {
      file: `${CORE_TEST}serving/once/refusals.test.ts`,
      title: 'is believed only when its seal is whole and its flow the right one',
    },
  },
  {
    id: 'B31',
    what: 'states are sealed under one nonce',
    file: 'packages/codec-aead/src/aead-codec.ts',
    text: 'const nonce = nextNonce();',
    replacement: 'const nonce = new Uint8Array(NONCE_BYTES);',
    test: {
      file: 'packages/codec-aead/test/layout.test.ts',
      title: 'have no block in common with another seal of the same text, but the key id',
    },
  },
  {
    id: 'B31',
    what: 'a readable codec may show what was computed',
    file: `${SERVING}options/safety.ts`,
    text: "if (step.kind === 'compute' && !step.readable) {",
    replacement: "if (step.kind === 'compute' && step.readable === undefined) {",
    test: {
      file: `${CORE_TEST}serving/options/options.test.ts`,
      title: 'lets a readable codec show computes only where the step says so',
    },
  },
  {
    id: 'B32',
    what: 'a body of any size is read',
    file: `${SERVING}http/http.ts`,
    text: 'if (read.tooLarge) return rpcError(413',
    replacement: 'if (limit === 0) return rpcError(413',
    test: {
      file: `${CORE_TEST}serving/bad-input.test.ts`,
      title: 'answers bad JSON, a wrong content type and a body too large in JSON-RPC shape',
    },
  },
  {
    id: 'B32',
    what: 'a journal of any size is sealed',
    file: `${ROUNDS}fit.ts`,
    text: 'if (bytes <= round.deps.maxJournalBytes) return journal;',
    replacement: 'if (bytes > 0) return journal;',
    test: {
      file: `${CORE_TEST}serving/lifecycle.test.ts`,
      title: 'asks again for an answer that would not fit, and takes one that does',
    },
  },
  {
    id: 'B34',
    what: 'a refusal with content is taken for an answer',
    file: `${ASKS}responses.ts`,
    text: "if (action === 'decline' || action === 'cancel') return { kind: action };",
    replacement:
      "const left = own(raw, 'content');\n  if (action === 'decline' || action === 'cancel') return isRecord(left) ? { kind: 'accept', content: left as JsonObject } : { kind: action };",
    test: {
      file: `${CORE_TEST}serving/calls/not-a-yes.test.ts`,
      title: '%s does not enter the body of a tool that must have an answer',
    },
  },
  {
    id: 'B36',
    what: 'a refusal reaches the body as a truthy answer',
    file: `${ROUNDS}answer.ts`,
    text: "throw new Ended({ kind: 'refused', step: key, action: answer.kind });",
    replacement: "return { taken: { outcome: 'declined', value: { ...answer } }, used: true };",
    test: {
      file: `${CORE_TEST}serving/calls/not-a-yes.test.ts`,
      title: '%s does not enter the body of a tool that must have an answer',
    },
  },
  {
    id: 'B36',
    what: 'a refused optional question has a truthy value',
    file: `${ROUNDS}answer.ts`,
    text: "if (question.optional) return { taken: { outcome: answer.kind === 'decline' ? 'declined' : 'cancelled' }, used: true };",
    replacement:
      "if (question.optional) return { taken: { outcome: 'declined', value: { ...answer } }, used: true };",
    test: {
      file: `${CORE_TEST}serving/calls/not-a-yes.test.ts`,
      title: '%s is undefined where the answer is optional',
    },
  },
  {
    id: 'B37',
    what: 'a client that cannot be asked is not asked, and the body runs',
    file: `${ROUNDS}ask-step.ts`,
    text: "if (missing && question.optional) return { outcome: 'unsupported' };",
    replacement: "if (missing) return { outcome: 'unsupported', value: { confirm: true } };",
    test: {
      file: `${CORE_TEST}serving/bad-input.test.ts`,
      title: 'gets -32021 with HTTP 400 and what it lacks',
    },
  },
  {
    id: 'B37',
    what: 'a question that brought no answer counts as one that was accepted',
    file: `${SHIM}legs.ts`,
    text: "      case 'lost':\n        return { end: because ?? 'disconnected' };",
    replacement:
      "      case 'lost':\n        return { end: 'answered', answer: { action: 'accept', content: { confirm: true } } };",
    test: {
      file: `${SHIM_TEST}modes/endings.test.ts`,
      title: 'a question whose connection is lost ends with it, and nothing runs',
    },
  },
  {
    id: 'B38',
    what: 'a question that timed out is told as a dismissal',
    file: `${SHIM}surfacing.ts`,
    text: 'return host.fail(call, asked.failure);',
    replacement:
      "return host.answer(call, { kind: 'refused', step: asked.failure.step ?? '', action: 'cancel' });",
    test: {
      file: `${SHIM_TEST}streams.test.ts`,
      title:
        'that times out is withdrawn on the stream of its call, which ends in the words for it',
    },
  },
  {
    id: 'B39',
    what: 'words that are nearly accept are taken for it',
    file: `${ASKS}responses.ts`,
    text: "if (action !== 'accept') {",
    replacement: 'if (!/^(accept|approve)$/i.test(String(action))) {',
    test: {
      file: `${CORE_TEST}asks/responses.test.ts`,
      title: 'takes the action %j for a misfit, never for a yes (R6)',
    },
  },
  {
    id: 'B42',
    what: 'a form may coerce: "false" becomes true',
    file: `${SCHEMA}form-field.ts`,
    text: 'if (coerce === true) {',
    replacement: 'if (coerce === null) {',
    test: { file: `${CORE_TEST}schema/form.test.ts`, title: 'refuses %s, naming the field' },
  },
  {
    id: 'B43',
    what: 'a default from a clock makes another question of every round',
    file: `${SCHEMA}zod-form.ts`,
    text: "refuseUnsteady(properties, narrow(zodFields, convert(schema, 'input', where, 'form')));",
    replacement: '',
    test: {
      file: `${CORE_TEST}schema/form.test.ts`,
      title: 'refuses a default that differs between two conversions',
    },
  },
  {
    id: 'B44',
    what: 'what a client sends along with its consent to a page counts as what happened there',
    file: `${ASKS}responses.ts`,
    text: "if (kind === 'url') return { kind: 'accept', content: {} };",
    replacement: '',
    test: {
      file: `${CORE_TEST}asks/responses.test.ts`,
      title: 'takes an accepted URL as consent, without content',
    },
  },
  {
    id: 'B45',
    what: 'the pattern that zod adds beside a format is refused',
    file: `${SCHEMA}told-checks.ts`,
    text: 'it === undefined || known.has(it as string)',
    replacement: 'it === undefined',
    test: { file: `${CORE_TEST}schema/form.test.ts`, title: 'writes %s with listed keywords only' },
  },
  {
    id: 'B46',
    what: 'a form is converted as what comes out of it',
    file: `${SCHEMA}zod-form.ts`,
    text: "const json = convert(schema, 'input', where, 'form');",
    replacement: "const json = convert(schema, 'output', where, 'form');",
    test: {
      file: `${CORE_TEST}schema/form.test.ts`,
      title: 'shows %s, makes the field optional, and fills it in on accept',
    },
  },
  {
    id: 'B47',
    what: 'a type without a JSON form is listed as anything',
    file: `${SCHEMA}survey.ts`,
    text: 'if (isBad)',
    replacement: 'if (false)',
    test: {
      file: `${CORE_TEST}serving/start.test.ts`,
      title:
        'refuses one tool with %s among nine good ones, naming class and field, so that no list can fail',
    },
  },
  {
    id: 'B49',
    what: 'titled choices have no type',
    file: `${SCHEMA}form-field.ts`,
    text: "      ...kept,\n      type: 'string',",
    replacement: '      ...kept,\n      type: undefined,',
    test: { file: `${CORE_TEST}schema/form.test.ts`, title: 'writes %s in one of the four shapes' },
  },
  {
    id: 'B51',
    what: 'a raw schema of another dialect is listed',
    file: `${SCHEMA}convert.ts`,
    text: "if (dialect !== undefined && (typeof dialect !== 'string' || dialect.replace(/#$/, '') !== DIALECT)) {",
    replacement: "if (dialect !== undefined && typeof dialect !== 'string') {",
    test: {
      file: `${CORE_TEST}schema/input.test.ts`,
      title: 'refuses another dialect, and a raw schema that does not compile',
    },
  },
  {
    id: 'B54',
    what: 'the client’s own error ends the call',
    file: `${SERVING}protocol/protocol-server.ts`,
    text: "return error instanceof ProtocolError ? { kind: 'refused', code: error.code } : { kind: 'lost' };",
    replacement: 'throw error;',
    test: {
      file: `${SHIM_TEST}streams.test.ts`,
      title: 'that the client answers by error %i was refused by the client, not by the user',
    },
  },
  {
    id: 'B55',
    what: 'something is sent before the -32021',
    file: `${SERVING}calls/dispatch.ts`,
    text: "if (concluded.kind !== 'unsupported') held.release();",
    replacement: 'held.release();',
    test: {
      file: `${CORE_TEST}serving/bad-input.test.ts`,
      title: 'is sent nothing before the -32021, so that it can be an HTTP 400',
    },
  },
  {
    id: 'B56',
    what: 'people are sent to plain http, wherever it is',
    file: `${ASKS}ask-url.ts`,
    text: "if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname))",
    replacement: "if (parsed.protocol === 'gopher:' && !isLoopback(parsed.hostname))",
    test: { file: `${CORE_TEST}asks/ask.test.ts`, title: 'refuses %s without repeating it' },
  },
  {
    id: 'B56',
    what: 'a 2025 client gets a page without an id',
    file: `${SHIM}legs.ts`,
    text: "return { method, params: { ...params, elicitationId: Buffer.from(random(16)).toString('base64url') } };",
    replacement: 'return { method, params };',
    test: { file: `${SHIM_TEST}legs.test.ts`, title: 'a URL question has an id, and no other has' },
  },
  {
    id: 'B56',
    what: 'a ticket opens for anybody',
    file: `${STATE}ticket.ts`,
    text: "if (claims.u !== presenter(user, claims.f)) return refused('principal');",
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/calls/tickets.test.ts`,
      title: 'is refused to a stranger who follows the link, and the operator is told',
    },
  },
  {
    id: 'B56',
    what: 'a ticket outlives its flow',
    file: `${STATE}ticket.ts`,
    text: "if (!(now() < claims.e + skewMs)) return refused('expired');",
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/calls/tickets.test.ts`,
      title: 'opens for as long as its flow, and no longer',
    },
  },
  {
    id: 'B56',
    what: 'a ticket opens as a state',
    file: `${STATE}framing.ts`,
    text: "ticket: aad('ticket')",
    replacement: "ticket: aad('state')",
    test: {
      file: `${CORE_TEST}state/ticket.test.ts`,
      title: 'does not open as a state, nor a state as a ticket',
    },
  },
  {
    id: 'B56',
    what: 'a link is another one in each round, and its question too',
    file: `${ROUNDS}tickets.ts`,
    text: 'if (held !== undefined && Object.hasOwn(held, step)) return held[step] as string;',
    replacement: '',
    test: {
      file: `${CORE_TEST}serving/calls/tickets.test.ts`,
      title: 'is the same in every round, so that the answer to the question that shows it counts',
    },
  },
  {
    id: 'B57',
    what: 'tools are sent to a model whose client did not declare them',
    file: `${ASKS}capabilities.ts`,
    text: "'tools' in params || 'toolChoice' in params ? { tools: {} } : {}",
    replacement: '{}',
    test: {
      file: `${CORE_TEST}asks/ask.test.ts`,
      title: 'needs sampling.tools for tools and for toolChoice',
    },
  },
  {
    id: 'B59',
    what: 'a question leaves on whatever stream there is',
    file: `${SERVING}protocol/protocol-server.ts`,
    text: 'send: sender(ctx, ',
    replacement:
      'send: sender({ ...ctx, mcpReq: { ...ctx.mcpReq, send: peer.server.request.bind(peer.server) } } as never, ',
    test: {
      file: `${SHIM_TEST}streams.test.ts`,
      title: 'travels on the stream of its call when the client listens nowhere else',
    },
  },
  {
    id: 'B60',
    what: 'a question is put where no answer can come back',
    file: `${SHIM}drive.ts`,
    text: 'return cannotCarry(host, call, canAsk.no, outcome);',
    replacement: 'void cannotCarry;',
    test: {
      file: `${SHIM_TEST}stateless.test.ts`,
      title: 'a question fails at once, naming the setting, and nothing runs',
    },
  },
  {
    id: 'B61',
    what: 'a step has no time-out of its own',
    file: `${SHIM}legs.ts`,
    text: 'const timeoutMs = ask.timeoutMs ?? roundTimeoutMs;',
    replacement: 'const timeoutMs = roundTimeoutMs;',
    test: {
      file: `${SHIM_TEST}legs.test.ts`,
      title: 'has the step’s own time-out where there is one',
    },
  },
  {
    id: 'B63',
    what: 'a 2026 client that leaves cancels nothing',
    file: `${SERVING}http/listen.ts`,
    text: '    if (outgoing.writableFinished) return;\n    abort();',
    replacement: '    if (outgoing.writableFinished) return;',
    test: {
      file: `${CORE_TEST}serving/lifecycle.test.ts`,
      title: 'aborts the signal of a 2026 call whose client closes the connection, and of no other',
    },
  },
  {
    id: 'B63',
    what: 'a closed stream ends the session of a 2025 client',
    file: `${SHIM}connection.ts`,
    text: 'if (sessionId === undefined) void transport.close();',
    replacement: 'void transport.close();',
    test: {
      file: `${SHIM_TEST}session-http.test.ts`,
      title: 'is not closed by a vanished stream, whose call is not cancelled, but can ask no more',
    },
  },
  {
    id: 'B66',
    what: 'all requests share one protocol object',
    file: `${SERVING}protocol/handlers.ts`,
    text: 'return createMcpHandler(factory, {',
    replacement: "const one = factory({ era: 'modern' });\n  return createMcpHandler(() => one, {",
    test: {
      file: `${SHIM_TEST}eras/crowd.test.ts`,
      title: 'with $which cross nothing over $over, and those that vanish disturb nobody',
    },
  },
  {
    id: 'B66',
    what: 'sessions share what is kept for resumption',
    file: `${SHIM}event-store.ts`,
    text: 'stream?.startsWith(prefix) ? stream.slice(prefix.length) : undefined',
    replacement: 'stream?.slice(prefix.length)',
    test: {
      file: `${SHIM_TEST}event-store.test.ts`,
      title: 'replays nothing of another session, though its stream has the same name',
    },
  },
  {
    id: 'B67',
    what: 'sessions are opened without a bound',
    file: `${SHIM}sessions.ts`,
    text: "if (this.#seats >= this.#bounds.max) return { full: 'max' };",
    replacement: '',
    test: {
      file: `${SHIM_TEST}session-http.test.ts`,
      title: 'are refused with what the bound is; none that lives is given up',
    },
  },
  {
    id: 'B68',
    what: 'whoever has the id has the session',
    file: `${SHIM}sessions.ts`,
    text: 'if (entry === undefined || entry.owner !== ownerOf(principal)) return undefined;',
    replacement: 'if (entry === undefined) return undefined;',
    test: {
      file: `${SHIM_TEST}session-http.test.ts`,
      title: 'is refused to everybody but who initialised it, as if there was none',
    },
  },
  {
    id: 'B68',
    what: 'the token of an answer needs no scopes',
    file: `${SHIM}connection.ts`,
    text: 'if (refused !== undefined) return refused;',
    replacement: '',
    test: {
      file: `${SHIM_TEST}scopes.test.ts`,
      title:
        'counts only with a token that has the scopes of the call: another gets 403, and the question stays open',
    },
  },
  {
    id: 'B68',
    what: 'an answer is not known by another spelling of its id',
    file: `${SHIM}connection.ts`,
    text: 'answered.push(Number(message.id))',
    replacement: "answered.push(typeof message.id === 'number' ? message.id : -1)",
    test: {
      file: `${SHIM_TEST}scopes.test.ts`,
      title: 'is known by every spelling of its id, and in every place of a body',
    },
  },
  {
    id: 'B68',
    what: 'what does not exist for a token takes its answers',
    file: `${SERVING}http/scopes.ts`,
    text: 'if (found === undefined) return Response.json(',
    replacement:
      'if (found === undefined) continue;\n        if (found === null) return Response.json(',
    test: {
      file: `${SHIM_TEST}scopes.test.ts`,
      title: 'is refused where the tool does not even exist for its token',
    },
  },
  {
    id: 'B70',
    what: 'the head of an answer loses what keeps proxies from holding it back',
    file: `${SERVING}http/listen.ts`,
    text: 'outgoing.writeHead(response.status, headersOf(response));',
    replacement:
      "outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'application/json' });",
    test: {
      file: `${SHIM_TEST}streams.test.ts`,
      title: 'leaves at once, with headers that keep proxies from holding it back',
    },
  },
  {
    id: 'B72',
    what: 'a 2025 request brings answers',
    file: `${SERVING}protocol/protocol-server.ts`,
    text: 'responses: retry ? answersOf(ctx) : undefined,',
    replacement: 'responses: answersOf(ctx),',
    test: {
      file: `${CORE_TEST}serving/calls/not-a-yes.test.ts`,
      title: 'is none, also for a step that takes an answer without state',
    },
  },
  {
    id: 'B73',
    what: 'a process on stdio outlives its client',
    file: `${SERVING}protocol/stdio.ts`,
    text: 'if (exit && !closed)',
    replacement: 'if (exit && closed)',
    test: {
      file: `${CORE_TEST}serving/protocol/stdio.test.ts`,
      title: 'ends the process because stdin has ended, not because the server was closed',
    },
  },
  {
    id: 'B75',
    what: 'a parameter that nothing describes is left undefined',
    file: 'packages/core/src/di/needs.ts',
    text: 'if (hasDefault) return {};',
    replacement: 'return {};',
    test: {
      file: `${CORE_TEST}di/container.test.ts`,
      title: 'refuses a parameter that nothing describes, with its position and both cures',
    },
  },
  {
    id: 'B75',
    what: 'a component whose class was renamed is named by the class alone',
    file: 'packages/core/src/metadata/shown-name.ts',
    text: "typeof own === 'string' ?",
    replacement: "typeof own === 'symbol' ?",
    test: {
      file: `${CORE_TEST}metadata/shown-name.test.ts`,
      title: 'is its own, and after it that of the component',
    },
  },
  {
    id: 'B76',
    what: 'standard decorators are taken for legacy ones',
    file: 'packages/core/src/decorators/standard.ts',
    text: "if (typeof second !== 'object' || second === null || !('kind' in second)) return;",
    replacement:
      "if (typeof second !== 'object' || second === null || !('kinds' in second)) return;",
    test: { file: `${CORE_TEST}decorators/decorators.test.ts`, title: '@%s on a class' },
  },
  {
    id: 'B77',
    what: 'a token that an import cycle left undefined is taken',
    file: 'packages/core/src/di/needs.ts',
    text: 'if (given.token === undefined) {',
    replacement: 'if (given.token === null) {',
    test: {
      file: `${CORE_TEST}di/container.test.ts`,
      title: 'refuses an undefined token with a hint about import cycles, delay and Later',
    },
  },
  {
    id: 'B77',
    what: 'a method of a delayed class runs on what stands for it',
    file: 'packages/core/src/di/stand-in.ts',
    text: 'bound.set(value, value.bind(self))',
    replacement: 'bound.set(value, value)',
    test: {
      file: `${CORE_TEST}di/stand-in.test.ts`,
      title: 'runs methods, getters and setters on the object itself, private members and all',
    },
  },
  {
    id: 'B78',
    what: 'a bundler may drop the polyfill',
    file: 'packages/core/package.json',
    text: '"./dist/index.js", "./dist/internal.js", ',
    replacement: '"./dist/internal.js", ',
    test: {
      file: `${CORE_TEST}pins/side-effects.test.ts`,
      title:
        'are declared for every file that imports something for what it does, so that no bundler drops it',
    },
  },
  {
    id: 'B80',
    what: 'two calls share the instance of a component',
    file: 'packages/core/src/di/container.ts',
    text: 'const instance = make([]);',
    replacement: 'const instance = ((target as unknown as { one?: object }).one ??= make([]));',
    test: {
      file: `${CORE_TEST}di/container.test.ts`,
      title: 'makes a component without dependencies afresh for every scope',
    },
  },
  {
    id: 'B80',
    what: 'what a call made is never disposed',
    file: `${SERVING}calls/dispatch.ts`,
    text: 'void scope.dispose();',
    replacement: '',
    test: {
      file: `${SHIM_TEST}modes/instances.test.ts`,
      title: 'each round of a call has instances of its own, which end with it and not before',
    },
  },
  ...ENGINE,
  ...SCHEMAS,
  ...ASKING,
  ...CLIENTS,
  ...COMPONENTS,
  ...DATA,
  ...TESTS,
  ...MISTAKES,
];
