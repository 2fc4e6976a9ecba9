/** Codes of `ConfigError`: a mistake in the author's code or the operator's options, found as early as it can be. */
export type ConfigCode =
  | 'invalid_component'
  | 'invalid_step'
  | 'invalid_option'
  | 'invalid_schema'
  | 'invalid_ask'
  | 'duplicate'
  | 'missing_metadata'
  | 'standard_decorators'
  | 'state_codec'
  | 'unsafe_serving';

/** Codes of `RequestStateError`: why a presented `requestState` was refused. For logs and events, never for the client. */
export type StateRefusal =
  | 'malformed'
  | 'too_large'
  | 'unknown_key'
  | 'unauthentic'
  | 'audience'
  | 'principal'
  | 'expired'
  | 'request'
  | 'redeemed';

/** Why `server.openTicket` did not open a ticket: codes of `StateRefusal` that a ticket can have, with the same meaning. */
export type TicketRefusal = Exclude<StateRefusal, 'request' | 'redeemed'>;

/** Codes of `LedgerError`: why a tool of single use was not run, or its kept result not given. */
export type LedgerRefusal =
  | 'unavailable'
  | 'full'
  | 'running'
  | 'lost'
  | 'too_large'
  | 'unreadable';

/** The base of every error this project throws on purpose. `code` is stable and documented in docs/errors.md. */
export abstract class CountersignError extends Error {
  abstract readonly code: string;
}

/** Reports a developer's or operator's mistake: its message names the class, the member and the cure. */
export class ConfigError extends CountersignError {
  override readonly name = 'ConfigError';
  constructor(
    readonly code: ConfigCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const REFUSALS: Readonly<Record<StateRefusal, string>> = {
  malformed: 'requestState is not in the form this server writes',
  too_large: 'requestState is longer than the limit',
  unknown_key: 'requestState was sealed by a codec or key this server does not hold',
  unauthentic: 'requestState was altered, or sealed for another purpose',
  audience: 'requestState was minted by another server',
  principal: 'requestState was minted for another principal',
  expired: 'requestState is past its expiry, past its flow deadline, or not valid in this lifetime',
  request: 'requestState was minted for another call',
  redeemed: 'requestState was already redeemed',
};

/** Says why a `requestState` was refused. The client never sees it: the wire carries one fixed error for every code. */
export class RequestStateError extends CountersignError {
  override readonly name = 'RequestStateError';
  constructor(
    readonly code: StateRefusal,
    options?: ErrorOptions,
  ) {
    super(REFUSALS[code], options);
  }
}

const LEDGER_REFUSALS: Readonly<Record<LedgerRefusal, string>> = {
  unavailable: 'the ledger did not answer, or failed',
  full: 'the ledger holds as many claims as it may, and evicts none that is live',
  running: 'the flow was claimed, and its run was not over in the time that a repeat may wait',
  lost: 'the flow was claimed, and whoever claimed it vanished before its run was over',
  too_large: 'the result is larger than the ledger keeps',
  unreadable: 'the kept result could not be opened with state.codec, or belongs to another flow',
};

/**
 * Says why single use refused: thrown by ledgers (`full`, `too_large`, `unavailable`), and made by the server for the logger. The
 * caller learns the code's meaning in a text of ours, and nothing of the cause.
 */
export class LedgerError extends CountersignError {
  override readonly name = 'LedgerError';
  constructor(
    readonly code: LedgerRefusal,
    options?: ErrorOptions,
  ) {
    super(LEDGER_REFUSALS[code], options);
  }
}

/** Ends a call with a message meant for the caller: thrown by authors, or through `ctx.fail(message)`. */
export class ToolError extends CountersignError {
  override readonly name = 'ToolError';
  readonly code = 'tool_error';
}
