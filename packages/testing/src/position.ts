import type { Clock, CountersignServer, Era, StateRefusal } from '@countersign/core';
import type { PlayedCaller } from './caller.js';
import type { Circumstances, Session } from './instance.js';
import type { Members } from './members.js';
import type { ComponentRequest } from './sdk.js';
import type { Transcript } from './transcript.js';

/** `inputResponses` by wire key, as they are to be sent; `undefined` sends none. */
export type Sent = { readonly raw: unknown } | undefined;

/** What may differ from an honest client's next request. */
export type Move =
  | { readonly kind: 'tampered' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'overwriting'; readonly step: string; readonly value: unknown }
  | { readonly kind: 'withoutState' }
  | { readonly kind: 'withForgedAnswer'; readonly key: string; readonly content: unknown }
  | { readonly kind: 'replayed' }
  | { readonly kind: 'instead'; readonly request: ComponentRequest }
  | { readonly kind: 'at'; readonly server: CountersignServer }
  /** `undefined` is a caller without a token. */
  | { readonly kind: 'as'; readonly caller: PlayedCaller | undefined }
  | { readonly kind: 'after'; readonly ms: number }
  /** From now on goes by another clock than the play's. */
  | { readonly kind: 'by'; readonly clock: Clock }
  | { readonly kind: 'capabilities'; readonly capabilities: Members }
  /** From now on a server error rejects nothing that has a result. */
  | { readonly kind: 'allowErrors' };

/** All that a flow is made of, whichever era it is played in. */
export interface Stage extends Circumstances {
  readonly session: Session;
  /** The call without the fields of a retry. */
  readonly request: ComponentRequest;
  /** Milliseconds since the epoch of the first round. */
  readonly startedAt: number;
  readonly transcript: Transcript;
  /** Whether the test means the server to fail. */
  readonly allowErrors: boolean;
  /** Names of the effects that are known to be counted. */
  readonly effects: readonly string[];
  /** What was thrown first in the newest round in which the server failed. */
  readonly cause: unknown;
}

/**
 * Where a flow stands after a round, and how it can go on: one kind for each era. Nothing in it changes; going on and every move
 * give another one.
 */
export interface Position {
  readonly era: Era;
  readonly stage: Stage;
  /** The newest result; one that still asks has `resultType: 'input_required'` in both eras. */
  readonly result: Members;
  /** The newest `requestState`; a 2025 client never has one. */
  readonly state: string | undefined;
  next(sent: Sent): Promise<Position>;
  /** Throws `PlayError` for a move that this era has no room for. */
  moved(move: Move): Position;
  /** Sends the request once for each position of the state, or for so many, altered there. Rejects with `PlayError` unless each is refused. */
  everyPosition(sent: Sent, atMost?: number): Promise<readonly StateRefusal[]>;
}
