export type OtelApi = typeof import('@opentelemetry/api');
export type {
  Attributes,
  Context,
  Counter,
  Link,
  Span,
  SpanContext,
  Tracer,
} from '@opentelemetry/api';

let found: Promise<OtelApi | undefined> | undefined;

/**
 * Looks for `@opentelemetry/api`, once a process. Core's only import of it: at run time and not awaited by any module, so that core
 * loads without it, can be required from CommonJS and bundled. Never rejects; one that is there and does not load is told to `failed`.
 */
export function otelApi(failed: (error: unknown) => void): Promise<OtelApi | undefined> {
  found ??= import('@opentelemetry/api').catch((error: unknown) => {
    if (!isAbsent(error)) failed(error);
    return undefined;
  });
  return found;
}

/** Absent is this package alone: one that misses another is broken, and somebody should hear of it. */
function isAbsent(error: unknown): boolean {
  const { code, message } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  const missing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return missing && /'@opentelemetry\/api'/.test(String(message));
}
