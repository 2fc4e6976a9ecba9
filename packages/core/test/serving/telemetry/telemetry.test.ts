import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ask,
  type CountersignServer,
  Elicit,
  form,
  type Ledger,
  LedgerError,
  Tool,
} from '../../../src/index.js';
import type { RoundRequest } from '../../../src/serving/calls/request.js';
import { longWayServer, serverOptions } from '../../../src/serving/create-server.js';
import { telemetryOf } from '../../../src/serving/telemetry/telemetry.js';
import { type Recording, recording, unregistered, within } from '../../support/recording.js';
import { Broken, EVERYTHING } from '../../support/releases.js';
import { accept, linesLogger, rawRequest, soon, testServer, tool } from '../../support/serving.js';

const PARENT = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const traceparent = `00-${PARENT.trace}-${PARENT.span}-01`;

const servers: CountersignServer[] = [];
afterEach(async () => {
  unregistered();
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })));
});

function served(options: Parameters<typeof testServer>[0] = {}) {
  const made = testServer(options);
  servers.push(made.server);
  return made;
}
const replicas = (count: number) => Array.from({ length: count }, () => served().server);

/** Three rounds of one flow, each at a replica of its own: two questions at once, one of which does not fit at first. */
async function flow(
  metas: readonly object[] = [{}, {}, {}],
  [first, second, third] = replicas(3),
  between = () => {},
) {
  const at = (server: CountersignServer | undefined, meta: object | undefined, more: object) =>
    tool(server as CountersignServer, 'deploy', { env: 'prod' }, { ...more, _meta: meta ?? {} });
  const asked = (await at(first, metas[0], {})).body.result;
  between();
  const answers = { confirm: accept({ confirm: true }), ticket: accept({ id: 'x' }) };
  const again = (
    await at(second, metas[1], { requestState: asked.requestState, inputResponses: answers })
  ).body.result;
  between();
  const answer = { ticket: accept({ id: 'CHG-1' }) };
  const done = (
    await at(third, metas[2], { requestState: again.requestState, inputResponses: answer })
  ).body.result;
  expect(done.content[0].text).toBe('Deployed 42 to prod.');
  return { asked, again };
}

const linked = (span: ReadableSpan | undefined) => span?.links.map((link) => link.context.spanId);
const ids = (spans: readonly ReadableSpan[]) => spans.map((span) => span.spanContext().spanId);
const traces = (spans: readonly ReadableSpan[]) => spans.map((span) => span.spanContext().traceId);

