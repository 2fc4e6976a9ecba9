/** A refusal before anything of the request is served, in the shape of JSON-RPC. */
export const rpcError = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });

/** The one answer for an id that is unknown, expired, or somebody else's. */
export const sessionNotFound = (): Response => rpcError(404, -32_001, 'Session not found');
