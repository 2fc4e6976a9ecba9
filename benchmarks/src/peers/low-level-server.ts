import { randomBytes } from 'node:crypto';
import { createMcpHandler, fromJsonSchema, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { deploy, deployStateCodec } from './official-deploy.js';
import { CALLER, CONFIRM_TITLE, DESCRIPTION, type Peer, toolName } from './peer.js';

const inputSchema = {
  type: 'object' as const,
  properties: { env: { type: 'string' } },
  required: ['env'],
};
const confirmation = {
  reads: z.object({ confirm: z.boolean() }),
  shows: {
    type: 'object' as const,
    properties: { confirm: { type: 'boolean' as const, title: CONFIRM_TITLE } },
    required: ['confirm'],
  },
};

/** The official low-level `Server` as its documentation writes it: JSON Schemas by hand, made once, dispatch by name. */
export function lowLevelServer(name: string, tools: number): Peer {
  const codec = deployStateCodec(randomBytes(32));
  const listed = Array.from({ length: tools }, (_, at) => ({
    name: toolName(at),
    description: DESCRIPTION,
    inputSchema,
  }));
  const inputs = new Map(
    listed.map((tool) => [tool.name, fromJsonSchema<{ env: string }>(tool.inputSchema)]),
  );
  const handler = createMcpHandler(() => {
    const server = new Server(
      { name: 'bench', version: '1.0.0' },
      { capabilities: { tools: {} }, requestState: { verify: codec.verify } },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: listed }));
    server.setRequestHandler('tools/call', async ({ params }, ctx) => {
      const input = inputs.get(params.name);
      if (input === undefined)
        return { content: [{ type: 'text', text: `Unknown tool: ${params.name}` }], isError: true };
      const parsed = await input['~standard'].validate(params.arguments ?? {});
      if (parsed.issues)
        return {
          content: [{ type: 'text', text: parsed.issues.map(({ message }) => message).join('; ') }],
          isError: true,
        };
      return deploy(parsed.value.env, ctx, codec, confirmation);
    });
    return server;
  });
  return {
    name,
    fetch: (request) => handler.fetch(request, { authInfo: CALLER }),
    close: () => handler.close(),
  };
}
