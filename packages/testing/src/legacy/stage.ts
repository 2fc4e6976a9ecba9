import type { CountersignServer } from '@countersign/core';
import type { PlayedCaller } from '../caller.js';
import type { Members } from '../members.js';
import type { Stage } from '../position.js';
import type { ComponentRequest } from '../sdk.js';
import type { Interim } from './bridge.js';
import type { LiveQuestion } from './questions.js';

/** What one round came to, and what the client answered to it. */
export interface LegacyRound {
  readonly outcome: Interim;
  /** By wire key, as they were sent. */
  readonly answers: Members;
}

/** The round that waits for answers. */
export interface OpenRound extends LegacyRound {
  readonly questions: ReadonlyMap<string, LiveQuestion>;
  /** Milliseconds since the epoch, when it was put. */
  readonly at: number;
}

/** In what the client departs, once, from an honest one. */
export interface Departure {
  /** Whose token goes with the answers. */
  readonly by?: { readonly caller: PlayedCaller | undefined };
  /** Where the answers go. */
  readonly at?: CountersignServer;
  /** Sent under the id of the open call. */
  readonly instead?: ComponentRequest;
  /** Answers that nobody asked for, by wire key. */
  readonly forged?: Members;
  readonly replayed?: boolean;
  /** The call is made anew, with the answers and a state of the client's own among its params. */
  readonly anew?: boolean;
}

/**
 * A 2025 flow: one call on a live session. Between two answers no connection is kept, so that a test which stops there leaves
 * nothing open, and one question can be answered in many ways. Each answer goes to a session of its own at a fresh instance, where
 * the same call has come to the same question: what its earlier rounds came to is known, and nothing runs again.
 */
export interface LegacyStage extends Stage {
  readonly past: readonly LegacyRound[];
  /** Absent once the call is answered. */
  readonly open: OpenRound | undefined;
  readonly departure: Departure;
}
