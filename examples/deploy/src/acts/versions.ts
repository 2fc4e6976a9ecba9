import type { Act } from '../stage.js';
import type { Message } from '../wire.js';

const UNKNOWN = '2099-01-01';
const META = 'io.modelcontextprotocol';

/** A client from the future learns what it can speak instead (spec: basic/versioning). */
export const versions: Act = {
  title: 'A revision that the server does not know',
  async play(stage) {
    const _meta = {
      [`${META}/protocolVersion`]: UNKNOWN,
      [`${META}/clientInfo`]: { name: 'from the future', version: '1' },
      [`${META}/clientCapabilities`]: {},
    };
    const response = await fetch(stage.url(), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await stage.token('bob')}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': UNKNOWN,
        'mcp-method': 'tools/list',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }),
    });
    const { error } = (await response.json()) as Message;
    const { supported } = (error?.data ?? {}) as { supported?: readonly string[] };
    stage.check.equal('it is told so', error?.code, -32_022);
    stage.check.that(
      `... with the supported ones: ${supported?.join(', ')}`,
      supported?.includes('2026-07-28') === true,
    );
  },
};
