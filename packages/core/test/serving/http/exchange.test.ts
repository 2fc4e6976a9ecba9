import { afterEach, describe, expect, it } from 'vitest';
import {
  type CallContext,
  type CountersignServer,
  createServer,
  Tool,
} from '../../../src/index.js';
import { longWayServer } from '../../../src/serving/create-server.js';
import { exchange } from '../../../src/serving/http/exchange.js';
import { shortPath } from '../../../src/serving/http/short-path.js';
import type { WireAnswer } from '../../../src/serving/legacy-bridge.js';
import type { ReceivedCall, Surface } from '../../../src/serving/surface/surface.js';
import { linesLogger, rawRequest, soon } from '../../support/serving.js';

interface Running {
  readonly ctx: CallContext;
  finish(text: string): void;
}
const running: Running[] = [];

@Tool({ name: 'slow', description: 'Ends when the test says so.' })
class Slow {
  run(_: object, _answers: object, ctx: CallContext) {
    return new Promise<string>((resolve) => running.push({ ctx, finish: resolve }));
  }
}

const servers: CountersignServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 }))));

const reports = { params: { name: 'slow', _meta: { progressToken: 7 } } };

/** One call, from the moment at which its body runs. The request is kept, since its signal is held by nothing else. */
async function called(
  make: typeof createServer,
  raw: Parameters<typeof rawRequest>[1] = reports,
  init: RequestInit = {},
) {
  running.length = 0;
  const { lines, logger } = linesLogger();
  const server = make({ name: 'slow', version: '1', components: [Slow], logger });
  servers.push(server);
  const request = rawRequest('http://127.0.0.1/mcp', raw, init);
  const response = server.fetch(request);
  await soon(() => expect(running).toHaveLength(1));
  return { server, request, response, lines, ...(running[0] as Running) };
}

describe.each([
  ['on the short path', createServer],
  ['on the SDK’s', longWayServer],
])('a call %s', (_, make) => {
  it('is answered as JSON when nothing is sent before the answer', async () => {
    const { response, finish, ctx } = await called(make, { params: { name: 'slow' } });
    ctx.progress(1);
    ctx.log.error('nobody asked for it');
    finish('done');
    expect((await response).headers.get('content-type')).toBe('application/json');
    expect(await (await response).json()).toMatchObject({
      id: 1,
      result: { content: [{ text: 'done' }] },
    });
  });

  it('becomes a stream with the first thing that is sent, at once, and keeps the order', async () => {
    const { response, finish, ctx } = await called(make);
    ctx.progress(1, 2, 'half');
    const { headers, body } = await response;
    expect(headers.get('content-type')).toBe('text/event-stream');
    const reader = (body as ReadableStream).pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('"message":"half"');
    ctx.progress(2);
    expect((await reader.read()).value).toContain('"progress":2');
    finish('done');
    let rest = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value;
    expect(rest.match(/^data: /gm)).toHaveLength(1);
    expect(rest).toContain('"text":"done"');
  });

  it('is cancelled by a client that leaves before the answer', async () => {
    const leaving = new AbortController();
    const { response, ctx, finish, request } = await called(make, reports, {
      signal: leaving.signal,
    });
    expect(ctx.signal.aborted).toBe(false);
    leaving.abort();
    expect(ctx.signal.aborted).toBe(request.signal.aborted);
    expect(await response).toMatchObject({ status: 499, body: null });
    ctx.progress(1);
    finish('nobody reads this');
  });

  it('is cancelled by a client that closes the stream', async () => {
    const { response, ctx, finish } = await called(make);
    ctx.progress(1);
    await (await response).body?.cancel();
    expect(ctx.signal.aborted).toBe(true);
    ctx.progress(2);
    finish('nobody reads this');
  });

  it('ends with its server, before and after it became a stream', async () => {
    for (const streams of [false, true]) {
      const { server, response, ctx, lines } = await called(make);
      if (streams) ctx.progress(1);
      const first = streams ? await response : undefined;
      await server.close({ graceMs: 0 });
      expect(ctx.signal.aborted).toBe(true);
      if (first === undefined) expect((await response).status).toBe(499);
      else expect(await first.text()).toContain('"progress":1');
      expect(lines.all.filter(({ level }) => level === 'error')).toEqual([]);
    }
  });

  it('is not begun for a client that is gone', async () => {
    const { server } = await called(make);
    const gone = rawRequest(
      'http://127.0.0.1/mcp',
      { params: { name: 'slow' } },
      { signal: AbortSignal.abort() },
    );
    const response = await server.fetch(gone);
    expect(response.status).toBe(499);
    expect(running).toHaveLength(1);
  });
});