describe('the spans of a flow', () => {
  it('link each later round to the first, over three replicas', async () => {
    const { spans } = recording();
    await flow();
    expect(spans()).toHaveLength(3);
    const [first] = ids(spans());
    expect(spans().map(linked)).toEqual([[], [first], [first]]);
    expect(spans().map(({ links }) => links.map((link) => link.context.traceId))).toEqual([
      [],
      [traces(spans())[0]],
      [traces(spans())[0]],
    ]);
    expect(new Set(traces(spans())).size).toBe(3);
    expect(new Set(spans().map(({ attributes }) => attributes['countersign.flow'])).size).toBe(1);
    expect(spans().map(({ attributes }) => attributes['countersign.round'])).toEqual([1, 2, 3]);
  });

  it('are of one trace when the client repeats its traceparent, and are linked all the same', async () => {
    const { spans } = recording();
    await flow([{ traceparent }, { traceparent }, { traceparent }]);
    expect(traces(spans())).toEqual([PARENT.trace, PARENT.trace, PARENT.trace]);
    expect(spans().map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([
      PARENT.span,
      PARENT.span,
      PARENT.span,
    ]);
    const [first] = ids(spans());
    expect(spans().map(linked)).toEqual([[], [first], [first]]);
  });

  it('still lead back to the first over a replica that traces nothing', async () => {
    const { spans } = recording();
    const rounds: Recording[] = [];
    await flow(undefined, undefined, () => {
      unregistered();
      if (rounds.length === 0) rounds.push({ spans } as Recording);
      else rounds.push(recording());
    });
    const [first] = ids(spans());
    expect(first).toBeDefined();
    expect(rounds.at(-1)?.spans().map(linked)).toEqual([[first]]);
  });

  it('take the first round that was traced for the first', async () => {
    recording({ sampler: new AlwaysOffSampler() });
    const later: Recording[] = [];
    await flow(undefined, undefined, () => {
      if (later.length > 0) return;
      unregistered();
      later.push(recording());
    });
    const spans = later[0]?.spans() ?? [];
    expect(spans.map(linked)).toEqual([[], [ids(spans)[0]]]);
  });

  it('leave nothing in the state when nothing is registered or sampled, and 45 bytes when something is', async () => {
    const without = await flow();
    recording({ sampler: new AlwaysOffSampler() });
    const unsampled = await flow();
    unregistered();
    recording();
    const traced = await flow();
    expect(unsampled.asked.requestState.length).toBe(without.asked.requestState.length);
    const added = traced.asked.requestState.length - without.asked.requestState.length;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThanOrEqual(Math.ceil((45 * 4) / 3) + 1);
  });
});

const seen: { span: string | undefined; baggage: unknown }[] = [];
const look = () => {
  seen.push({
    span: trace.getActiveSpan()?.spanContext().spanId,
    baggage: propagation.getBaggage(context.active()),
  });
};

@Tool({ name: 'look', description: 'Looks at what is active.' })
class Look {
  @Elicit() sure() {
    look();
    return ask.form('Sure?', form(z.object({ sure: z.boolean() })));
  }
  async run() {
    await Promise.resolve();
    look();
    return 'seen';
  }
}

describe('the parent of a round', () => {
  const asked = (meta: object) =>
    tool(served().server, 'deploy', { env: 'staging' }, { _meta: meta });

  it('is what surrounds the request, where the request names none', async () => {
    const { spans } = recording();
    await within('POST /mcp', () => asked({}));
    const [round, http] = spans();
    expect(round?.parentSpanContext?.spanId).toBe(http?.spanContext().spanId);
    expect(round?.links).toEqual([]);
  });

  it('is what the request names, and what surrounds it is linked', async () => {
    const { spans } = recording();
    await within('POST /mcp', () => asked({ traceparent, tracestate: 'vendor=1' }));
    const [round, http] = spans();
    expect(round?.parentSpanContext).toMatchObject({ traceId: PARENT.trace, spanId: PARENT.span });
    expect(round?.spanContext().traceState?.serialize()).toBe('vendor=1');
    expect(linked(round)).toEqual([http?.spanContext().spanId]);
  });

  it('is none when what the request names is no traceparent', async () => {
    const { spans } = recording();
    for (const odd of ['', 'x', 7, null, [traceparent], `00-${'0'.repeat(32)}-${PARENT.span}-01`])
      await asked({ traceparent: odd });
    await asked({ tracestate: 'vendor=1' });
    expect(spans()).toHaveLength(7);
    expect(spans().map(({ parentSpanContext }) => parentSpanContext)).toEqual(
      Array(7).fill(undefined),
    );
  });

  it('is the span in which steps and run are, and brings no baggage of the caller', async () => {
    const { spans } = recording();
    const { server } = served({ components: [Look] });
    seen.length = 0;
    const _meta = { traceparent, baggage: 'role=admin' };
    const { requestState } = (await tool(server, 'look', {}, { _meta })).body.result;
    await tool(
      server,
      'look',
      {},
      { _meta, requestState, inputResponses: { sure: accept({ sure: true }) } },
    );
    const [first, second] = ids(spans());
    expect(seen.map(({ span }) => span)).toEqual([first, second, second]);
    expect(seen.map(({ baggage }) => baggage)).toEqual([undefined, undefined, undefined]);
  });
});

/** A ledger that does not answer. */
const down: Ledger = {
  peek: () => Promise.reject(new LedgerError('unavailable')),
  claim: () => Promise.reject(new LedgerError('unavailable')),
  renew: async () => false,
  settle: async () => false,
  release: async () => false,
};

@Tool({ name: 'pay', description: 'Runs once.', once: true })
class Pay {
  @Elicit() sure() {
    return ask.form('Sure?', form(z.object({ sure: z.boolean() })));
  }
  run() {
    return 'paid';
  }
}

class RollbackError extends Error {}

@Tool({ name: 'sorry', description: 'Throws an error of its own.' })
class Sorry {
  run(): never {
    throw Object.assign(new RollbackError('SECRET'), { name: 'SECRET' });
  }
}

/** What another server answered, copied onto the error: JSON names its members as it likes. */
const ANSWERED = [
  '{}',
  '{"constructor":{"name":"SECRET"}}',
  '{"constructor":"SECRET"}',
  '{"__proto__":{"constructor":{"name":"SECRET"}}}',
];

@Tool({
  name: 'relay',
  description: 'Throws what another server said.',
  input: z.object({ nth: z.number() }),
})
class Relay {
  run({ nth }: { nth: number }): never {
    throw Object.assign(new RollbackError('SECRET'), JSON.parse(ANSWERED[nth] ?? ''));
  }
}

describe('a span', () => {
  const { UNSET, ERROR } = SpanStatusCode;

  it('is named and described as the conventions for MCP have it', async () => {
    const { spans } = recording();
    const { server, events } = served();
    await tool(server, 'deploy', { env: 'prod' });
    await server.fetch(
      rawRequest('http://x/mcp', {
        method: 'prompts/get',
        params: { name: 'review', arguments: { file: 'a' } },
      }),
    );
    await server.fetch(
      rawRequest('http://x/mcp', { method: 'resources/read', params: { uri: 'secret://anna' } }),
    );
    await server.fetch(rawRequest('http://x/mcp', { params: { name: 'nobody', arguments: {} } }));
    const flows = events.filter(({ type }) => type === 'round.asked').map((event) => event.flow);
    const about = {
      'countersign.era': '2026',
      'countersign.round': 1,
      'countersign.outcome': 'asking',
    };
    expect(spans().map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
      {
        name: 'tools/call deploy',
        kind: SpanKind.SERVER,
        attributes: {
          ...about,
          'mcp.method.name': 'tools/call',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'deploy',
          'countersign.component': 'deploy',
          'countersign.flow': flows[0],
          'countersign.asks': ['confirm', 'ticket'],
        },
      },
      {
        name: 'prompts/get review',
        kind: SpanKind.SERVER,
        attributes: {
          ...about,
          'mcp.method.name': 'prompts/get',
          'gen_ai.prompt.name': 'review',
          'countersign.component': 'review',
          'countersign.flow': flows[1],
          'countersign.asks': ['tone'],
        },
      },
      {
        name: 'resources/read',
        kind: SpanKind.SERVER,
        attributes: {
          ...about,
          'mcp.method.name': 'resources/read',
          'countersign.component': 'secret',
          'countersign.flow': flows[2],
          'countersign.asks': ['allow'],
        },
      },
      {
        name: 'tools/call',
        kind: SpanKind.SERVER,
        attributes: {
          'mcp.method.name': 'tools/call',
          'countersign.era': '2026',
          'countersign.outcome': 'rejected',
          'rpc.response.status_code': '-32602',
        },
      },
    ]);
    expect(spans().map(({ events: noted }) => noted)).toEqual([[], [], [], []]);
  });

  it('is an error for what went wrong at the server, and for nothing else', async () => {
    const { spans } = recording();
    const { server } = served({ components: [...EVERYTHING, Pay, Sorry], ledger: down });
    const ended = async (call: () => Promise<unknown>) => {
      await call();
      const { status, attributes } = spans().at(-1) as ReadableSpan;
      return [attributes['countersign.outcome'], status.code, attributes['error.type']];
    };
    const state = async (name: string) =>
      (await tool(server, name, { env: 'staging' })).body.result.requestState;
    const answer = async (name: string, inputResponses: object) =>
      tool(server, name, { env: 'staging' }, { requestState: await state(name), inputResponses });
    const sure = { sure: accept({ sure: true }) };

    expect(await ended(() => tool(server, 'deploy', { env: 'prod' }))).toEqual([
      'asking',
      UNSET,
      undefined,
    ]);
    expect(await ended(() => tool(server, 'deploy', { env: 'nowhere' }))).toEqual([
      'invalid',
      UNSET,
      undefined,
    ]);
    expect(await ended(() => answer('deploy', { confirm: { action: 'decline' } }))).toEqual([
      'refused',
      UNSET,
      undefined,
    ]);
    expect(spans().at(-1)?.attributes['countersign.step']).toBe('confirm');
    expect(await ended(() => answer('deploy', { confirm: accept({ confirm: 'SECRET' }) }))).toEqual(
      ['asking', UNSET, undefined],
    );
    expect(await ended(() => answer('deploy', { confirm: accept({ confirm: true }) }))).toEqual([
      'completed',
      UNSET,
      undefined,
    ]);
    expect(await ended(() => tool(server, 'pick', {}, {}, { capabilities: {} }))).toEqual([
      'rejected',
      UNSET,
      undefined,
    ]);
    expect(await ended(() => tool(server, 'sum', {}, {}, { capabilities: {} }))).toEqual([
      'unsupported',
      UNSET,
      undefined,
    ]);
    expect(
      await ended(() => tool(server, 'deploy', { env: 'prod' }, { requestState: 'test.AAAA' })),
    ).toEqual(['rejected', UNSET, undefined]);
    expect(spans().at(-1)?.attributes['countersign.state.refusal']).toBe('malformed');
    expect(await ended(() => tool(server, 'broken', { how: 'tool' }))).toEqual([
      'failed',
      ERROR,
      'tool_error',
    ]);
    expect(await ended(() => tool(server, 'broken', { how: 'error' }))).toEqual([
      'failed',
      ERROR,
      'Error',
    ]);
    expect(await ended(() => tool(server, 'broken', { how: 'undefined' }))).toEqual([
      'failed',
      ERROR,
      '_OTHER',
    ]);
    expect(await ended(() => tool(server, 'sorry', {}))).toEqual([
      'failed',
      ERROR,
      'RollbackError',
    ]);
    expect(await ended(() => answer('pay', sure))).toEqual(['failed', ERROR, 'ledger.unavailable']);
    expect(spans().at(-1)?.attributes['countersign.ledger.refusal']).toBe('unavailable');
    expect(new Set(spans().map(({ status }) => status.message))).toEqual(new Set([undefined]));
  });

  it('names the class of an error by its prototype, never by a member that was copied onto it', async () => {
    const { spans, everything } = recording();
    const { server } = served({ components: [Relay] });
    for (const nth of ANSWERED.keys()) await tool(server, 'relay', { nth });
    const named = spans().map(({ attributes }) => attributes['error.type']);
    // The last one has no prototype of ours left.
    expect(named).toEqual(['RollbackError', 'RollbackError', 'RollbackError', '_OTHER']);
    expect(JSON.stringify(await everything())).not.toContain('SECRET');
  });

  it('of a caller who left is abandoned, not failed', async () => {
    const { spans } = recording();
    const { server } = served();
    const leave = new AbortController();
    const gone = server.fetch(
      rawRequest(
        'http://x/mcp',
        { params: { name: 'poll', arguments: {} } },
        { signal: leave.signal },
      ),
    );
    await soon(() => expect(server.stats().rounds).toBe(1));
    leave.abort();
    await gone;
    await soon(() => expect(spans()).toHaveLength(1));
    expect(spans().at(-1)?.attributes['countersign.outcome']).toBe('abandoned');
    expect(spans().at(-1)?.status.code).toBe(UNSET);
  });

  it('is one a call, by whichever way it is served', async () => {
    const { spans } = recording();
    const { server } = served();
    const ways = [server, longWayServer(serverOptions(server))];
    servers.push(ways[1] as CountersignServer);
    for (const way of ways) {
      await tool(way, 'echo', { text: 'plain' });
      await tool(way, 'echo', { text: 'as a stream' }, { _meta: { progressToken: 1 } });
    }
    expect(
      spans().map(({ name, attributes }) => [name, attributes['countersign.outcome']]),
    ).toEqual(Array(4).fill(['tools/call echo', 'completed']));
  });

  it('that cannot be begun or ended changes nothing', async () => {
    recording({
      sampler: {
        shouldSample: () => {
          throw new Error('sampler');
        },
        toString: () => 'throws',
      },
    });
    const { server, lines } = served();
    expect((await tool(server, 'echo', { text: 'hi' })).body.result.content[0].text).toBe('hi');
    expect(lines.text()).toContain('telemetry failed');
  });
});

