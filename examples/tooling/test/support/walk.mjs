// @ts-check
// Loads a built server and walks its one tool through a question and a yes. Plain JavaScript, with no import of ours: whatever was
// bundled or minified, nobody here shares a module with it. Usage: node walk.mjs path/to/server.js
import { pathToFileURL } from 'node:url';

const { server } = await import(pathToFileURL(process.argv[2] ?? '').href);
const REVISION = '2026-07-28';

/** @param {object} more */
async function call(more) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'walk', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const request = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      host: '127.0.0.1',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': 'delete-note',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'delete-note', arguments: { id: 'a' }, _meta, ...more },
    }),
  });
  const { result, error } = await (await server.fetch(request)).json();
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}

const { inputRequests, requestState } = await call({});
console.log(inputRequests.confirm.params.message);
const { content } = await call({
  requestState,
  inputResponses: { confirm: { action: 'accept', content: { confirm: 'yes' } } },
});
console.log(content[0].text);
