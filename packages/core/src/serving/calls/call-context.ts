import { ToolError } from '../../errors.js';
import type { Era } from '../../events.js';
import type { JsonObject } from '../../json.js';
import type { Principal } from '../../principal.js';
import { CallContext, type ClientLog, type StepOutcome } from '../../rounds/context.js';
import { clientLog, type Unsaid } from './client-log.js';
import { progressOf } from './progress.js';
import type { RoundRequest } from './request.js';

/** Sends one notification on the stream of the call. Never throws; what cannot be delivered is dropped. */
export type Notify = (
  method: 'notifications/progress' | 'notifications/message',
  params: Readonly<Record<string, unknown>>,
) => void;

/** What a call context is made of. */
export interface ContextParts {
  readonly signal: AbortSignal;
  readonly principal: Principal;
  readonly era: Era;
  readonly client: {
    readonly name?: string;
    readonly version?: string;
    readonly capabilities: JsonObject;
  };
  readonly flow: CallContext['flow'];
  /** Of the request's `_meta`; absent when the caller wants no progress. */
  readonly progressToken: string | number | undefined;
  /** The name that log messages carry. */
  readonly component: string;
  readonly notify: Notify;
  /** Hears of log messages that could not be sent; without it they throw. */
  readonly unsaid?: Unsaid;
}

const thrown: Unsaid = (error) => {
  throw error;
};

const outside = (member: string) =>
  new TypeError(
    `ctx.${member} is not known here: it belongs to the context that a step or run receives as its third parameter`,
  );

/**
 * Notifications wait until the round's asks are known, so that a call which ends in -32021 has sent nothing and can still
 * be an HTTP 400 (R7). Afterwards they leave as they come, until the round has ended: nothing follows a result (spec:
 * basic/patterns/progress), not even what a method left running would tell.
 */
export interface HeldNotifications {
  readonly notify: Notify;
  release(): void;
  /** The round has ended; what is still held is dropped. */
  end(): void;
}

export function holding(send: Notify, signal: AbortSignal): HeldNotifications {
  let held: Parameters<Notify>[] | undefined = [];
  let ended = false;
  return {
    notify: (method, params) => {
      if (ended || signal.aborted) return;
      if (held === undefined) send(method, params);
      else held.push([method, params]);
    },
    release: () => {
      const waiting = held ?? [];
      held = undefined;
      if (!signal.aborted) for (const one of waiting) send(...one);
    },
    end: () => {
      ended = true;
      held = undefined;
    },
  };
}

/** The context of one round. Its functions do not use `this`: the engine's views of it take them over. */
export class ServedContext extends CallContext {
  readonly signal: AbortSignal;
  readonly principal: Principal;
  readonly era: Era;
  readonly client: ContextParts['client'];
  readonly flow: ContextParts['flow'];
  readonly log: ClientLog;
  readonly progress: CallContext['progress'];

  constructor(parts: ContextParts) {
    super();
    this.signal = parts.signal;
    this.principal = parts.principal;
    this.era = parts.era;
    this.client = parts.client;
    this.flow = parts.flow;
    this.log = clientLog(parts.notify, parts.component, parts.unsaid ?? thrown);
    this.progress = progressOf(parts.notify, parts.progressToken);
  }

  fail(message: string): never {
    throw new ToolError(message);
  }

  get step(): CallContext['step'] {
    throw outside('step');
  }
  get idempotencyKey(): string {
    throw outside('idempotencyKey');
  }
  outcome(_step: string): StepOutcome {
    throw outside('outcome');
  }
  get inputResponses(): Readonly<Record<string, unknown>> {
    throw outside('inputResponses');
  }
  mintRequestState(_payload: unknown): string {
    throw outside('mintRequestState');
  }
  requestState<T = unknown>(): T | undefined {
    throw outside('requestState');
  }
}

/** What `ctx.client` says of the caller: untrusted, and only what they said. */
export function clientOf({
  client: { name, version },
  capabilities,
}: Pick<RoundRequest, 'client' | 'capabilities'>): ServedContext['client'] {
  if (name !== undefined && version !== undefined) return { name, version, capabilities };
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    capabilities,
  };
}
