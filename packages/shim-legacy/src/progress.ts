import type { LegacyCall } from './host.js';

/**
 * Lets progress only rise over all rounds of one request. Each round counts for itself, since a 2026 client sees each as a request
 * of its own; this client sees one (spec 2025-11-25: basic/utilities/progress, the value MUST increase).
 */
export function rising(notify: LegacyCall['notify']): LegacyCall['notify'] {
  let last = Number.NEGATIVE_INFINITY;
  return (method, params) => {
    if (method === 'notifications/progress') {
      const { progress } = params;
      if (typeof progress !== 'number' || progress <= last) return;
      last = progress;
    }
    notify(method, params);
  };
}
