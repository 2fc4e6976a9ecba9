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
 * The call's context as one entry into a step, `run` or `declined` sees it. A class, because V8 keeps accessors that are made
 * for one object, and with them everything of the request, until a full collection: minor ones became several times as long.
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
    this.progress = (done, total, message) => context.progress(done, total, message);
    this.fail = (message) => context.fail(message);
    this.outcome = knows.outcome ?? ((step) => context.outcome(step));
    this.mintRequestState = knows.mintRequestState ?? ((payload) => context.mintRequestState(payload));
  }

  get step(): CallContext['step'] {
    return this.#knows.step ?? this.#context.step;
  }
  get idempotencyKey(): string {
    return this.#knows.idempotencyKey === undefined ? this.#context.idempotencyKey : this.#knows.idempotencyKey();
  }
  get inputResponses(): CallContext['inputResponses'] {
    return this.#knows.inputResponses ?? this.#context.inputResponses;
  }
  requestState<T = unknown>(): T | undefined {
    return (this.#knows.requestState === undefined ? this.#context.requestState() : this.#knows.requestState()) as T | undefined;
  }
}
