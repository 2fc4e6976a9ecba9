import type { Logger } from '../logger.js';
import type { Report } from './request.js';

/** Tells the operator of what a client sent that was left out, since nobody else hears of it. */
export function warnOf(logger: Logger, component: string, event: Parameters<Report>[0]): void {
  if (event.type !== 'roots.dropped') return;
  const { step, count } = event;
  logger.warn(
    { component, step, count },
    'a client listed roots that are no file: URIs; they were left out',
  );
}
