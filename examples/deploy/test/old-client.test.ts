import { aeadCodec } from '@countersign/codec-aead';
import { legacyShim } from '@countersign/shim-legacy';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { Releases } from '../src/releases.js';
import { releaseService } from '../src/service.js';

const keys = [new Uint8Array(32).fill(7)];

/** A client of 2025 that deploys to staging, whose user says yes to what it is asked. */
async function deployed(shim: Parameters<typeof legacyShim>[0]) {
  const releases = new Releases();
  const server = releaseService(
    { state: { codec: aeadCodec({ keys }) }, legacy: legacyShim(shim) },
    releases,
  );
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: { confirm: 'yes' } };
  });
  const inProcess = (to: string | URL, init?: RequestInit) => server.fetch(new Request(to, init));
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://releases.test/mcp'), { fetch: inProcess }),
  );
  const result = await client.callTool({ name: 'deploy', arguments: { env: 'staging' } });
  await client.close();
  await server.close();
  return { asked, result, deployments: releases.deployments };
}

it('deploys for a client of 2025 what its user confirmed over the session', async () => {
  const { asked, result, deployments } = await deployed({});
  expect(asked).toEqual(['Deploy 42 to staging?']);
  expect(result.content).toEqual([{ type: 'text', text: 'Deployed 42 to staging.' }]);
  expect(deployments).toMatchObject([{ build: 42, env: 'staging' }]);
});

it('deploys nothing where a client of 2025 cannot be asked', async () => {
  const { asked, result, deployments } = await deployed({ sessions: false });
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('sessions: false') }],
  });
  expect(asked).toEqual([]);
  expect(deployments).toEqual([]);
});
