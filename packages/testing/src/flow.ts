import type { CountersignServer } from '@countersign/core';
import { type GivenAnswers, type GivenRoots, type GivenSample, onlyOf, refusal, wireAnswers } from './answers.js';
import { type AskView, asksOf, textOf } from './asks.js';
import { type Caller, callerOf, type PlayedCaller } from './caller.js';
import { type Duration, milliseconds } from './duration.js';
import { PlayError } from './play-error.js';
import { playRound, type Session } from './round.js';
import type { ComponentRequest } from './sdk.js';
import { flipMiddleBit } from './tamper.js';
import { entryOf, formatTranscript, stateName, type Transcript } from './transcript.js';
import { resultOf } from './verdict.js';

type Members = Readonly<Record<string, unknown>>;

/** Everything that the next request of a flow is made of. */
interface Stage {
  readonly session: Session;
  readonly server: CountersignServer;
  readonly caller: PlayedCaller | undefined;
  readonly capabilities: Members;
  readonly ahead: number;
  /** The call without the fields of a retry. */
  readonly request: ComponentRequest;
  readonly state: { readonly value: string; readonly name: string } | undefined;
  /** Milliseconds since the epoch of the first round. */
  readonly startedAt: number;
  readonly transcript: Transcript;
}

/** Sends the first request of a flow. */
export const begin = (parts: Omit<Stage, 'state' | 'startedAt' | 'transcript'>): Promise<Flow> =>
  advance({ ...parts, state: undefined, startedAt: parts.session.clock.now() + parts.ahead, transcript: [] }, undefined);

/** Sends one request and returns the flow as it stands then. `answers` are sent as they are; none are not sent. */
async function advance(stage: Stage, answers: { readonly raw: unknown } | undefined): Promise<Flow> {
  const { state, request, transcript } = stage;
  const params = {
    ...request.params,
    ...(answers !== undefined && { inputResponses: answers.raw }),
    ...(state !== undefined && { requestState: state.value }),
  };
  const parts = { ...stage, request: { method: request.method, params } };
  const played = await playRound(stage.session, parts);
  const round = transcript.length + 1;
  const written = [...transcript, entryOf(parts, played, { round, startedAt: stage.startedAt, presented: state?.name })];
  const result = resultOf(played, written);
  const { requestState } = result;
  const minted = typeof requestState === 'string' ? { value: requestState, name: stateName(round) } : undefined;
  return new Flow({ ...stage, state: minted, transcript: written }, result);
}

/**
 * A flow after a round: what was asked, or what it ended in. Nothing in it changes: every answer and every move returns another
 * flow, so one asked question can be answered in as many ways as a test likes. Answers go to a fresh instance of the server.
 *
 * Sending rejects with `RequestStateError` (and the code the server reported) for a refused state, with `PlayError` for any
 * other JSON-RPC or HTTP error, and with `TypeError` for an answer that cannot be what the test meant.
 */
export class Flow {
  readonly #stage: Stage;
  /** The newest result as the wire had it. */
  readonly result: Members;
  /** The open questions by wire key; empty when the flow is finished, or wants to be called again without any. */
  readonly asks: Readonly<Record<string, AskView>>;

  /** Flows come from `play()`. */
  constructor(stage: Stage, result: Members) {
    this.#stage = stage;
    this.result = result;
    this.asks = asksOf(result.inputRequests);
  }

