import { inspect } from 'node:util';
import type { ComponentClass, CountersignServer, StateRefusal } from '@countersign/core';
import {
  type GivenAnswers,
  type GivenRoots,
  type GivenSample,
  onlyOf,
  refusal,
  wireAnswers,
} from './answers.js';
import { type AskView, asksOf, textOf } from './asks.js';
import { type Caller, callerOf, scopesIn } from './caller.js';
import { requestFor, withOther } from './component-request.js';
import { type Duration, milliseconds } from './duration.js';
import type { EffectSeen } from './happened.js';
import { loud } from './loud.js';
import type { Members } from './members.js';
import { PlayError } from './play-error.js';
import type { Move, Position, Sent } from './position.js';
import { telling } from './telling.js';
import { formatTranscript, type Transcript } from './transcript.js';
import type { AnswersTo, AsksOf, KeyOf, Unknown } from './typed.js';

type Asks = Readonly<Record<string, AskView>>;
// biome-ignore lint/suspicious/noExplicitAny: a flow of any component
type AnyFlow = Flow<any>;
let positionIn: (flow: AnyFlow) => Position;

/**
 * A flow after a round: what was asked, or what it ended in. Nothing in it changes: every answer and every move returns another
 * flow, so one asked question can be answered in as many ways as a test likes. Answers go to a fresh instance of the server.
 *
 * Sending rejects with `RequestStateError` (and the code the server reported) for a refused state, with `PlayError` for any
 * other JSON-RPC or HTTP error, and with `TypeError` for an answer that cannot be what the test meant.
 */
export class Flow<T = Unknown> {
  readonly #at: Position;
  /** The newest result as the wire had it; in 2025, an open call's questions are shown as those of 2026 are. */
  readonly result: Members;
  /**
   * The open questions by wire key; empty when the flow is finished, or wants to be called again
   * without any. Reading one that is not there throws `PlayError`: look with `in` or `Object.keys`.
   */
  readonly asks: AsksOf<T>;

  static {
    positionIn = (flow) => flow.#at;
  }

