import { throughJson } from '../../json.js';
import type { ClientLog } from '../../rounds/context.js';
import type { Notify } from './call-context.js';

/**
 * Makes the log of one call. Which levels leave is the client's to say: per request on 2026, per session on 2025; the sender knows.
 * `data` is taken as it is now, since the message may be held; what has no JSON form is dropped: a log is no place to fail.
 */
export function clientLog(notify: Notify, component: string): ClientLog {
  const at = (level: keyof ClientLog) => (given: unknown, logger?: string) => {
    const data = asJson(given);
    if (data !== undefined)
      notify('notifications/message', { level, logger: logger ?? component, data });
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

function asJson(value: unknown): unknown {
  try {
    return throughJson(value);
  } catch {
    return undefined;
  }
}
