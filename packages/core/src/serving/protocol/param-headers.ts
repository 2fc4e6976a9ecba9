import type { JsonObject } from '../../json.js';
import { McpServer, type Server } from '../sdk.js';

/** The tools whose arguments HTTP clients mirror into `Mcp-Param-*` headers, with the input that says so. */
export type Mirrored = ReadonlyMap<string, JsonObject>;

/**
 * A carrier of a low-level server, by which the SDK's HTTP entry learns what `Mcp-Param-*` headers a tool declares; it compares them
 * with the body before anything is called (spec: basic/transports/streamable-http, Server Behavior for Custom Headers). The method is
 * internal to the SDK, and pinned by a test.
 */
class Carrier extends McpServer {
  #mirrored: Mirrored = new Map();

  static of(mirrored: Mirrored, ...args: ConstructorParameters<typeof McpServer>): Carrier {
    const carrier = new Carrier(...args);
    carrier.#mirrored = mirrored;
    return carrier;
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#mirrored.get(name);
  }
}

/** Makes a carrier, and the low-level server in it, to which capabilities and handlers are added. */
export function carried(
  mirrored: Mirrored,
  ...args: ConstructorParameters<typeof McpServer>
): { carrier: McpServer; server: Server } {
  const carrier = Carrier.of(mirrored, ...args);
  return { carrier, server: carrier.server };
}

/**
 * Whether the headers of a request may have to be compared: unless it calls, by the name in its headers, a tool that declares none.
 * The SDK has refused a request whose `Mcp-Method` or `Mcp-Name` does not say what its body says, or is missing.
 */
export function needsCarrier(mirrored: Mirrored, headers: Headers | undefined): boolean {
  if (mirrored.size === 0 || headers === undefined || headers.get('mcp-method') !== 'tools/call')
    return false;
  const name = headers.get('mcp-name');
  return name !== null && (mirrored.has(name) || name.startsWith('=?base64?'));
}
