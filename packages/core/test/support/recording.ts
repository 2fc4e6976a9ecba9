import { type Context, context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

class Reader extends MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}

export interface Recording {
  /** In the order in which they ended. */
  readonly spans: () => readonly ReadableSpan[];
  /** Of a counter, by the attributes that tell its points apart. */
  readonly counted: (name: string, ...by: string[]) => Promise<Record<string, number>>;
  readonly everything: () => Promise<unknown>;
}

/** Registers what an operator does: spans and metrics that stay in memory, the W3C propagators, and contexts that follow `await`. */
export function recording({ sampler }: { readonly sampler?: Sampler } = {}): Recording {
  const exporter = new InMemorySpanExporter();
  const reader = new Reader();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
      ...(sampler !== undefined && { sampler }),
    }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  propagation.setGlobalPropagator(
    new CompositePropagator({
      propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
    }),
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const collected = async () =>
    (await reader.collect()).resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  return {
    spans: () => exporter.getFinishedSpans(),
    counted: async (name, ...by) => {
      const points =
        (await collected()).find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
      const counts: Record<string, number> = {};
      for (const { attributes, value } of points) {
        const key = by.map((attribute) => attributes[attribute] ?? '-').join(' ');
        counts[key] = (counts[key] ?? 0) + Number(value);
      }
      return counts;
    },
    everything: async () => ({
      spans: exporter
        .getFinishedSpans()
        .map(
          ({
            name,
            attributes,
            events,
            links,
            status,
            parentSpanContext,
            instrumentationScope,
          }) => ({
            name,
            attributes,
            events,
            links: links.map(({ context: linked, attributes: about }) => ({
              linked,
              state: linked.traceState?.serialize(),
              about,
            })),
            status,
            parentSpanContext,
            instrumentationScope,
          }),
        ),
      metrics: await collected(),
    }),
  };
}

/** Takes back what was registered. */
export function unregistered(): void {
  for (const api of [trace, metrics, propagation, context]) api.disable();
}

/** Runs work within a span that somebody else has begun, as the instrumentation of node:http does. */
export async function within<T>(name: string, work: () => Promise<T>): Promise<T> {
  const span = trace.getTracer('test').startSpan(name);
  const surrounding: Context = trace.setSpan(context.active(), span);
  try {
    return await context.with(surrounding, work);
  } finally {
    span.end();
  }
}
