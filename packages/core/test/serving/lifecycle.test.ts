import { request as httpRequest } from 'node:http';
import { Server } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CallContext, type CountersignServer, Tool } from '../../src/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { EVERYTHING } from '../support/releases.js';
import {
  accept,
  answered,
  client,
  rawRequest,
  soon,
  testServer,
  tool,
} from '../support/serving.js';

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

interface Running {
  readonly signal: AbortSignal;
  finish(text: string): void;
}
const running: Running[] = [];
let disposed = 0;

@Tool({ name: 'slow', description: 'Ends when the test says so.' })
class Slow {
  run(_: object, _answers: object, ctx: CallContext) {
    ctx.progress(1);
    return new Promise<string>((resolve) => running.push({ signal: ctx.signal, finish: resolve }));
  }
  dispose() {
    disposed++;
  }
}

async function served(options: Parameters<typeof testServer>[0] = {}) {
  running.length = 0;
  disposed = 0;
  const made = testServer({ components: [...EVERYTHING, Slow], ...options });
  servers.push(made.server);
  const listening = await made.server.listen();
  disposed = 0;
  return { ...made, listening, url: listening.url };
}

const entered = (count = 1) => soon(() => expect(running).toHaveLength(count));

describe('a listener', { timeout: 30_000 }, () => {
  it('lets a request in flight finish when it closes, and accepts no other', async () => {
    const { listening, url } = await served();
    const call = tool(url, 'slow', {});
    await entered();
    const closed = listening.close();
    await soon(() => expect(fetch(url)).rejects.toThrow());
    running[0]?.finish('in time');
    expect((await call).body.result.content[0].text).toBe('in time');
    await closed;
    expect(disposed).toBe(1);
  });

  it('aborts what is still in flight after the grace', async () => {
    const { listening, url } = await served();
    const call = tool(url, 'slow', {}).catch((error: unknown) => error);
    await entered();
    await listening.close({ graceMs: 20 });
    expect(running[0]?.signal.aborted).toBe(true);
    expect(await call).toBeInstanceOf(Error);
  });

  it('aborts the signal of a 2026 call whose client closes the connection, and of no other', async () => {
    const { url } = await served();
    const stays = tool(url, 'slow', {});
    await entered();
    const request = rawRequest(url, { params: { name: 'slow' } });
    const leaves = httpRequest(url, {
      method: 'POST',
      headers: Object.fromEntries(request.headers),
    });
    leaves.on('error', () => undefined);
    leaves.end(await request.text());
    await entered(2);
    leaves.destroy();
    await soon(() => expect(running[1]?.signal.aborted).toBe(true));
    expect(running[0]?.signal.aborted).toBe(false);
    running[1]?.finish('nobody reads this');
    running[0]?.finish('still here');
    expect((await stays).body.result.content[0].text).toBe('still here');
    await soon(() => expect(disposed).toBe(2));
  });

  it('sends what a body reports at once, not with its result', async () => {
    const { url } = await served();
    const official = await client(url, '2026');
    const reports: number[] = [];
    const call = official.callTool(
      { name: 'slow', arguments: {} },
      { onprogress: ({ progress }) => void reports.push(progress) },
    );
    await soon(() => expect(reports).toEqual([1]));
    running[0]?.finish('after the report');
    expect(await call).toMatchObject({ content: [{ text: 'after the report' }] });
    await official.close();
  });

  it('refuses an address that is taken', async () => {
    const { server, url } = await served();
    await expect(server.listen({ port: Number(url.port) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

describe('a server that closes under a call of fetch', () => {
  const called = async (url: string) => {
    const { server } = testServer({ components: [Slow] });
    running.length = 0;
    disposed = 0;
    const body = {
      params: { name: 'slow', ...(url.endsWith('?stream') && { _meta: { progressToken: 1 } }) },
    };
    const response = server.fetch(rawRequest(url, body)).then(answered);
    await entered();
    return { server, response };
  };

  it('lets it finish, disposes what it made, and closes only then', async () => {
    for (const url of ['http://x/mcp', 'http://x/mcp?stream']) {
      const { server, response } = await called(url);
      let open = true;
      const closed = server.close().then(() => {
        open = false;
      });
      expect((await server.fetch(rawRequest(url, { method: 'tools/list' }))).status).toBe(503);
      await new Promise((resolve) => setImmediate(resolve));
      expect({ open, disposed, aborted: running[0]?.signal.aborted }).toEqual({
        open: true,
        disposed: 0,
        aborted: false,
      });
      running[0]?.finish('in time');
      expect((await response).body.result.content[0].text).toBe('in time');
      await closed;
      expect(disposed).toBe(2); // and the one that was made at the start
    }
  });

  it('aborts it after the grace', async () => {
    const { server, response } = await called('http://x/mcp');
    await server.close({ graceMs: 20 });
    expect(running[0]?.signal.aborted).toBe(true);
    expect((await response).status).toBe(499);
  });
});

describe('a server that is closed while it binds', () => {
  it('leaves nothing bound', async () => {
    const { server } = testServer();
    const opened: Server[] = [];
    const listen = vi.spyOn(Server.prototype, 'listen');
    const binding = server.listen();
    opened.push(...(listen.mock.contexts as Server[]));
    listen.mockRestore();
    await server.close();
    await expect(binding).rejects.toMatchObject({ code: 'unsafe_serving' });
    expect(opened.map(({ listening }) => listening)).toEqual([false]);
  });
});

describe('a closed server', () => {
  it('answers 503 and stays closed', async () => {
    const { server } = testServer();
    await Promise.all([server.close(), server.close()]);
    expect((await server.fetch(rawRequest('http://x/mcp', { method: 'tools/list' }))).status).toBe(
      503,
    );
    await expect(server.listen()).rejects.toMatchObject({ code: 'unsafe_serving' });
  });
});

describe('again with afterMs', () => {
  it('keeps the answer on the server, no longer than holdMs, and seals afterwards', async () => {
    const clock = new FakeClock();
    const { server, events } = testServer({
      clock,
      state: { codec: (await import('../support/test-codec.js')).testCodec(), holdMs: 3000 },
    });
    servers.push(server);
    const first = tool(server, 'poll', {});
    await soon(() => expect(clock.slept).toEqual([3000]));
    expect(events).toEqual([]);
    clock.advance(3000);
    const interim = (await first).body.result;
    expect(interim).toMatchObject({
      resultType: 'input_required',
      requestState: expect.any(String),
    });
    expect(interim).not.toHaveProperty('inputRequests');
    expect(events.map(({ type }) => type)).toEqual(['round.again']);

    clock.advance(2000);
    const second = tool(server, 'poll', {}, { requestState: interim.requestState });
    await soon(() => expect(clock.slept).toHaveLength(2));
    clock.advance(3000);
    const third = tool(
      server,
      'poll',
      {},
      { requestState: (await second).body.result.requestState },
    );
    await soon(() => expect(clock.slept).toHaveLength(3));
    clock.advance(3000);
    expect((await third).body.result).toBeDefined();
  });

  it('holds any number of answers at once, and Node warns of no leak', async () => {
    const warned: string[] = [];
    const warning = vi
      .spyOn(process, 'emitWarning')
      .mockImplementation((told) => void warned.push(told instanceof Error ? told.name : told));
    try {
      const crowded = new AbortController().signal;
      for (let nth = 0; nth < 50; nth++) crowded.addEventListener('abort', () => nth);
      expect(warned.splice(0)).toEqual(['MaxListenersExceededWarning']); // a crowd is heard of
      const clock = new FakeClock();
      const { server } = testServer({ clock });
      servers.push(server);
      const held = Array.from({ length: 50 }, () => tool(server, 'poll', {}));
      await soon(() => expect(clock.slept).toEqual(held.map(() => 5000)));
      await server.close();
      for (const { body } of await Promise.all(held))
        expect(body.result.requestState).toEqual(expect.any(String));
      expect(warned).toEqual([]);
    } finally {
      warning.mockRestore();
    }
  });

  it('ends the wait when the caller leaves', async () => {
    const clock = new FakeClock();
    const { server, lines } = testServer({ clock });
    servers.push(server);
    const leave = new AbortController();
    const request = rawRequest(
      'http://x/mcp',
      { params: { name: 'poll' } },
      { signal: leave.signal },
    );
    const response = server.fetch(request);
    await soon(() => expect(clock.slept).toHaveLength(1));
    leave.abort();
    expect((await response).status).toBe(499);
    expect(lines.text()).not.toContain('threw');
  });
});

describe('time', () => {
  it('expires a round after its time to live, and a flow at its deadline', async () => {
    const clock = new FakeClock();
    const { server, events } = testServer({ clock });
    servers.push(server);
    const asked = await tool(server, 'deploy', { env: 'prod' });
    const partly = {
      requestState: asked.body.result.requestState,
      inputResponses: { confirm: accept({ confirm: true }) },
    };
    clock.advance(599_000);
    const open = await tool(server, 'deploy', { env: 'prod' }, partly);
    expect(open.body.result.resultType).toBe('input_required');
    clock.advance(1000);
    events.length = 0;
    expect((await tool(server, 'deploy', { env: 'prod' }, partly)).body.error.code).toBe(-32602);
    expect(events).toMatchObject([{ type: 'state.refused', code: 'expired' }]);
  });
});

describe('a state over its size', () => {
  it('asks again for an answer that would not fit, and takes one that does', async () => {
    const { testCodec } = await import('../support/test-codec.js');
    const { server } = testServer({ state: { codec: testCodec(), maxBytes: 4096 } });
    servers.push(server);
    const asked = await tool(server, 'deploy', { env: 'prod' });
    const long = {
      requestState: asked.body.result.requestState,
      inputResponses: { ticket: accept({ id: 'x'.repeat(8000) }) },
    };
    const again = await tool(server, 'deploy', { env: 'prod' }, long);
    expect(again.body.result.inputRequests.ticket.params.message).toMatch(/long/);
    const fits = await tool(
      server,
      'deploy',
      { env: 'prod' },
      { ...long, inputResponses: { ticket: accept({ id: 'x'.repeat(500) }) } },
    );
    expect(Object.keys(fits.body.result.inputRequests)).toEqual(['confirm']);
  });
});
