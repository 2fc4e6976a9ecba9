import type { LegacyBridge } from '@countersign/core';
import { drive } from './drive.js';
import type { LegacyRun } from './host.js';
import { legacyHttp } from './http.js';
import { type LegacyShimOptions, settle } from './options.js';

/**
 * Serves 2025 clients from the same classes, for `createServer({ legacy })`: questions become live requests on the client's own
 * session, over Streamable HTTP and stdio. Throws `ConfigError` `invalid_option`.
 *
 * ```ts
 * const server = createServer({ name: 'releases', version: '1.0.0', components: [Deploy], state: { codec }, legacy: legacyShim() });
 * ```
 */
export function legacyShim(options: LegacyShimOptions = {}): LegacyBridge {
  const settings = settle(options);
  return {
    attach: (core) => {
      const asks = { open: 0 };
      const parts = { ...settings, host: core.host, asks };
      const run: LegacyRun = (call, connection) => drive(call, connection, parts);
      const http = legacyHttp(core, run, settings);
      return {
        limits: {
          maxRounds: settings.maxRounds,
          asksOverHttp: settings.sessions !== false && !settings.jsonResponse,
        },
        run,
        fetch: http.fetch,
        stats: () => ({ sessions: http.sessions(), openAsks: asks.open }),
        drain: http.drain,
        close: http.close,
      };
    },
  };
}
