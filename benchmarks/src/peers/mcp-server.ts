import { randomBytes } from 'node:crypto';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { deploy, deployStateCodec } from './official-deploy.js';
import { CALLER, CONFIRM_TITLE, DESCRIPTION, type Peer, toolName } from './peer.js';

const confirmationSchema = () => z.object({ confirm: z.boolean().meta({ title: CONFIRM_TITLE }) });
const inputSchema = () => z.object({ env: z.string() });

/**
 * The official `McpServer` as its documentation writes it: the factory makes a server for each request and registers the tools
 * on it, with their schemas spelled out in place.
 */
export function documentedMcpServer(name: string, tools: number): Peer {
  const codec = deployStateCodec(randomBytes(32));
  const handler = createMcpHandler(() => {
    const server = new McpServer(
      { name: 'bench', version: '1.0.0' },
      { requestState: { verify: codec.verify } },
    );
    for (let at = 0; at < tools; at++) {
      const confirmation = confirmationSchema();
      server.registerTool(
        toolName(at),
        { description: DESCRIPTION, inputSchema: inputSchema() },
        ({ env }, ctx) => deploy(env, ctx, codec, { reads: confirmation, shows: confirmation }),
      );
    }
    return server;
  });
  return {
    name,
    fetch: (request) => handler.fetch(request, { authInfo: CALLER }),
    close: () => handler.close(),
  };
}

/** The same with every zod schema made once, outside the factory. */
export function hoistedMcpServer(name: string, tools: number): Peer {
  const codec = deployStateCodec(randomBytes(32));
  const made = Array.from({ length: tools }, (_, at) => ({
    tool: toolName(at),
    config: { description: DESCRIPTION, inputSchema: inputSchema() },
    confirmation: confirmationSchema(),
  }));
  const handler = createMcpHandler(() => {
    const server = new McpServer(
      { name: 'bench', version: '1.0.0' },
      { requestState: { verify: codec.verify } },
    );
    for (const { tool, config, confirmation } of made) {
      server.registerTool(tool, config, ({ env }, ctx) =>
        deploy(env, ctx, codec, { reads: confirmation, shows: confirmation }),
      );
    }
    return server;
  });
  return {
    name,
    fetch: (request) => handler.fetch(request, { authInfo: CALLER }),
    close: () => handler.close(),
  };
}
