import { formatTranscript, type Transcript } from './transcript.js';

/** What a round ended in, when that was neither a result nor a question. */
export interface PlayFailure {
  /** JSON-RPC error code; absent when the answer was no JSON-RPC error. */
  readonly code?: number;
  /** `data` of the JSON-RPC error. */
  readonly data?: unknown;
  /** HTTP status. */
  readonly status?: number;
  /** What the author's code threw, where the server reported it. */
  readonly cause?: unknown;
}

/**
 * Reports a round that did not end as the test expected. Its message closes with the transcript, and
 * its `cause` is the author's own error, where one was reported.
 */
export class PlayError extends Error {
  override readonly name = 'PlayError';
  readonly code: number | undefined;
  readonly data: unknown;
  readonly status: number | undefined;
  constructor(
    summary: string,
    readonly transcript: Transcript,
    failure: PlayFailure = {},
  ) {
    super(
      [summary, formatTranscript(transcript)].filter((part) => part !== '').join('\n\n'),
      failure.cause === undefined ? {} : { cause: failure.cause },
    );
    this.code = failure.code;
    this.data = failure.data;
    this.status = failure.status;
  }
}