describe('counters', () => {
  it('tell what rounds ended in, by component, and why states were refused', async () => {
    const { counted } = recording();
    const { server } = served();
    for (const env of ['staging', 'prod', 'nowhere']) await tool(server, 'deploy', { env });
    for (const uri of ['secret://anna', 'secret://bob'])
      await server.fetch(rawRequest('http://x/mcp', { method: 'resources/read', params: { uri } }));
    for (const requestState of ['test.AAAA', 'other.AAAA', ''])
      await tool(server, 'deploy', { env: 'prod' }, { requestState });
    expect(
      await counted('countersign.rounds', 'countersign.component', 'countersign.outcome'),
    ).toEqual({
      'deploy asking': 2,
      'deploy invalid': 1,
      'secret asking': 2,
      'deploy rejected': 3,
    });
    expect(await counted('countersign.rounds', 'mcp.method.name', 'countersign.era')).toEqual({
      'tools/call 2026': 6,
      'resources/read 2026': 2,
    });
    expect(
      await counted(
        'countersign.state.refusals',
        'countersign.component',
        'countersign.state.refusal',
      ),
    ).toEqual({
      'deploy malformed': 2,
      'deploy unknown_key': 1,
    });
  });

  it('and spans count from the moment that an operator registers them, and no longer', async () => {
    const { server } = served({ components: [Broken] });
    const round = () => tool(server, 'broken', { how: 'tool' });
    await round();
    const first = recording();
    await round();
    unregistered();
    await round();
    const second = recording();
    await round();
    await round();
    const counts = async ({ counted, spans }: Recording) => [
      await counted('countersign.rounds', 'countersign.era'),
      spans().length,
    ];
    expect(await counts(first)).toEqual([{ '2026': 1 }, 1]);
    expect(await counts(second)).toEqual([{ '2026': 2 }, 2]);
  });
});

