import type { AskKind, ServerEvent } from '@countersign/core';
import { isRecord } from '@countersign/core/internal';

/** What a client was asked, in the form that every way has in common. */
export interface Asked {
  /** The round of the flow, from 1. */
  readonly round: number;
  /** Wire key. */
  readonly step: string;
  readonly kind: AskKind;
  readonly message: unknown;
  /** What the answer has to look like: the form's schema, the page, or what the model gets beside the messages. */
  readonly schema: unknown;
}

export interface Question {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: as received
  readonly params?: any;
}

export function kindOf({ method, params }: Question): AskKind {
  if (method === 'roots/list') return 'roots';
  if (method === 'sampling/createMessage') return 'sample';
  return params.mode === 'url' ? 'url' : 'form';
}

/** Reads a question as it came. All of it counts: what is unknown would show. */
export function read({ method, params }: Question): Pick<Asked, 'kind' | 'message' | 'schema'> {
  const kind = kindOf({ method, params });
  const { mode, ...rest } = params ?? {};
  const { message, requestedSchema, url, messages, ...more } = rest;
  switch (kind) {
    case 'form':
      return {
        kind,
        message,
        schema: requestedSchema,
        ...without(rest, 'message', 'requestedSchema'),
      };
    case 'url':
      return { kind, message, schema: url, ...without(rest, 'message', 'url', 'elicitationId') };
    case 'sample':
      return {
        kind,
        message: messages,
        schema: { ...more, ...without({ message, requestedSchema, url, mode }) },
      };
    case 'roots':
      return { kind, message: undefined, schema: undefined, ...without({ mode, ...rest }) };
  }
}

/** Takes away what only a live connection has: a token for progress, and an id for each page. */
export function notLive({ method, params }: Question): Question {
  const { elicitationId, _meta, ...rest } = params ?? {};
  if (_meta?.progressToken === undefined)
    throw new Error('a question without a token for progress');
  if ((typeof elicitationId === 'string') !== (kindOf({ method, params }) === 'url'))
    throw new Error('an id for what is no page, or none');
  return { method, params: rest };
}

/** What is there beside the members named. */
function without(params: object, ...known: string[]): { unknown?: object } {
  const others = Object.entries(params).filter(
    ([name, value]) => value !== undefined && !known.includes(name),
  );
  return others.length === 0 ? {} : { unknown: Object.fromEntries(others) };
}

interface Announced {
  readonly round: number;
  readonly index: number;
  readonly step: string;
}

/**
 * Names the questions on a live connection, where nothing on the wire does: the server reports what it asks before it asks it, and
 * questions of one kind arrive in that order.
 */
export class Announcements {
  #known = new Map<AskKind, Announced[]>();
  #waiting = new Map<AskKind, ((announced: Announced) => void)[]>();

  hear(event: ServerEvent): void {
    if (event.type !== 'round.asked') return;
    event.asks.forEach(({ step, kind }, index) => {
      const announced = { round: event.round ?? Number.NaN, index, step };
      const waiting = this.#waiting.get(kind)?.shift();
      if (waiting === undefined)
        this.#known.set(kind, [...(this.#known.get(kind) ?? []), announced]);
      else waiting(announced);
    });
  }

  next(kind: AskKind): Promise<Announced> {
    const known = this.#known.get(kind)?.shift();
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), resolve]);
    });
  }

  /** Announced, and never put: there should be none. */
  get left(): readonly string[] {
    return [...this.#known.values()].flat().map(({ step }) => step);
  }
}

/** What a call ended in, in the form that every way has in common. */
export type Ended =
  | { readonly result: unknown }
  | {
      readonly error: { readonly code: unknown; readonly message: string; readonly data?: unknown };
    };

/** Members that one revision has and the other has not, beside what the call was for. */
const OF_THE_REVISION = new Set(['resultType', '_meta', 'ttlMs', 'cacheScope']);

export const resultOf = (result: object): Ended => ({
  result: Object.fromEntries(Object.entries(result).filter(([name]) => !OF_THE_REVISION.has(name))),
});

/** The client of v1 puts words of its own before the server's. */
export function errorOf(error: unknown): Ended {
  if (!isRecord(error) || typeof error.code !== 'number') throw error;
  const { code, message, data } = error;
  return {
    error: {
      code,
      message: String(message).replace(/^MCP error -?\d+: /, ''),
      ...(data !== undefined && { data }),
    },
  };
}
