import { play } from '@countersign/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { Checks } from '../src/checks.js';
import { sumServer } from '../src/server.js';
import { story } from '../src/story.js';
import { CHUNK } from '../src/sum-chunked.js';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** How many numbers there are, and in how many rounds they are added up. */
const SIZES = [
  [0, 1],
  [CHUNK, 1],
  [CHUNK + 1, 2],
  [3 * CHUNK, 3],
] as const;
const summed = (count: number, rounds: number) => ({ sum: (count * (count + 1)) / 2, rounds });

describe('sum-chunked', () => {
  it.each(SIZES)(
    'adds up %i numbers in %i requests of a modern client, and asks nothing',
    async (count, rounds) => {
      let flow = await play(sumServer()).call('sum-chunked', { numbers: upTo(count) });
      while (!flow.finished) {
        expect(flow.asks).toEqual({});
        flow = await flow.retry();
      }
      expect(flow.rounds).toBe(rounds);
      expect(flow.structured).toEqual(summed(count, rounds));
    },
  );

  it('goes on with no interim sum but its own, for no other numbers', async () => {
    const interim = await play(sumServer()).call('sum-chunked', { numbers: upTo(CHUNK + 1) });
    expect((await interim.retry()).structured).toEqual(summed(CHUNK + 1, 2));
    await expect(interim.tampered().retry()).rejects.toMatchObject({ code: 'unauthentic' });
    await expect(interim.with({ numbers: upTo(CHUNK + 2) }).retry()).rejects.toMatchObject({
      code: 'request',
    });
  });

  it.each([
    ['a session', {}],
    ['no session', { sessions: false }],
    ['JSON bodies', { jsonResponse: true }],
  ] as const)('adds up in one request of a 2025 client, over %s', async (_, shim) => {
    const server = sumServer({ ...shim, pacing: 0 });
    const transport = new StreamableHTTPClientTransport(new URL('http://sums.test/mcp'), {
      fetch: (to, init) => server.fetch(new Request(to, init)),
    });
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: 'legacy' } },
    );
    await client.connect(transport);
    for (const [count, rounds] of SIZES) {
      const { structuredContent } = await client.callTool({
        name: 'sum-chunked',
        arguments: { numbers: upTo(count) },
      });
      expect(structuredContent).toEqual(summed(count, rounds));
    }
    await client.close();
    await server.close();
  });
});

it('the story is as it tells', async () => {
  const lines: string[] = [];
  const check = new Checks('sum-chunked', (line) => lines.push(line));
  await story(check);
  expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
  expect(check.allKept).toBe(true);
});
