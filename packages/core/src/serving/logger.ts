import { inspect } from 'node:util';
import { lookedAt } from '../looked-at.js';

/** The part of pino's shape that the server writes to. Give it a `pino()` or anything alike. */
export interface Logger {
  /** For whoever looks for a fault. */
  debug(fields: object, message: string): void;
  /** What went on. */
  info(fields: object, message: string): void;
  /** Not as it should be; nothing failed. */
  warn(fields: object, message: string): void;
  /** Something failed; `err` in `fields` is what was thrown. */
  error(fields: object, message: string): void;
}

const write = (level: string) => (fields: object, message: string) => {
  process.stderr.write(
    `${level} ${message} ${inspect(fields, { breakLength: Number.POSITIVE_INFINITY })}\n`,
  );
};
const quiet = () => undefined;

/** Warnings and errors to stderr, which on stdio is the only stream that is not the protocol's. */
export const stderrLogger: Logger = {
  debug: quiet,
  info: quiet,
  warn: write('warn'),
  error: write('error'),
};

/** What was thrown may be what the logger fell over: a proxy, or a getter that throws. */
function withoutError(logger: Logger, level: keyof Logger, fields: object, message: string): void {
  const err = new Error('what was thrown cannot be shown');
  lookedAt(() => logger[level]({ ...fields, err }, message), undefined);
}

/** Keeps a logger that throws away from the calls it reports on. */
export function unthrowing(logger: Logger): Logger {
  const guarded = (level: keyof Logger) => (fields: object, message: string) => {
    try {
      logger[level](fields, message);
    } catch {
      if ('err' in fields) withoutError(logger, level, fields, message);
      // Else there is nobody left to tell.
    }
  };
  return {
    debug: guarded('debug'),
    info: guarded('info'),
    warn: guarded('warn'),
    error: guarded('error'),
  };
}
