import type { Blueprint } from '../../blueprint/blueprint.js';
import { isRecord } from '../../json.js';
import { stepOf } from '../../rounds/journal.js';
import type { Dispatched } from '../calls/dispatch.js';
import type { RoundRequest } from '../calls/request.js';
import type { Logger } from '../logger.js';
import type { Outcome } from '../results/outcome.js';
import {
  type Attributes,
  type Context,
  type Counter,
  type Link,
  type OtelApi,
  otelApi,
  type Span,
  type Tracer,
} from './otel.js';
import type { RoundTrace, Telemetry } from './round-trace.js';
import { markedSpan, markOf } from './trace-mark.js';

/** The instrumentation scope of all spans and counters. */
const SCOPE = '@countersign/core';

/** What of the request's `_meta` names its parent (spec 2026-07-28: basic, `_meta`). `baggage` is not taken: it is the caller's word. */
const CARRIED = ['traceparent', 'tracestate'] as const;
type Carrier = { readonly [K in (typeof CARRIED)[number]]?: string };

/**
 * Traces and counts rounds by `@opentelemetry/api`, where it is installed. Names follow the semantic conventions for MCP as far as they
 * go; those that identify the caller's own data (arguments, results, URIs, ids of requests and sessions) are left out.
 */
export function telemetryOf(logger: Logger): Telemetry {
  let tracing: Tracing | undefined;
  let settled = false;
  const found = otelApi((error) =>
    logger.warn(
      { err: error },
      '@opentelemetry/api is installed and does not load: nothing is traced',
    ),
  ).then((api) => {
    tracing = api && new Tracing(api, logger);
    settled = true;
  });
  return {
    begin: (request, blueprint) =>
      settled
        ? tracing?.begin(request, blueprint)
        : found.then(() => tracing?.begin(request, blueprint)),
  };
}

/** What an operator registers may come after the server was made, and be exchanged in tests: so it is looked up, and kept while it stays. */
class Tracing {
  readonly #logger: Logger;
  readonly api: OtelApi;
  #tracer: { readonly by: unknown; readonly tracer: Tracer } | undefined;
  #counters:
    | {
        readonly by: unknown;
        readonly idle: boolean;
        readonly rounds: Counter;
        readonly refusals: Counter;
      }
    | undefined;
  /** What stands in for a provider until one is registered. */
  readonly #none: unknown;

  constructor(api: OtelApi, logger: Logger) {
    this.api = api;
    this.#logger = logger;
    this.#none = new api.ProxyTracerProvider().getDelegate();
  }

  begin(request: RoundRequest, blueprint: Blueprint | undefined): RoundTrace | undefined {
    return this.safely(() =>
      this.#isIdle ? undefined : new TracedRound(this, request, blueprint),
    );
  }

  /** Many programs have the package without a use for it: then a round costs what it costs without the package. */
  get #isIdle(): boolean {
    const by = this.api.trace.getTracerProvider();
    return (
      by instanceof this.api.ProxyTracerProvider &&
      by.getDelegate() === this.#none &&
      this.counters.idle
    );
  }

  get tracer(): Tracer {
    const by = this.api.trace.getTracerProvider();
    if (this.#tracer?.by !== by) this.#tracer = { by, tracer: by.getTracer(SCOPE) };
    return this.#tracer.tracer;
  }

  get counters(): { readonly idle: boolean; readonly rounds: Counter; readonly refusals: Counter } {
    const by = this.api.metrics.getMeterProvider();
    if (this.#counters?.by !== by) {
      const meter = by.getMeter(SCOPE);
      this.#counters = {
        by,
        idle: meter === this.api.createNoopMeter(),
        rounds: meter.createCounter('countersign.rounds', {
          unit: '{round}',
          description: 'Rounds, by what they ended in.',
        }),
        refusals: meter.createCounter('countersign.state.refusals', {
          unit: '{refusal}',
          description: 'Refused requestState, by code.',
        }),
      };
    }
    return this.#counters;
  }

  /** A sampler or an exporter that throws is the operator's mistake, not the caller's. */
  safely<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#logger.error({ err: error }, 'telemetry failed');
      return undefined;
    }
  }
}

class TracedRound implements RoundTrace {
  readonly #tracing: Tracing;
  readonly #request: RoundRequest;
  readonly #about: Attributes;
  readonly #context: Context;
  readonly #span: Span;
  #fault: string | undefined;