it('traces a round only where an operator has registered something to trace or count it by', async () => {
  const request = { method: 'tools/call', params: {}, era: '2026' } as RoundRequest;
  const { begin } = telemetryOf(linesLogger().logger);
  expect(await begin(request, undefined)).toBe(undefined);
  metrics.setGlobalMeterProvider(new MeterProvider());
  expect(begin(request, undefined)).toBeDefined();
  metrics.disable();
  expect(begin(request, undefined)).toBe(undefined);
  trace.setGlobalTracerProvider(new BasicTracerProvider());
  expect(begin(request, undefined)).toBeDefined();
  trace.disable();
  expect(begin(request, undefined)).toBe(undefined);
});

const fixture = fileURLToPath(new URL('../../fixtures/without-telemetry.mjs', import.meta.url));
const run = promisify(execFile);

describe('@opentelemetry/api', { timeout: 60_000 }, () => {
  it('that is absent is not missed', async () => {
    const { stdout, stderr } = await run(process.execPath, [fixture, 'absent']);
    expect(stdout).toBe('hi\n');
    expect(stderr).toBe('');
  });

  it('that lacks something itself is told to the operator, and the server serves', async () => {
    const { stdout, stderr } = await run(process.execPath, [fixture, 'broken']);
    expect(stdout).toBe('hi\n');
    expect(stderr).toContain('@opentelemetry/api is installed and does not load');
  });

  it('that is installed is found', async () => {
    const { stdout } = await run(process.execPath, [fixture, 'present']);
    expect(stdout).toBe('tools/call echo\nhi\n');
  });
});
