import type { ClientLog } from '../../rounds/context.js';
import { NotJson, throughJson } from '../../strict-json.js';
import type { Logger } from '../logger.js';
import type { Notify } from './call-context.js';
import type { Report } from './request.js';

/** Hears that a message was not sent, since its data is no JSON. */
export type Unsaid = (error: NotJson) => void;

/** Tells the operator of log messages of a call that were not sent. */
export const unsaidTo =
  (logger: Logger, component: string, report: Report): Unsaid =>
  (error) => {
    logger.warn({ err: error, component }, 'ctx.log: a message was not sent');
    report({ type: 'error', where: 'log', error });
  };

/**
 * Makes the log of one call. Which levels leave is the client's to say: per request on 2026, per session on 2025; the sender knows.
 * `data` is taken as it is now, since the message may be held. Data that is no JSON is not sent, and `unsaid` hears why:
 * a call does not fail over its log, since its effect may have happened.
 */
export function clientLog(notify: Notify, component: string, unsaid: Unsaid): ClientLog {
  const at = (level: keyof ClientLog) => (given: unknown, logger?: string) => {
    try {
      if (given === undefined) throw new NotJson('', 'is undefined: pass what there is to tell');
      const data = throughJson(given);
      notify('notifications/message', { level, logger: logger ?? component, data });
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      unsaid(error);
    }
  };
  return {
    debug: at('debug'),
    info: at('info'),
    notice: at('notice'),
    warning: at('warning'),
    error: at('error'),
    critical: at('critical'),
    alert: at('alert'),
    emergency: at('emergency'),
  };
}