  constructor(tracing: Tracing, request: RoundRequest, blueprint: Blueprint | undefined) {
    const { trace, SpanKind, context } = tracing.api;
    const { method, era } = request;
    const ambient = context.active();
    const parent = parentOf(tracing.api, ambient, request.params);
    const transport = parent === ambient ? undefined : trace.getSpanContext(ambient);
    this.#tracing = tracing;
    this.#request = request;
    this.#about = {
      'mcp.method.name': method,
      'countersign.era': era,
      ...(blueprint !== undefined && { 'countersign.component': blueprint.name }),
    };
    this.#span = tracing.tracer.startSpan(
      blueprint === undefined || blueprint.kind === 'resource'
        ? method
        : `${method} ${blueprint.name}`,
      {
        // Rounds that the 2025 bridge adds are no requests of the client.
        kind: era === '2025' && request.state !== undefined ? SpanKind.INTERNAL : SpanKind.SERVER,
        attributes: { ...this.#about, ...named(blueprint) },
        ...(transport !== undefined && { links: [{ context: transport }] satisfies Link[] }),
      },
      parent,
    );
    this.#context = trace.setSpan(parent, this.#span);
  }

  get mark(): string | undefined {
    const { isSpanContextValid, TraceFlags } = this.#tracing.api;
    const context = this.#span.spanContext();
    const kept =
      this.#span.isRecording() &&
      isSpanContextValid(context) &&
      (context.traceFlags & TraceFlags.SAMPLED) !== 0;
    return kept ? markOf(context) : undefined;
  }

  async around(round: () => Promise<Dispatched>): Promise<Dispatched> {
    const dispatched = await this.#tracing.api.context.with(this.#context, round);
    this.#tracing.safely(() => this.#end(dispatched.outcome));
    return dispatched;
  }

  flow({ id, round }: Parameters<RoundTrace['flow']>[0], mark: string | undefined): void {
    if (!this.#span.isRecording()) return;
    this.#tracing.safely(() => {
      this.#span.setAttributes({ 'countersign.flow': id, 'countersign.round': round });
      const first = markedSpan(mark);
      if (first !== undefined) this.#span.addLink({ context: first });
    });
  }

  readonly heard: RoundTrace['heard'] = (event) => {
    this.#tracing.safely(() => {
      switch (event.type) {
        case 'state.refused':
          this.#span.setAttribute('countersign.state.refusal', event.code);
          this.#tracing.counters.refusals.add(
            1,
            { ...this.#about, 'countersign.state.refusal': event.code },
            this.#context,
          );
          break;
        case 'ledger.refused':
          this.#span.setAttribute('countersign.ledger.refusal', event.code);
          this.#fault = `ledger.${event.code}`;
          break;
        case 'round.asked':
          // The step alone: an author may name the members of `ask.all` after the caller's arguments.
          this.#span.setAttribute('countersign.asks', [
            ...new Set(event.asks.map(({ step }) => stepOf(step))),
          ]);
          break;
        case 'error':
          if (event.where !== 'log') this.#fault ??= classOf(event.error);
          break;
        default:
      }
    });
  };

  #end(outcome: Outcome): void {
    const span = this.#span;
    const ended =
      outcome.kind === 'failed' && this.#request.signal.aborted ? 'abandoned' : outcome.kind;
    span.setAttribute('countersign.outcome', ended);
    if (outcome.kind === 'exhausted') span.setAttribute('countersign.limit', outcome.limit);
    if ('step' in outcome && outcome.step !== undefined)
      span.setAttribute('countersign.step', stepOf(outcome.step));
    if (outcome.kind === 'rejected')
      span.setAttribute('rpc.response.status_code', String(outcome.error.code));
    const fault = this.#faultOf(outcome, ended);
    if (fault !== undefined) {
      span.setAttribute('error.type', fault);
      span.setStatus({ code: this.#tracing.api.SpanStatusCode.ERROR });
    }
    this.#tracing.counters.rounds.add(
      1,
      { ...this.#about, 'countersign.outcome': ended },
      this.#context,
    );
    span.end();
  }

  /** A question, a refusal, an answer that does not fit and a caller who leaves are no errors of the server. */
  #faultOf(outcome: Outcome, ended: string): string | undefined {
    if (outcome.kind === 'stuck') return 'stuck';
    if (outcome.kind !== 'failed' || ended === 'abandoned') return undefined;
    return (
      this.#fault ??
      (outcome.message !== undefined && outcome.where !== 'serving' ? 'tool_error' : '_OTHER')
    );
  }
}

/** The caller's `traceparent` is untrusted, and chooses no more than the parent; the operator's propagator reads it, or none does. */
function parentOf(
  { propagation }: OtelApi,
  ambient: Context,
  { _meta: meta }: RoundRequest['params'],
): Context {
  if (!isRecord(meta) || typeof meta.traceparent !== 'string') return ambient;
  const carrier: Carrier = Object.fromEntries(
    CARRIED.map((key) => [key, meta[key]]).filter(([, value]) => typeof value === 'string'),
  );
  return propagation.extract(ambient, carrier, {
    keys: () => [...CARRIED],
    get: (from, key) => (Object.hasOwn(from, key) ? from[key as keyof Carrier] : undefined),
  });
}

function named(blueprint: Blueprint | undefined): Attributes {
  if (blueprint?.kind === 'tool')
    return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': blueprint.name };
  return blueprint?.kind === 'prompt' ? { 'gen_ai.prompt.name': blueprint.name } : {};
}

/**
 * The class of what was thrown, which is code; its message, stack and `name` may hold anything. So may a `constructor` of its own,
 * copied onto it with what another server answered: hence that of its prototype, and only a function.
 */
function classOf(error: unknown): string {
  const made: unknown =
    error instanceof Error ? Object.getPrototypeOf(error)?.constructor : undefined;
  const name: unknown = typeof made === 'function' ? made.name : undefined;
  return typeof name === 'string' && /^[A-Za-z_$][\w$]{0,63}$/.test(name) ? name : '_OTHER';
}
