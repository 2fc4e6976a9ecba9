import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { visit } from './support/served.js';
import { ERAS, type Revision, type Visitor } from './support/visitor.js';

const TOLD = ['Tool execution started', 'Tool processing data', 'Tool execution completed'].map(
  (said) => ['info', said],
);

/** Calls a tool, logging from `level` on: by session in 2025, by request since. */
async function logging(
  { client }: Visitor,
  revision: Revision,
  name: string,
  level: 'debug' | 'warning',
) {
  if (revision === '2026-07-28')
    return client.callTool({ name, _meta: { [LOG_LEVEL_META_KEY]: level } });
  await client.setLoggingLevel(level);
  return client.callTool({ name });
}

describe.each(ERAS)('a client of $revision', ({ revision }) => {
  it('is told how far a tool got when it asks for it', async () => {
    const { client } = await visit(revision);
    const told: object[] = [];
    await client.callTool(
      { name: 'test_tool_with_progress' },
      { onprogress: (progress) => told.push(progress) },
    );
    expect(told).toEqual([0, 50, 100].map((progress) => ({ progress, total: 100 })));
  });

  it('is told what a tool logs, from the level it asked for', async () => {
    const visitor = await visit(revision);
    await logging(visitor, revision, 'test_tool_with_logging', 'debug');
    expect(visitor.logged).toEqual(TOLD);
    visitor.logged.length = 0;
    await logging(visitor, revision, 'test_logging_tool', 'warning');
    expect(visitor.logged.map(([level]) => level)).toEqual(['warning', 'error']);
  });

  it('is asked in the middle of a stream that tells progress', async () => {
    const visitor = await visit(revision);
    visitor.fills = { 'Go on?': { confirm: 'yes' } };
    const told: number[] = [];
    await visitor.client.callTool(
      { name: 'test_streaming_elicitation' },
      { onprogress: ({ progress }) => told.push(progress) },
    );
    expect(visitor.asked).toHaveLength(1);
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBe(1);
  });
});

it('is told nothing when a request of 2026 names no level, though another did', async () => {
  const visitor = await visit('2026-07-28');
  await logging(visitor, '2026-07-28', 'test_logging_tool', 'debug');
  expect(visitor.logged).toHaveLength(4);
  await visitor.client.callTool({ name: 'test_logging_tool' });
  expect(visitor.logged).toHaveLength(4);
});
