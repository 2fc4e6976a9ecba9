import { describe, expect, it } from 'vitest';
import { clientOf, servedAs, textOf } from '../support/modes.js';

const LEVEL = 'io.modelcontextprotocol/logLevel';
const report = { name: 'report' };
const poll = { name: 'poll', arguments: { rounds: 2 } };

async function ready(mode: Parameters<typeof servedAs>[0]) {
  const client = await clientOf(mode, await servedAs(mode, { shim: { pacing: 0 } }));
  const logs: unknown[] = [];
  client.setNotificationHandler(
    'notifications/message',
    ({ params }) => void logs.push(params.data),
  );
  /** Calls a tool, and hands back what was reported meanwhile; the result comes after everything that was sent before it. */
  const reported = async (
    params: { name: string; arguments?: Record<string, unknown> } = report,
    more: object = {},
  ) => {
    const progress: number[] = [];
    logs.length = 0;
    await client.callTool(
      { ...params, ...more },
      { onprogress: (at) => void progress.push(at.progress) },
    );
    return { progress, logs: [...logs] };
  };
  return { client, reported };
}

describe.each(['2026 HTTP', '2026 stdio'] as const)('over %s', (mode) => {
  it('progress is told in every request, and rises within it', async () => {
    const { reported } = await ready(mode);
    expect((await reported()).progress).toEqual([1, 2]);
    expect((await reported(poll)).progress).toEqual([1, 1, 2, 2, 3]);
  });

  it('log messages are sent for the one request that asks for them, from the level it names', async () => {
    const { reported } = await ready(mode);
    expect((await reported()).logs).toEqual([]);
    expect((await reported(report, { _meta: { [LEVEL]: 'info' } })).logs).toEqual(['half']);
    expect((await reported(report, { _meta: { [LEVEL]: 'error' } })).logs).toEqual([]);
  });
});

describe.each(['2025 sessions', '2025 stdio', '2025 stateless'] as const)('over %s', (mode) => {
  it('progress is told, and rises over all rounds of the one request', async () => {
    const { reported } = await ready(mode);
    expect((await reported()).progress).toEqual([1, 2]);
    expect((await reported(poll)).progress).toEqual([1, 2, 3]);
  });
});

describe.each(['no shim, HTTP', 'no shim, stdio'] as const)('over %s', (mode) => {
  it('progress is told', async () => {
    expect((await (await ready(mode)).reported()).progress).toEqual([1, 2]);
  });
});

describe.each(['2025 sessions', '2025 stdio', 'no shim, stdio'] as const)('over %s', (mode) => {
  it('log messages are sent, and from the level that the client sets on', async () => {
    const { client, reported } = await ready(mode);
    expect((await reported()).logs).toEqual(['half']);
    await client.setLoggingLevel('error');
    expect((await reported()).logs).toEqual([]);
    await client.setLoggingLevel('info');
    expect((await reported()).logs).toEqual(['half']);
  });
});

describe.each(['2025 stateless', 'no shim, HTTP'] as const)('over %s', (mode) => {
  it('log messages are sent, all of them: a level is forgotten with its request', async () => {
    const { client, reported } = await ready(mode);
    await client.setLoggingLevel('error');
    expect((await reported()).logs).toEqual(['half']);
  });
});

describe.each(['2025 JSON only'] as const)('over %s', (mode) => {
  it('neither progress nor log messages are told: there is one body and no stream', async () => {
    const { client, reported } = await ready(mode);
    await client.setLoggingLevel('debug');
    expect(await reported()).toEqual({ progress: [], logs: [] });
    expect(await reported(poll)).toEqual({ progress: [], logs: [] });
    expect(textOf(await client.callTool(report))).toBe('reported');
  });
});
