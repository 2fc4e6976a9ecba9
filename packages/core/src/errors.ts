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

/** Ends a call with a message meant for the caller: thrown by authors, or through `ctx.fail(message)`. */
export class ToolError extends CountersignError {
  override readonly name = 'ToolError';
  readonly code = 'tool_error';
}
