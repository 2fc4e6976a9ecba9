import { askUrl } from '../asks/ask-url.js';
import { lacking, needsOf, wireFor } from '../asks/capabilities.js';
import type { WireAsk } from '../asks/question.js';
import { classify, responsesOf } from '../asks/responses.js';
import { spelledOut } from '../asks/sample-params.js';
import { takenSample } from '../asks/sampled.js';
import { explained } from '../blueprint/assignments.js';
import type { Blueprint } from '../blueprint/blueprint.js';
import { digestJson, fingerprint } from '../digest.js';
import { isRecord, type Json, type JsonObject, only, own } from '../json.js';
import { MAX_ANSWERS, MAX_ROUNDS_IN_ALL } from '../limits.js';
import { throughJson } from '../strict-json.js';
import { type Wording, wordsOf } from '../text.js';
import { roundedNumber } from '../whole-numbers.js';
import type { CallContext } from './context.js';
import { ContextView } from './context-view.js';
import type { RoundDeps } from './deps.js';
import type { Journal, OpenAsk } from './journal.js';
import { type RoundOutcome, unsupported } from './outcome.js';
import { recorder } from './reads.js';
import { entering } from './watch.js';

const METHODS: ReadonlySet<unknown> = new Set<WireAsk['method']>([
  'elicitation/create',
  'sampling/createMessage',
  'roots/list',
]);

/**
 * Runs one round of a hand-written handler: a class without steps, whose `run` may return `inputRequired({...})`. Its
 * state is sealed like any other, together with the keys it asked for, so a forged first answer reaches nobody.
 */
export async function runManual(
  blueprint: Blueprint,
  journal: Journal,
  responses: unknown,
  deps: RoundDeps,
): Promise<RoundOutcome> {
  const answers: Record<string, unknown> = Object.create(null);
  for (const [key, answer] of responsesOf(responses)) {
    if (!Object.hasOwn(journal.open, key)) continue;
    // As the SDK sets a malformed answer aside: it came, and there is nothing to read in it.
    const readable = roundedNumber(answer) === undefined;
    answers[key] = readable ? answer : null;
    deps.emit({ type: readable ? 'answer.taken' : 'answer.invalid', step: key });
  }
  const minted = new Map<string, Json | undefined>();
  const reading = recorder({
    className: blueprint.className,
    self: undefined,
    steps: [],
    helpers: blueprint.helpers,
    settled: () => undefined,
  });
  const { run: body } = deps.instance as { run(): unknown };
  let value: unknown;
  try {
    deps.asksKnown();
    const context = manualContext(journal, answers, minted, deps);
    const { className } = blueprint;
    const [member, kind] = ['run', 'run'] as const;
    // Only what it returns tells whether it asks.
    const at = deps.watch && { className, member, kind, context, settled: true };
    value = await entering(deps, at, body, [deps.input, reading.answers, context]);
  } catch (error) {
    return {
      kind: 'failed',
      where: 'run',
      error: reading.misread ?? explained(error, deps.instance),
    };
  } finally {
    reading.close();
  }
  if (reading.misread) return { kind: 'failed', where: 'run', error: reading.misread };
  if (!isRecord(value) || own(value, 'resultType') !== 'input_required')
    return { kind: 'completed', value };
  try {
    return asking(blueprint, journal, value, answers, minted, deps);
  } catch (error) {
    return { kind: 'failed', where: 'run', error };
  }
}

function manualContext(
  journal: Journal,
  answers: Readonly<Record<string, unknown>>,
  minted: Map<string, Json | undefined>,
  deps: RoundDeps,
): CallContext {
  return new ContextView(deps.context, {
    inputResponses: answers,
    requestState: () => journal.payload,
    mintRequestState: (payload) => {
      const json = throughJson(payload);
      const text = JSON.stringify(json) ?? '';
      minted.set(text, json);
      return text;
    },
    idempotencyKey: () => digestJson({ flow: journal.flow, ...soFar(journal, answers) }),
  });
}

/** What the call has come to: all rounds before, what the last one asked and was answered, and what it handed on. */
const soFar = ({ past, open, payload }: Journal, answers: Readonly<Record<string, unknown>>) => ({
  past: past ?? null,
  asked: Object.fromEntries(Object.entries(open).map(([key, { ask }]) => [key, ask])),
  answers: Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [key, takenBy(open[key], answer)]),
  ),
  payload: payload === undefined ? [] : [payload],
});

/** What counts of an answer, and not what came beside it (C31). The handler itself gets all of it. */
function takenBy(open: OpenAsk | undefined, answer: unknown): Json {
  const kind = isRecord(answer) && Array.isArray(answer.roots) ? 'roots' : 'sample';
  const said = classify(
    isRecord(answer) && Object.hasOwn(answer, 'action') ? 'form' : kind,
    answer,
  );
  if (said.kind === 'misfit') return JSON.parse(JSON.stringify(answer) ?? 'null') as Json;
  if (said.kind !== 'accept') return said.kind;
  if (isRecord(said.content) && 'role' in said.content) return takenSample(said.content as Json);
  if (open?.fields === undefined) return said.content;
  return only(said.content, Object.fromEntries(open.fields.map((name) => [name, true])));
}