  /** Whether the newest result is the last one. */
  get finished(): boolean {
    return this.result.resultType !== 'input_required';
  }
  /** The newest `requestState`, byte for byte as it will be sent. */
  get state(): string | undefined {
    return this.#stage.state?.value;
  }
  /** Requests sent so far. */
  get rounds(): number {
    return this.#stage.transcript.length;
  }
  /** All rounds as data that is the same in every run. */
  get transcript(): Transcript {
    return this.#stage.transcript;
  }
  /** Whether the tool ended in an error that its caller's model sees. */
  get isError(): boolean {
    return this.result.isError === true;
  }
  /** All text of the final result, of a tool, a prompt or a resource; several pieces by line. Throws `PlayError` before there is one. */
  get text(): string {
    const { content, messages, contents } = this.#final();
    if (Array.isArray(messages)) return messages.map((message: Members) => textOf(message.content)).join('\n');
    return textOf(contents ?? content);
  }
  /** `structuredContent` of the final result. Throws `PlayError` before there is one. */
  get structured(): unknown {
    return this.#final().structuredContent;
  }
  /** Content blocks of a tool's final result. Throws `PlayError` before there is one. */
  get content(): readonly Members[] {
    return (this.#final().content ?? []) as readonly Members[];
  }
  /** Messages of a prompt's final result. Throws `PlayError` before there is one. */
  get messages(): readonly Members[] {
    return (this.#final().messages ?? []) as readonly Members[];
  }
  /** Contents of a resource's final result. Throws `PlayError` before there is one. */
  get contents(): readonly Members[] {
    return (this.#final().contents ?? []) as readonly Members[];
  }
  /** Prints the transcript. */
  toString(): string {
    return formatTranscript(this.transcript);
  }

  // ---- what an honest client sends next

  /** Accepts questions: `{ confirm: { confirm: true } }`. Those left out stay unanswered; `{}` sends an empty map. */
  async answer(answers: GivenAnswers): Promise<Flow> {
    return this.#send(wireAnswers(this.asks, answers));
  }
  /** Declines one question, and accepts others along with it. */
  async decline(step: string, others: GivenAnswers = {}): Promise<Flow> {
    return this.#send({ ...wireAnswers(this.asks, others), ...refusal(this.asks, step, 'decline') });
  }
  /** Dismisses one question, and accepts others along with it. */
  async cancel(step: string, others: GivenAnswers = {}): Promise<Flow> {
    return this.#send({ ...wireAnswers(this.asks, others), ...refusal(this.asks, step, 'cancel') });
  }
  /** Answers a sample with what a model wrote, and accepts others along with it. */
  async reply(step: string, sample: GivenSample, others: GivenAnswers = {}): Promise<Flow> {
    return this.#send(wireAnswers(this.asks, { ...others, [step]: sample }));
  }
  /** Answers the one question for roots, and accepts others along with it. */
  async roots(roots: GivenRoots, others: GivenAnswers = {}): Promise<Flow> {
    return this.#send(wireAnswers(this.asks, { ...others, [onlyOf(this.asks, 'roots')]: roots }));
  }
  /** Sends the state back without answers: what a client does when nothing was asked. */
  async retry(): Promise<Flow> {
    return this.#next(undefined);
  }
  /** Sends `inputResponses` as they are, whatever they are. */
  async answerRaw(inputResponses: unknown): Promise<Flow> {
    return this.#send(inputResponses);
  }

  // ---- what somebody else might do with it

  /** The same, with one bit of the sealed state flipped, in its middle. */
  tampered(): Flow {
    const { value, name } = this.#presented('tampered()');
    return this.#with({ state: { value: flipMiddleBit(value), name: `${name}, tampered` } });
  }
  /** The same, without the state. */
  withoutState(): Flow {
    return this.#with({ state: undefined });
  }
  /** The same, sent by another caller. `scopes` as in `play().as`. */
  as(caller: Caller, options: { readonly scopes?: readonly string[] } = {}): Flow {
    return this.#with({ caller: callerOf(caller, options.scopes) });
  }
  /** The same, sent later. Only this flow and what follows from it see the time pass. */
  after(duration: Duration): Flow {
    return this.#with({ ahead: this.#stage.ahead + milliseconds(duration) });
  }
  /** The same, spent on other arguments; on another URI, for a resource. */
  with(other: Members | string): Flow {
    const { method, params } = this.#stage.request;
    const isUri = method === 'resources/read';
    if (isUri !== (typeof other === 'string')) throw new TypeError(`with(): ${method} takes ${isUri ? 'a URI' : 'an object of arguments'}`);
    return this.#with({ request: { method, params: { ...params, [isUri ? 'uri' : 'arguments']: other } } });
  }
  /** The same, presented to another server, which gets the clock, the randomness and the codec of this `play`. */
  at(server: CountersignServer): Flow {
    return this.#with({ server });
  }
  /** The same, by a client that now declares other capabilities. */
  capabilities(capabilities: Members): Flow {
    return this.#with({ capabilities });
  }

  #with(change: Partial<Stage>): Flow {
    return new Flow({ ...this.#stage, ...change }, this.result);
  }
  #send(raw: unknown): Promise<Flow> {
    return this.#next({ raw });
  }
  async #next(answers: { readonly raw: unknown } | undefined): Promise<Flow> {
    if (this.finished) throw new PlayError('The flow is finished: nothing can be answered.', this.transcript);
    return advance(this.#stage, answers);
  }
  #presented(move: string): { readonly value: string; readonly name: string } {
    const { state } = this.#stage;
    if (state === undefined) throw new PlayError(`${move}: the flow holds no state.`, this.transcript);
    return state;
  }
  #final(): Members {
    if (this.finished) return this.result;
    const open = Object.keys(this.asks);
    throw new PlayError(
      `The flow is not finished: it ${open.length === 0 ? 'wants to be called again' : `asks ${open.join(', ')}`}.`,
      this.transcript,
    );
  }
}
