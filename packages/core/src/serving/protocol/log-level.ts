import { ProtocolError, type Server, type StandardSchemaV1 } from '../sdk.js';

/** Least urgent first (RFC 5424 §6.2.1). */
const LEVELS: readonly unknown[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/** The level that a 2025 client set for its connection (spec 2025-11-25: server/utilities/logging): until it does, everything is sent. */
export interface LogLevel {
  lets(level: unknown): boolean;
}

/** On 2026 each request names its own level; the SDK goes by it. */
export const PER_REQUEST: LogLevel = { lets: () => true };

/** Answers `logging/setLevel`, in place of the SDK's own handler, which words a wrong level as an error of the server. */
export function perConnection(
  server: Server,
  asReceived: StandardSchemaV1<unknown, Readonly<Record<string, unknown>>>,
): LogLevel {
  let least = 0;
  server.setRequestHandler('logging/setLevel', { params: asReceived }, ({ level }) => {
    const at = LEVELS.indexOf(level);
    if (at < 0) throw new ProtocolError(-32_602, `level must be one of ${LEVELS.join(', ')}`);
    least = at;
    return {};
  });
  return { lets: (level) => LEVELS.indexOf(level) >= least };
}
