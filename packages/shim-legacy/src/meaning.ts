import { type LegFailure, needsOf, type Outcome, REJECTED, type WireAsk } from './host.js';

/** How one question on a live connection ended. */
export type Leg =
  | { readonly end: 'answered'; readonly answer: unknown }
  | { readonly end: 'refused_by_client'; readonly code: number }
  | { readonly end: 'timed_out' | 'late' | 'disconnected' | 'withdrawn' };

/** What ends a call instead of its next round. */
export type Failed =
  | { readonly kind: 'failed'; readonly failure: LegFailure }
  /** The person would not let the model of a handler without steps answer. */
  | { readonly kind: 'declined'; readonly step: string }
  /** The flow's deadline passed. */
  | { readonly kind: 'late'; readonly step: string };

/** What the end of one question means for its round. */
export type Meaning =
  | { readonly kind: 'answered'; readonly answer: unknown; readonly endsRound: boolean }
  /** The flow goes on without an answer. `absent` are capabilities whose method the client's software does not have. */
  | { readonly kind: 'left_out'; readonly absent: readonly string[] }
  | Failed;

type Asking = Pick<Extract<Outcome, { kind: 'asking' }>, 'required' | 'optional' | 'endsBy'>;

/** JSON-RPC: the client's software has no such method, whatever it declared. */
const METHOD_NOT_FOUND = -32_601;
/** "User rejected sampling request" (spec: client/sampling, Error Handling): the one error that is a person's decision. */
const REJECTED_SAMPLING = -1;

/**
 * Tells a person's decision, a client that cannot be asked, and a failure apart. What an optional question can do without its answer,
 * it settles without: only a lost connection and the deadline end a call for it, since nothing reaches the client any more.
 */
export function meaningOf(
  step: string,
  ask: WireAsk,
  leg: Leg,
  { required, optional, endsBy }: Asking,
): Meaning {
  const needed = required.has(step);
  const isOptional = optional.has(step);
  switch (leg.end) {
    case 'answered':
      return { ...leg, kind: 'answered', endsRound: endsBy(step, leg.answer) };
    case 'refused_by_client': {
      const { code } = leg;
      if (code === REJECTED_SAMPLING && ask.method === 'sampling/createMessage')
        return needed || isOptional
          ? { kind: 'answered', answer: REJECTED, endsRound: needed }
          : { kind: 'declined', step };
      const absent = code === METHOD_NOT_FOUND ? needsOf(ask) : {};
      if (isOptional) return { kind: 'left_out', absent: Object.keys(absent) };
      return code === METHOD_NOT_FOUND
        ? { kind: 'failed', failure: { step, kind: 'unsupported', needs: absent } }
        : { kind: 'failed', failure: { step, kind: leg.end, code } };
    }
    case 'timed_out':
      return isOptional
        ? { kind: 'left_out', absent: [] }
        : { kind: 'failed', failure: { step, kind: leg.end } };
    case 'disconnected':
      return { kind: 'failed', failure: { step, kind: leg.end } };
    case 'late':
      return { kind: 'late', step };
    case 'withdrawn':
      return { kind: 'left_out', absent: [] };
  }
}