describe('an exchange', () => {
  const begin = (wantsLog: boolean) => {
    const request = rawRequest('http://x/mcp', {});
    let handedOver = 0;
    let call: ReceivedCall | undefined;
    let finish: (answer: WireAnswer) => void = () => undefined;
    const begun = exchange({
      surface: {
        call: (received) => {
          call = received;
          return new Promise((resolve) => {
            finish = resolve;
          });
        },
      },
      request,
      recognised: {
        method: 'tools/call',
        id: 1,
        params: {},
        capabilities: {},
        client: {},
        wantsLog,
        state: undefined,
        responses: undefined,
      },
      token: undefined,
      write: () => '{}',
      handOver: async () => {
        handedOver++;
        return new Response('the SDK’s');
      },
    });
    return {
      begun,
      call: call as unknown as ReceivedCall,
      finish: () => finish({ result: {} }),
      handedOver: () => handedOver,
    };
  };
  const log = ['notifications/message', { level: 'info', data: 1 }] as const;

  it('is taken over once, when the first thing is sent, and for no log that nobody wants', async () => {
    const wanted = begin(true);
    wanted.call.notify(...log);
    wanted.call.notify(...log);
    expect(wanted.handedOver()).toBe(1);
    expect(await (await wanted.begun.response).text()).toBe('the SDK’s');

    const unwanted = begin(false);
    unwanted.call.notify(...log);
    unwanted.finish();
    expect(await (await unwanted.begun.response).text()).toBe('{}');
    expect(unwanted.handedOver()).toBe(0);
  });

  it('sends nothing once it is answered or abandoned', async () => {
    const answered = begin(true);
    answered.finish();
    await answered.begun.response;
    answered.call.notify(...log);
    const abandoned = begin(true);
    abandoned.begun.abandon();
    abandoned.call.notify(...log);
    abandoned.finish();
    expect((await abandoned.begun.response).status).toBe(499);
    expect([answered.handedOver(), abandoned.handedOver()]).toEqual([0, 0]);
  });
});

describe('the short path', () => {
  const page = { tools: [] };
  const surface = (parts: Partial<Surface>) =>
    ({
      info: { name: 'x', version: '1' },
      kinds: { tools: true, prompts: false, resources: false },
      cacheHints: {},
      mirrored: new Map(),
      list: () => ({ result: page }),
      call: async () => ({ result: { content: [] } }),
      ...parts,
    }) as Surface;
  const serve = async (parts: Partial<Surface>, raw: Parameters<typeof rawRequest>[1]) => {
    const request = rawRequest('http://x/mcp', raw);
    const body: unknown = await request.clone().json();
    return shortPath(surface(parts)).serve(
      request,
      body,
      undefined,
      async () => new Response('the long way'),
    );
  };

  it('leaves tools to the SDK whose parameters come as headers too', async () => {
    expect((await serve({}, { params: { name: 'tool' } }))?.status).toBe(200);
    expect(
      await serve({ mirrored: new Map([['tool', {}]]) }, { params: { name: 'tool' } }),
    ).toBeUndefined();
  });

  it('leaves to the SDK what the server has nothing of, and cursors that are none', async () => {
    expect((await serve({}, { method: 'tools/list' }))?.status).toBe(200);
    expect(await serve({}, { method: 'prompts/list' })).toBeUndefined();
    const none = { list: () => ({ error: { code: -32_602, message: 'Unknown cursor' } }) };
    expect(await serve(none, { method: 'tools/list' })).toBeUndefined();
  });
});
