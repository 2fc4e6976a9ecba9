import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Answers,
  again,
  type CallContext,
  Compute,
  createServer,
  type ServerEvent,
  type ServerOptions,
  Tool,
} from '../../../src/index.js';
import { call, client, linesLogger, rawRequest, soon } from '../../support/serving.js';
import { testCodec } from '../../support/test-codec.js';

const open: { close(options: { graceMs: number }): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close({ graceMs: 0 }))));

const LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;
const LEVEL = 'io.modelcontextprotocol/logLevel';

@Tool({ name: 'levels', description: 'Logs at every level.' })
class Levels {
  run(_: object, _answers: object, { log }: CallContext) {
    const data = { at: 'debug' };
    log.debug(data);
    data.at = 'changed later';
    for (const level of LEVELS.slice(1))
      log[level]({ at: level }, level === 'error' ? 'disk' : undefined);
    const round: { self?: unknown } = {};
    round.self = round;
    for (const unsayable of [undefined, 1n, round, () => 1]) log.emergency(unsayable);
    return 'logged';
  }
}

@Tool({ name: 'steps', description: 'Is told of by two steps at once.' })
class Steps {
  @Compute({ readable: true }) async first(_: object, _answers: object, ctx: CallContext) {
    ctx.progress(1, 10, 'first');
    await Promise.resolve();
    ctx.progress(5, 10);
    return 1;
  }
  @Compute({ readable: true }) async second(_: object, _answers: object, ctx: CallContext) {
    ctx.progress(1, 10, 'not above the first');
    await Promise.resolve();
    ctx.progress(3, 10, 'not above the first');
    return 2;
  }
  run(_: object, { first, second }: Answers<Steps>, ctx: CallContext) {
    ctx.progress(Number.NaN);
    ctx.progress(Number.POSITIVE_INFINITY);
    ctx.progress(7.5, Number.NaN, 7 as never);
    ctx.progress(7.5, 10, 'the same again');
    ctx.progress(7);
    ctx.progress(8, undefined, 'nearly');
    return first + second;
  }
}

let late: (() => void) | undefined;
@Tool({ name: 'late', description: 'Leaves something running.' })
class Late {
  run(_: object, _answers: object, ctx: CallContext) {
    ctx.progress(1);
    late = () => {
      ctx.progress(2);
      ctx.log.emergency('too late');
    };
    return 'done';
  }
}

@Tool({ name: 'poll', description: 'Takes three rounds.', input: z.object({}) })
class Poll {
  @Compute({ readable: true }) count(_: object, _answers: object, ctx: CallContext) {
    const seen = (ctx.step.carried as number | undefined) ?? 0;
    ctx.progress(seen + 1, 3);
    return seen < 2 ? again(seen + 1) : seen;
  }
  run(_: object, { count }: Answers<Poll>) {
    return `counted ${count}`;
  }
}

function made(options: Partial<ServerOptions> = {}) {
  const { logger, lines } = linesLogger();
  const server = createServer({
    name: 'telling',
    version: '1',
    components: [Levels, Steps, Late, Poll],
    state: { codec: testCodec() },
    logger,
    ...options,
  });
  open.push(server);
  return { server, lines };
}

async function connected(era: '2026' | '2025') {
  const { url } = await made().server.listen();
  const official = await client(url, era);
  open.push({ close: () => official.close() });
  const logs: { level: string; logger?: string; data?: unknown }[] = [];
  official.setNotificationHandler(
    'notifications/message',
    ({ params }) => void logs.push(params as (typeof logs)[number]),
  );
  return { official, logs, url };
}

describe('ctx.log, for a 2026 client', () => {
  it.each(LEVELS)(
    'sends what is at least %s to a request that names it, under the component’s name or another',
    async (level) => {
      const { official, logs } = await connected('2026');
      await official.callTool({ name: 'levels', _meta: { [LEVEL]: level } });
      expect(logs.map((log) => log.level)).toEqual(LEVELS.slice(LEVELS.indexOf(level)));
      for (const log of logs)
        expect(log).toEqual({
          level: log.level,
          logger: log.level === 'error' ? 'disk' : 'levels',
          data: { at: log.level },
        });
    },
  );

  it('sends nothing to a request that names no level', async () => {
    const { official, logs } = await connected('2026');
    await official.callTool({ name: 'levels' });
    expect(logs).toEqual([]);
    await official.callTool({ name: 'levels', _meta: { [LEVEL]: 'alert' } });
    expect(logs).toHaveLength(2);
  });

  it('refuses a level that there is not', async () => {
    const { url } = await connected('2026');
    const asked = (level: string) =>
      call(url, { params: { name: 'levels', arguments: {}, _meta: { [LEVEL]: level } } });
    expect((await asked('info')).body.result.content[0].text).toBe('logged');
    expect((await asked('loud')).body.error.code).toBe(-32602);
  });
});

