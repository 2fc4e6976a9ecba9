import type { Era } from '../events.js';
import type { JsonObject } from '../json.js';
import type { Principal } from '../principal.js';

/**
 * How a step stands. `missing` is an optional question that was left unanswered or whose attempts were used up; `skipped` a step
 * that asked nothing; `unsupported` an optional question that the client did not declare it can take.
 */
export type StepOutcome =
  | 'answered'
  | 'skipped'
  | 'declined'
  | 'cancelled'
  | 'unsupported'
  | 'missing';

/**
 * Sends `notifications/message` to the client, on the stream of the call: on 2026 to a client that named a level in the request, from
 * that level on; on 2025 from the level that was set for the session. `logger` names the source; default the component. Put no secrets
 * in it. Data without a JSON form is dropped. @deprecated by SEP-2577, supported in full.
 */
export interface ClientLog {
  /** Details, for whoever looks for a fault. */
  debug(data: unknown, logger?: string): void;
  /** What goes on. */
  info(data: unknown, logger?: string): void;
  /** Normal, but worth noticing. */
  notice(data: unknown, logger?: string): void;
  /** Not as it should be; the call goes on. */
  warning(data: unknown, logger?: string): void;
  /** Something failed. */
  error(data: unknown, logger?: string): void;
  /** A part that others need does not work. */
  critical(data: unknown, logger?: string): void;
  /** Somebody must act at once. */
  alert(data: unknown, logger?: string): void;
  /** Nothing works. */
  emergency(data: unknown, logger?: string): void;
}

/**
 * What a step, `run` or an injected service may know of the call it serves. Third parameter of every step and of `run`;
 * also an injection token (an abstract class, so import it as a value where it is injected, else by `import type`).
 */
export abstract class CallContext {
  /**
   * Aborts when the client cancels, when a 2026 client closes the response stream, and on shutdown. In `run` and `declined` of a
   * `once` tool it never does: what was claimed is finished.
   */
  abstract readonly signal: AbortSignal;
  abstract readonly principal: Principal;
  abstract readonly era: Era;
  /** What the client says of itself. Untrusted. */
  abstract readonly client: {
    readonly name?: string;
    readonly version?: string;
    readonly capabilities: JsonObject;
  };
  /** @deprecated by SEP-2577 (logging to the client), but in force. */
  abstract readonly log: ClientLog;
  /**
   * Sends `notifications/progress` when the caller asked for it. Progress rises: a value that is not above every one before it, by
   * whichever step, is dropped; for a 2025 client that holds over all rounds of its request. Nothing is sent after the result.
   */
  abstract progress(done: number, total?: number, message?: string): void;
  /** Ends the call with a message meant for the caller. */
  abstract fail(message: string): never;
  /** The flow this call belongs to. */
  abstract readonly flow: {
    readonly id: string;
    /** Counts from 1. */
    readonly round: number;
    /** Milliseconds since the epoch; sealed in the first round, never renewed. */
    readonly deadline: number;
    /**
     * Makes a ticket for a step: a sealed reference to this flow, for a page outside of the protocol and for the user of this call
     * alone. It goes into the URL of `ask.url`, and `server.openTicket(ticket, user)` on the page refuses everybody else (spec:
     * client/elicitation, URL mode, phishing). It expires with the flow, is the same in every round of it, has some 250
     * characters and takes some 350 bytes of the state. `step` is the name of a step, or of one member (`step.member`); in a handler without steps any name.
     *
     * Rejects with `ConfigError` `state_codec` where no codec is configured, and with `TypeError` for a name that is no step.
     *
     * ```ts
     * return ask.url('Please approve it.', `https://pay.example/approve/${await ctx.flow.ticket('visit')}`);
     * ```
     */
    ticket(step: string): Promise<string>;
  };
  /** The running step; on the `ctx` parameter of a step only. */
  abstract readonly step: {
    readonly name: string;
    /** Misfitting answers so far to this step's question, plus one; in a step that asks several things, to the one that is looked at. */
    readonly attempt: number;
    /** What `again(carry)` handed on; `undefined` on the first entry. */
    readonly carried: unknown;
    /** Same for every repeat of this compute on the same answers of the same flow. */
    readonly idempotencyKey: string;
  };
  /** Tells how another step was settled. A read like any other: the step waits until it is known. */
  abstract outcome(step: string): StepOutcome;
  /** SHA-256 of the flow id and its settled asks; same for a re-sent request. In `run` and `declined` only. */
  abstract readonly idempotencyKey: string;
  /**
   * Answers to the questions that a hand-written handler's sealed state says it asked; empty on the first call. Their content is
   * untrusted and unchecked: read it with `acceptedContent(ctx.inputResponses, key, schema)`.
   */
  abstract readonly inputResponses: Readonly<Record<string, unknown>>;
  /** Turns JSON into the `requestState` of a hand-written `inputRequired({...})`; core seals it on the way out. */
  abstract mintRequestState(payload: unknown): string;
  /** The payload of `mintRequestState`, after the seal was checked; `undefined` on the first call. */
  abstract requestState<T = unknown>(): T | undefined;
}

/** What a method marked `@Complete` may know of the request it serves. */
export type CompletionContext = Pick<
  CallContext,
  'signal' | 'principal' | 'era' | 'client' | 'log'
>;
