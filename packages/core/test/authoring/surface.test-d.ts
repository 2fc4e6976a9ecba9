import { assertType } from 'vitest';
import { z } from 'zod';
import {
  type CallOutcome,
  Complete,
  type CompletionContext,
  type ComponentCall,
  createServer,
  type Middleware,
  type Next,
  Prompt,
  type ServerEvent,
  Tool,
} from '../../src/index.js';

// ---- completions: methods that return suggestions, whatever of (value, given, context) they take

@Prompt({ name: 'trip', input: z.object({ country: z.string(), city: z.string() }) })
class Trip {
  @Complete('country')
  protected countries() {
    return ['at'] as const;
  }
  @Complete('city')
  protected async cities(value: string, given: { country?: string }, ctx: CompletionContext) {
    assertType<string>(ctx.principal.subject);
    // @ts-expect-error a completion is no flow
    ctx.flow;
    return { values: [value, given.country ?? ''], hasMore: true };
  }
  // @ts-expect-error suggestions are strings
  @Complete('city')
  protected numbers() {
    return [1];
  }
  run({ city }: { country: string; city: string }) {
    return city;
  }
}

// ---- middleware: what `next` gave goes back, or another result of a completed call

class Meter {
  handle(call: ComponentCall, next: Next) {
    assertType<'2026' | '2025'>(call.era);
    // @ts-expect-error the description is not the middleware's to change
    call.name = '';
    // @ts-expect-error no arguments, no answers, no state
    call.params;
    return next();
  }
}
const stamped: Middleware = async (_, next) => {
  const outcome = await next();
  // @ts-expect-error only a completed call has a result
  outcome.result;
  return outcome.kind === 'completed'
    ? { kind: 'completed', result: { ...outcome.result, _meta: {} } }
    : outcome;
};
// @ts-expect-error what next gave must be returned
const forgetful: Middleware = async (_, next) => void (await next());
// @ts-expect-error a completed call has a result
const empty: CallOutcome = { kind: 'completed' };
class NoHandle {}

@Tool({ name: 'own', description: 'Has its own.', use: [Meter, stamped] })
class Own {
  run() {
    return '';
  }
}
createServer({ name: 'x', version: '1', components: [Trip, Own], use: [stamped, Meter] });
// @ts-expect-error a class that is middleware has a method handle
createServer({ name: 'x', version: '1', components: [Trip], use: [NoHandle] });

// ---- raw JSON Schema as output says nothing of the return value

const PLACE = { type: 'object', properties: { zip: { type: 'string' } } } as const;
@Tool({ name: 'raw', description: 'Raw.', output: PLACE })
class Raw {
  run() {
    return { zip: '1010' };
  }
}

// ---- events

const counted = (event: ServerEvent) => {
  if (event.type === 'completion.answered') assertType<number>(event.values);
  if (event.type === 'middleware.ended') assertType<'refused' | 'threw' | 'misused'>(event.because);
};
void [forgetful, empty, Raw, counted];