  /** Flows come from `play()`. */
  constructor(at: Position) {
    this.#at = at;
    this.result = at.result;
    const asks: Asks = loud(asksOf(at.result.inputRequests), (key) => this.#notPut(key));
    this.asks = asks as AsksOf<T>;
  }

  /** Whether the newest result is the last one. */
  get finished(): boolean {
    return this.result.resultType !== 'input_required';
  }
  /** The newest `requestState`, byte for byte as it will be sent; never there in 2025. */
  get state(): string | undefined {
    return this.#at.state;
  }
  /** How many times something was sent: requests in 2026, the call and the answers on its stream in 2025. */
  get rounds(): number {
    return this.transcript.length;
  }
  /** All rounds as data that is the same in every run. */
  get transcript(): Transcript {
    return this.#at.stage.transcript;
  }
  /** Whether the tool ended in an error that its caller's model sees. */
  get isError(): boolean {
    return this.result.isError === true;
  }
  /** All text of the final result, of a tool, a prompt or a resource; several pieces by line. Throws `PlayError` before there is one. */
  get text(): string {
    const { content, messages, contents } = this.#final();
    if (Array.isArray(messages))
      return messages.map((message: Members) => textOf(message.content)).join('\n');
    return textOf(contents ?? content);
  }
  /** `structuredContent` of the final result. Throws `PlayError` before there is one. */
  get structured(): unknown {
    return this.#final().structuredContent;
  }
  /** Content blocks of a tool's final result. Throws `PlayError` for a result that has none. */
  get content(): readonly Members[] {
    return this.#list('content');
  }
  /** Messages of a prompt's final result. Throws `PlayError` for a result that has none. */
  get messages(): readonly Members[] {
    return this.#list('messages');
  }
  /** Contents of a resource's final result. Throws `PlayError` for a result that has none. */
  get contents(): readonly Members[] {
    return this.#list('contents');
  }
  /** What the one open question says. Throws `PlayError` where none is open, or several are. */
  get message(): string {
    const [ask, ...others] = Object.values(this.#asks);
    if (ask !== undefined && others.length === 0) return ask.message;
    throw this.#error(`message: ${this.#now()}; it is the text of one open question.`);
  }
  /** The named effects that happened in these rounds: of `effects()`, and of `play().effects`. */
  get effects(): readonly EffectSeen[] {
    return this.transcript.flatMap((round) => round.effects ?? []);
  }
  /** Prints the transcript. */
  toString(): string {
    return formatTranscript(this.transcript);
  }
  /** Prints the transcript where a test runner shows the flow. */
  [inspect.custom](): string {
    return `Flow {\n${this}\n}`;
  }

  // ---- what an honest client sends next

  /** Accepts questions: `{ confirm: true }`; `'decline'` and `'cancel'` refuse one. Those left out stay unanswered. */
  async answer(answers: AnswersTo<T>): Promise<Flow<T>> {
    return this.#send(this.#written(answers as GivenAnswers));
  }
  /** Declines one question, and accepts others along with it. */
  async decline(step: KeyOf<T>, others?: AnswersTo<T>): Promise<Flow<T>> {
    return this.#send(this.#written(others ?? {}, (asks) => refusal(asks, step, 'decline')));
  }
  /** Dismisses one question, and accepts others along with it. */
  async cancel(step: KeyOf<T>, others?: AnswersTo<T>): Promise<Flow<T>> {
    return this.#send(this.#written(others ?? {}, (asks) => refusal(asks, step, 'cancel')));
  }
  /** Answers a sample with what a model wrote, and accepts others along with it. */
  async reply(step: KeyOf<T>, sample: GivenSample, others?: AnswersTo<T>): Promise<Flow<T>> {
    return this.#send(this.#written({ ...others, [step]: sample }));
  }
  /** Answers the one question for roots, and accepts others along with it. */
  async roots(roots: GivenRoots, others?: AnswersTo<T>): Promise<Flow<T>> {
    return this.#send(
      this.#written(others ?? {}, (asks) => wireAnswers(asks, { [onlyOf(asks, 'roots')]: roots })),
    );
  }
  /** Goes on without answers: what a client does when nothing was asked. A 2025 client waits for its server. */
  async retry(): Promise<Flow<T>> {
    return this.#next(undefined);
  }
  /** Sends answers as they are, whatever they are: `inputResponses` in 2026, the results of the questions they name in 2025. */
  async answerRaw(inputResponses: unknown): Promise<Flow<T>> {
    return this.#send(inputResponses);
  }

  // ---- what somebody else might do with it

  /** The same, with one bit of the sealed state flipped, in its middle. */
  tampered(): Flow<T>;
  /** The same once for each character of the state, with another character in its place. */
  tampered(where: 'every'): EveryPosition;
  tampered(where?: 'every'): Flow<T> | EveryPosition {
    if (where === 'every') return new EveryPosition(this.#at, this.#asks);
    return this.#moved({ kind: 'tampered' });
  }
  /** The same, with the last byte of the sealed state cut off. */
  truncated(): Flow<T> {
    return this.#moved({ kind: 'truncated' });
  }
  /** The same, with a value of one's own for a step in what the state seals: where it shows, or blindly where it does not. */
  overwriting(step: string, value: unknown): Flow<T> {
    return this.#moved({ kind: 'overwriting', step, value });
  }
  /** The same, without the state. In 2025: the call anew, with the answers and a state of one's own among its params. */
  withoutState(): Flow<T> {
    return this.#moved({ kind: 'withoutState' });
  }
  /** The same, together with an accepted answer that nobody asked for. In 2025 it goes to the question that will be asked next. */
  withForgedAnswer(key: string, content: unknown): Flow<T> {
    return this.#moved({ kind: 'withForgedAnswer', key, content });
  }
  /** The same, sent twice. The flow it gives is that of the second time; in 2025 the second is an answer to no open question. */
  replayed(): Flow<T> {
    return this.#moved({ kind: 'replayed' });
  }
  /** The same, sent by another caller. `scopes` as in `play().as`. */
  as(caller: Caller, options: { readonly scopes?: readonly string[] } = {}): Flow<T> {
    return this.#moved({ kind: 'as', caller: callerOf(caller, scopesIn(options)) });
  }
  /** The same, sent later. Only this flow and what follows from it see the time pass. */
  after(duration: Duration): Flow<T> {
    return this.#moved({ kind: 'after', ms: milliseconds(duration) });
  }
  /** The same, spent on other arguments; on another URI, for a resource. In 2025: sent under the id of the open call. */
  with(other: Members | string): Flow<T> {
    return this.#moved({ kind: 'instead', request: withOther(this.#at.stage.request, other) });
  }
  /** The same, spent on another component, with these arguments or the same. In 2025: sent under the id of the open call. */
  onto(component: ComponentClass, args?: Members): Flow<T> {
    return this.#moved({
      kind: 'instead',
      request: requestFor(component, args ?? this.#at.stage.request.params.arguments),
    });
  }
  /** The same, presented to another server, which gets the clock, the randomness and the codec of this `play`. */
  at(server: CountersignServer): Flow<T> {
    return this.#moved({ kind: 'at', server });
  }
  /** The same, where the test means the server to fail: as `play(server).allowErrors()`. */
  allowErrors(): Flow<T> {
    return this.#moved({ kind: 'allowErrors' });
  }
  /** The same, by a client that now declares other capabilities; in 2026 it does so with every request. */
  capabilities(capabilities: Members): Flow<T> {
    return this.#moved({ kind: 'capabilities', capabilities });
  }

  get #asks(): Asks {
    return this.asks as Asks;
  }
  #moved(move: Move): Flow<T> {
    return new Flow<T>(this.#at.moved(move));
  }
  /** Answers as they are sent. An answer that cannot be meant is told with the transcript. */
  #written(
    answers: GivenAnswers,
    more: (asks: Asks) => Record<string, unknown> = () => ({}),
  ): Record<string, unknown> {
    const asks = this.#open();
    try {
      return { ...wireAnswers(asks, answers), ...more(asks) };
    } catch (error) {
      const { transcript, cause } = this.#at.stage;
      if (error instanceof Error && cause !== undefined) error.cause = cause;
      throw error instanceof Error ? telling(error, [formatTranscript(transcript)]) : error;
    }
  }
  #send(raw: unknown): Promise<Flow<T>> {
    return this.#next({ raw });
  }
  async #next(sent: Sent): Promise<Flow<T>> {
    this.#open();
    return new Flow<T>(await this.#at.next(sent));
  }
  #open(): Asks {
    if (this.finished) throw this.#error('The flow is finished: nothing can be answered.');
    return this.#asks;
  }
  #final(): Members {
    if (this.finished) return this.result;
    throw this.#error(`The flow is not finished: ${this.#now()}.`);
  }
  #list(member: 'content' | 'messages' | 'contents'): readonly Members[] {
    const list = this.#final()[member];
    if (Array.isArray(list)) return list as readonly Members[];
    const { method } = this.#at.stage.request;
    throw this.#error(`The result of ${method} has no ${member}.`);
  }
  #now(): string {
    if (this.finished) return 'it is finished, and asks nothing';
    return Object.keys(this.#asks).length === 0
      ? 'it wants to be called again'
      : `it asks ${Object.keys(this.#asks).join(', ')}`;
  }
  #notPut(key: string): PlayError {
    return this.#error(`The question "${key}" was not put: ${this.#now()}.`);
  }
  #error(summary: string): PlayError {
    const { transcript, cause } = this.#at.stage;
    return new PlayError(summary, transcript, cause === undefined ? {} : { cause });
  }
}

/** Where a flow stands. Not for tests, which have the flow. */
export const positionOf = (flow: AnyFlow): Position => positionIn(flow);

/** A flow whose state is altered at every position in turn. Each way to go on resolves with the refusals, in their order. */
export class EveryPosition {
  readonly #at: Position;
  readonly #asks: Asks;

  /** Comes from `flow.tampered('every')`. */
  constructor(at: Position, asks: Asks) {
    this.#at = at;
    this.#asks = asks;
  }

  /** Accepts questions, as `flow.answer` does. Rejects with `PlayError` when an altered state was not refused. */
  async answer(answers: GivenAnswers): Promise<readonly StateRefusal[]> {
    return this.#at.everyPosition({ raw: wireAnswers(this.#asks, answers) });
  }
  /** Goes on without answers, as `flow.retry` does. */
  async retry(): Promise<readonly StateRefusal[]> {
    return this.#at.everyPosition(undefined);
  }
}
