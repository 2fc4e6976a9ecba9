import { CallContext, type ClientLog, type StepOutcome } from './context.js';

/** What one entry into a method knows beyond the call itself. What is absent is the context's own to answer, or to refuse. */
export interface EntryKnows {
  readonly step?: CallContext['step'];
  readonly outcome?: (step: string) => StepOutcome;
  readonly idempotencyKey?: () => string;
  readonly inputResponses?: CallContext['inputResponses'];
  readonly requestState?: () => unknown;
  readonly mintRequestState?: (payload: unknown) => string;
}

/**
 * The call's context as one entry into a step, `run` or `declined` sees it. Functions are taken over from the context, none of
 * which uses `this`, so that authors may take them out of `ctx`.
 *
 * No function is written down on the right of `this.x =` here, and no getter in an object literal anywhere in a request. With
 * either, what they close over, the request included, was measured to stay alive until a full collection (V8 of Node 20), and
 * minor collections took several times as long.
 */
export class ContextView extends CallContext {
  readonly signal: AbortSignal;
  readonly principal: CallContext['principal'];
  readonly era: CallContext['era'];
  readonly client: CallContext['client'];
  readonly flow: CallContext['flow'];
  readonly log: ClientLog;
  readonly progress: CallContext['progress'];
  readonly fail: CallContext['fail'];
  readonly outcome: CallContext['outcome'];
  readonly mintRequestState: CallContext['mintRequestState'];

  readonly #context: CallContext;
  readonly #knows: EntryKnows;

  constructor(context: CallContext, knows: EntryKnows) {
    super();
    this.#context = context;
    this.#knows = knows;
    this.signal = context.signal;
    this.principal = context.principal;
    this.era = context.era;
    this.client = context.client;
    this.flow = context.flow;
    this.log = context.log;
    this.progress = context.progress;
    this.fail = context.fail;
    this.outcome = knows.outcome ?? context.outcome;
    this.mintRequestState = knows.mintRequestState ?? context.mintRequestState;
  }

  get step(): CallContext['step'] {
    return this.#knows.step ?? this.#context.step;
  }
  get idempotencyKey(): string {
    return this.#knows.idempotencyKey === undefined
      ? this.#context.idempotencyKey
      : this.#knows.idempotencyKey();
  }
  get inputResponses(): CallContext['inputResponses'] {
    return this.#knows.inputResponses ?? this.#context.inputResponses;
  }
  requestState<T = unknown>(): T | undefined {
    return (
      this.#knows.requestState === undefined
        ? this.#context.requestState()
        : this.#knows.requestState()
    ) as T | undefined;
  }
}
