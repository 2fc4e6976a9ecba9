import type { Logger, ServerEvent } from '@countersign/core';

/** Something failed on the server: its logger was told as an error, or its events were. */
export interface Failure {
  /** In the words of the server. */
  readonly what: string;
  /** What was thrown; the author's own, if it was theirs. */
  readonly error: unknown;
}

/** Keeps what fails on one instance of a server. */
export interface Failures {
  readonly all: readonly Failure[];
  /** The same logger, overheard. */
  heardBy(logger: Logger): Logger;
  reported(event: ServerEvent): void;
}

/** Most failures are told twice, to the logger first; `state.principal` and `visible` only there. */
export function failures(): Failures {
  const all: Failure[] = [];
  return {
    all,
    heardBy: (logger) => ({
      debug: (fields, message) => logger.debug(fields, message),
      info: (fields, message) => logger.info(fields, message),
      warn: (fields, message) => logger.warn(fields, message),
      error: (fields, message) => {
        all.push({ what: message, error: (fields as { readonly err?: unknown }).err });
        logger.error(fields, message);
      },
    }),
    reported: (event) => {
      if (event.type !== 'error' || all.some(({ error }) => error === event.error)) return;
      all.push({ what: `an error in ${event.where}`, error: event.error });
    },
  };
}

/** Says what failed, for people. */
export const told = ({ what, error }: Failure): string =>
  error === undefined ? what : `${what}: ${errorLine(error)}`;

/** Says what was thrown, which may be anything. */
export function errorLine(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return 'something that cannot be shown';
  }
}