describe('ctx.log of what is no JSON', () => {
  it('sends nothing, tells the operator place and cure, and lets the call go on', async () => {
    const events: ServerEvent[] = [];
    const { server, lines } = made({ onEvent: (event) => events.push(event) });
    const { url } = await server.listen();
    const params = { name: 'levels', arguments: {}, _meta: { [LEVEL]: 'emergency' } };
    const answer = await call(url, { params });
    expect(answer.body.result.content[0].text).toBe('logged');
    expect(lines.all.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn']);
    expect(lines.text()).toContain('the value is a bigint, which has no JSON form: write it as');
    expect(lines.text()).toContain('self is an object inside itself');
    const errors = events.filter(({ type }) => type === 'error');
    expect(errors).toMatchObject(Array(4).fill({ where: 'log', error: expect.any(TypeError) }));
  });
});

describe('ctx.log, for a 2025 client', () => {
  it('sends every level under the component’s name or another, where no session keeps a level', async () => {
    const { official, logs } = await connected('2025');
    await official.callTool({ name: 'levels' });
    expect(logs.map(({ level }) => level)).toEqual(LEVELS);
    expect(logs.map(({ logger }) => logger).filter((name) => name !== 'levels')).toEqual(['disk']);
  });

  it('keeps the level of its connection on stdio, and refuses one that there is not', async () => {
    const { server } = made();
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const ended = server.stdio({ stdin, stdout, exit: false });
    let text = '';
    stdout.on('data', (chunk) => {
      text += String(chunk);
    });
    const messages = () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const answer = (id: number) =>
      soon(() => {
        const found = messages().find((message) => message.id === id);
        expect(found).toBeDefined();
        return found;
      });
    const send = (message: object) =>
      void stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '0' },
      },
    });
    expect((await answer(0)).result.capabilities).toHaveProperty('logging');
    send({ method: 'notifications/initialized' });
    send({ id: 1, method: 'logging/setLevel', params: { level: 'critical' } });
    expect((await answer(1)).result).toEqual({});
    send({ id: 2, method: 'logging/setLevel', params: { level: 'loud' } });
    expect((await answer(2)).error).toMatchObject({ code: -32602 });
    send({ id: 3, method: 'tools/call', params: { name: 'levels', arguments: {} } });
    await answer(3);
    const levels = messages()
      .filter(({ method }) => method === 'notifications/message')
      .map(({ params }) => params.level);
    expect(levels).toEqual(['critical', 'alert', 'emergency']);
    stdin.end();
    await ended;
  });
});

describe.each(['2026', '2025'] as const)('ctx.progress, for a %s client', (era) => {
  it('only rises, whoever tells of it, with total and message', async () => {
    const { official } = await connected(era);
    const seen: object[] = [];
    const result = await official
      .callTool({ name: 'steps' }, { onprogress: (at) => void seen.push({ ...at }) })
      .catch((error) => error);
    expect(result.content).toEqual([{ type: 'text', text: '3' }]);
    expect(seen).toEqual([
      { progress: 1, total: 10, message: 'first' },
      { progress: 5, total: 10 },
      { progress: 7.5 },
      { progress: 8, message: 'nearly' },
    ]);
  });
});

/** The progress that one request was told. */
async function told(
  url: URL,
  params: object,
): Promise<{ progress: { progressToken: unknown; progress: number }[]; state: string }> {
  const response = await fetch(rawRequest(url, { params: { arguments: {}, ...params } }));
  const messages = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );
  const progress = messages
    .filter(({ method }) => method === 'notifications/progress')
    .map(({ params: at }) => at);
  return { progress, state: messages.at(-1)?.result?.requestState };
}

it('ctx.progress is told anew in each request of a 2026 flow, each with its own token', async () => {
  const { url } = await connected('2026');
  const round = (progressToken: string, more: object = {}) =>
    told(url, { name: 'poll', _meta: { progressToken }, ...more });
  const first = await round('a');
  const second = await round('b', { requestState: first.state });
  const third = await round('c', { requestState: second.state });
  expect([first, second, third].map(({ progress }) => progress)).toEqual([
    [{ progressToken: 'a', progress: 1, total: 3 }],
    [{ progressToken: 'b', progress: 2, total: 3 }],
    [{ progressToken: 'c', progress: 3, total: 3 }],
  ]);
});

it('ctx.progress echoes the token as it came, 0 included, and tells nobody who sent none', async () => {
  const { url } = await connected('2026');
  const tokens = async (meta: object) =>
    (await told(url, { name: 'late', _meta: meta })).progress.map((at) => at.progressToken);
  expect(await tokens({ progressToken: 0 })).toEqual([0]);
  expect(await tokens({ progressToken: '' })).toEqual(['']);
  expect(await tokens({})).toEqual([]);
});

it('nothing follows a result: what a method left running tells nobody any more', async () => {
  const { server } = made();
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = server.stdio({ stdin, stdout, exit: false });
  const lines: string[] = [];
  stdout.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)));
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
    [LEVEL]: 'debug',
    progressToken: 'p',
  };
  const send = (id: number) =>
    void stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'late', arguments: {}, _meta } })}\n`,
    );
  send(1);
  await soon(() => expect(lines.join()).toContain('"id":1'));
  expect(lines.map((line) => JSON.parse(line).method ?? 'result')).toEqual([
    'notifications/progress',
    'result',
  ]);
  late?.();
  send(2);
  await soon(() => expect(lines.join()).toContain('"id":2'));
  expect(lines.map((line) => JSON.parse(line).method ?? 'result')).toEqual([
    'notifications/progress',
    'result',
    'notifications/progress',
    'result',
  ]);
  stdin.end();
  await ended;
});
