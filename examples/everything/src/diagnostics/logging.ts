import { type CallContext, Tool } from '@countersign/core';

/** Logs at every level, and the client gets what it asked for: nothing, unless it named a level. */
@Tool({ name: 'test_logging_tool', description: 'Logs at every level.' })
export class Logging {
  run(_: object, __: object, { log }: CallContext) {
    log.debug('a detail');
    log.info('what happens');
    log.warning('what may go wrong');
    log.error('what went wrong');
    return 'Logged.';
  }
}