/** The fields that a question asks for; `undefined` where it does not say. */
function fieldsOf({ method, params }: WireAsk): Pick<OpenAsk, 'fields'> {
  if (method !== 'elicitation/create') return {};
  if (params.mode === 'url') return { fields: [] };
  const { properties } = params.requestedSchema as JsonObject;
  const fields = isRecord(properties) ? Object.keys(properties) : [];
  return fields.length > 0 ? { fields } : {};
}

/** Turns what `inputRequired({...})` made into asks, checked like any other: capabilities (R7) and bounds (R9). */
function asking(
  blueprint: Blueprint,
  journal: Journal,
  value: Record<string, unknown>,
  answers: Readonly<Record<string, unknown>>,
  minted: ReadonlyMap<string, Json | undefined>,
  deps: RoundDeps,
): RoundOutcome {
  const refuse = (problem: string): RoundOutcome => ({
    kind: 'failed',
    where: 'run',
    error: new TypeError(`${blueprint.className}.run: ${problem}`),
  });
  const asks = new Map<string, WireAsk>();
  const open: Record<string, OpenAsk> = Object.create(null);
  const missing = new Map<string, JsonObject>();
  for (const [key, request] of Object.entries(own(value, 'inputRequests') ?? {})) {
    const ask = wireAsk(request);
    if (typeof ask === 'string') return refuse(`inputRequests.${key}: ${ask}`);
    asks.set(key, wireFor(ask, deps.capabilities));
    open[key] = { ask: fingerprint([ask.method, ask.params]), reads: {}, ...fieldsOf(ask) };
    const lacks = lacking(needsOf(ask), deps.capabilities);
    if (lacks) missing.set(key, lacks);
  }
  if (asks.size > MAX_ANSWERS)
    return refuse(`${asks.size} inputRequests, and a request may answer ${MAX_ANSWERS}`);
  const state = own(value, 'requestState');
  if (state !== undefined && typeof state !== 'string')
    return refuse('requestState must be a string, as ctx.mintRequestState returns it');
  if (asks.size === 0 && state === undefined)
    return refuse('inputRequired needs inputRequests, a requestState, or both');
  if (missing.size > 0) return unsupported(missing);

  const settledAny = Object.keys(answers).length > 0;
  const idle = settledAny ? journal.idle : journal.idle + 1;
  const [step] = asks.keys();
  const named = step === undefined ? {} : { step };
  if (idle > deps.maxRounds || journal.rounds >= MAX_ROUNDS_IN_ALL)
    return { kind: 'exhausted', limit: 'rounds', ...named };
  if (deps.now() >= journal.deadline) return { kind: 'exhausted', limit: 'deadline', ...named };
  const payload = state === undefined ? undefined : minted.has(state) ? minted.get(state) : state;
  const { payload: _, past: before, ...flow } = journal;
  // A question that was only put again leads to the same call.
  const stateOnly = journal.rounds > 0 && Object.keys(journal.open).length === 0;
  const past = settledAny || stateOnly ? fingerprint(soFar(journal, answers)) : before;
  const tickets = deps.tickets?.();
  const next: Journal = {
    ...flow,
    idle,
    rounds: journal.rounds + 1,
    open,
    ...(tickets !== undefined && { tickets }),
    ...(past !== undefined && { past }),
    ...(payload !== undefined && { payload }),
  };
  const { inputRequests: _requests, requestState: _state, resultType: _type, ...others } = value;
  const extra = Object.keys(others).length > 0 ? { extra: throughJson(others) as JsonObject } : {};
  return asks.size > 0
    ? { kind: 'asking', asks, journal: next, ...extra }
    : { kind: 'again', afterMs: undefined, steps: [], journal: next, ...extra };
}

/** A request that a client can be asked to answer; or what is wrong with it, for the author. */
function wireAsk(request: unknown): WireAsk | string {
  if (!isRecord(request) || !METHODS.has(request.method))
    return 'is no request that a client can be asked to answer';
  const method = request.method as WireAsk['method'];
  const given = isRecord(request.params) ? request.params : {};
  const params = throughJson(given) as JsonObject;
  if (method === 'sampling/createMessage') {
    if (!Array.isArray(given.messages)) return 'messages must be a list';
    return { method, params: { ...params, ...spelledOut(given) } };
  }
  if (method === 'roots/list') return { method, params };
  if (typeof params.message !== 'string') return 'message must be text';
  const message = wordsOf(given.message, 'the message');
  if (params.mode !== 'url')
    return isRecord(params.requestedSchema)
      ? { method, params: { ...params, message } }
      : 'requestedSchema must be an object';
  if (typeof params.url !== 'string') return 'url must be text';
  return { method, params: { ...params, message, url: askUrl(given.url as Wording) } };
}
