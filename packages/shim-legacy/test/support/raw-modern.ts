import { EVERYTHING_DECLARED, type RawStream, streamOf } from './raw-session.js';

const REVISION = '2026-07-28';
const OF = 'io.modelcontextprotocol/';

/** What a modern client says of itself on every request; it wants to hear what the server logs. */
export const envelope = (more: object = {}) => ({
  [`${OF}protocolVersion`]: REVISION,
  [`${OF}clientInfo`]: { name: 'raw', version: '0' },
  [`${OF}clientCapabilities`]: EVERYTHING_DECLARED,
  [`${OF}logLevel`]: 'debug',
  ...more,
});

/** One call of a modern client by hand, or its retry with answers and state. */
export async function modernCall(
  url: URL,
  id: number | string,
  name: string,
  args: object,
  more: object,
  _meta: object,
): Promise<RawStream> {
  const abort = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args, ...more, _meta: envelope(_meta) },
    }),
    signal: abort.signal,
  });
  return streamOf(response, abort);
}
