import { type Answers, ask, Elicit, form, Tool } from '@countersign/core';
import { SpanKind } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connected } from './support/official.js';
import { accept } from './support/raw-session.js';
import { recording, unregistered } from './support/recording.js';
import { served, soon } from './support/served.js';

afterEach(unregistered);

const Name = form(z.object({ name: z.string() }));

@Tool({ name: 'chain', description: 'Asks one name after the other.' })
class Chain {
  @Elicit() first() {
    return ask.form('First name?', Name);
  }
  @Elicit() second(_: object, { first }: Answers<Chain, 'first'>) {
    return ask.form(`And after ${first.name}?`, Name);
  }
  run(_: object, { first, second }: Answers<Chain>) {
    return `${first.name} ${second.name}`;
  }
}
const chained = () => served({}, { components: [Chain] });

const PARENT = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const _meta = { traceparent: `00-${PARENT.trace}-${PARENT.span}-01` };

const id = (span: ReadableSpan | undefined) => span?.spanContext().spanId;
const rounds = (spans: readonly ReadableSpan[]) =>
  spans.map(({ attributes, links, kind }) => ({
    round: attributes['countersign.round'],
    outcome: attributes['countersign.outcome'],
    links: links.map(({ context }) => context.spanId),
    kind,
  }));

describe('the traces of a flow', () => {
  /** Round by round, each at another of three replicas. */
  async function overThreeReplicas(meta: object) {
    const replicas = await Promise.all([chained(), chained(), chained()]);
    const clients = await Promise.all(replicas.map(({ url }) => connected('modern', url)));
    const call = (at: number, more: object) =>
      clients[at]?.callTool(
        { name: 'chain', arguments: {}, _meta: meta, ...more },
        { allowInputRequired: true },
      );
    const first = await call(0, {});
    const second = await call(1, {
      requestState: first.requestState,
      inputResponses: { first: accept({ name: 'Ada' }) },
    });
    return call(2, {
      requestState: second.requestState,
      inputResponses: { second: accept({ name: 'Lovelace' }) },
    });
  }

  it('lead from every round to the first, over three replicas and the official client', async () => {
    const { spans } = recording();
    expect((await overThreeReplicas({})).content[0].text).toBe('Ada Lovelace');
    const first = id(spans()[0]);
    const kind = SpanKind.SERVER;
    expect(rounds(spans())).toEqual([
      { round: 1, outcome: 'asking', links: [], kind },
      { round: 2, outcome: 'asking', links: [first], kind },
      { round: 3, outcome: 'completed', links: [first], kind },
    ]);
    expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(3);
  });

  it('are one trace when the client repeats its traceparent', async () => {
    const { spans } = recording();
    await overThreeReplicas(_meta);
    expect(
      spans().map((span) => [span.spanContext().traceId, span.parentSpanContext?.spanId]),
    ).toEqual(Array(3).fill([PARENT.trace, PARENT.span]));
    const first = id(spans()[0]);
    expect(rounds(spans()).map(({ links }) => links)).toEqual([[], [first], [first]]);
  });

  it.each(['v2', 'v1'] as const)(
    'has a span for each round that the server drives for a 2025 client %s, all of one request',
    async (generation) => {
      const { spans } = recording();
      const { url } = await chained();
      const names = ['Ada', 'Lovelace'];
      const client = await connected(generation, url, {
        elicit: async () => accept({ name: names.shift() }),
      });
      expect((await client.callTool({ name: 'chain', arguments: {}, _meta })).content[0].text).toBe(
        'Ada Lovelace',
      );
      const first = id(spans()[0]);
      expect(rounds(spans())).toEqual([
        { round: 1, outcome: 'asking', links: [], kind: SpanKind.SERVER },
        { round: 2, outcome: 'asking', links: [first], kind: SpanKind.INTERNAL },
        { round: 3, outcome: 'completed', links: [first], kind: SpanKind.INTERNAL },
      ]);
      expect(
        spans().map((span) => [span.spanContext().traceId, span.parentSpanContext?.spanId]),
      ).toEqual(Array(3).fill([PARENT.trace, PARENT.span]));
      expect(spans().map(({ attributes }) => attributes['countersign.era'])).toEqual([
        '2025',
        '2025',
        '2025',
      ]);
    },
  );
});

describe('stats of a server with 2025 clients', () => {
  it('count their sessions and open questions, and are 0 when they are done', async () => {
    const { url, server } = await chained();
    let answer: (value: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => {
      answer = resolve;
    });
    const client = await connected('v1', url, { elicit: () => answered });
    const call = client.callTool({ name: 'chain', arguments: {} });
    await soon(() =>
      expect(server.stats()).toMatchObject({ sessions: 1, questions: 1, rounds: 0 }),
    );
    answer(accept({ name: 'Ada' }));
    await call;
    await soon(() =>
      expect(server.stats()).toMatchObject({
        sessions: 1,
        questions: 0,
        rounds: 0,
        subscriptions: 0,
      }),
    );
    await client.close();
    await server.close();
    expect(server.stats()).toMatchObject({
      requests: 0,
      sessions: 0,
      questions: 0,
      connections: 0,
    });
  });
});
