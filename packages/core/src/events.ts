import type { ListKind } from './changes.js';
import type { LedgerRefusal, StateRefusal, TicketRefusal } from './errors.js';

/** The client's protocol era: `2026` is revision 2026-07-28 and later, `2025` everything before it. */
export type Era = '2026' | '2025';

/** What a question asks for: a filled-in form or a visit to a page by a person, a text of the client's model, or its roots. */
export type AskKind = 'form' | 'url' | 'sample' | 'roots';

/** What a round, and with it a request, ended in. */
export type OutcomeKind =
  | 'completed'
  | 'asking'
  | 'again'
  | 'refused'
  | 'unsupported'
  | 'exhausted'
  | 'stuck'
  | 'failed';

/** What happened inside one round; the server adds who and when. `step` is the wire key (`step` or `step.member`). */
export type RoundEvent =
  | {
      readonly type: 'answer.taken' | 'answer.ignored' | 'answer.declined' | 'answer.cancelled';
      readonly step: string;
    }
  | {
      readonly type: 'answer.invalid';
      readonly step: string;
      /** The word sent in place of accept, decline or cancel, when it is a plain word. Untrusted. */
      readonly action?: string;
    }
  | {
      /** A client listed roots that are no `file:` URIs; the others were taken. */
      readonly type: 'roots.dropped';
      readonly step: string;
      readonly count: number;
    }
  | {
      readonly type: 'entry.dropped';
      readonly step: string;
      readonly because: 'question' | 'reads' | 'version' | 'schema' | 'unknown' | 'skipped';
    };

/** Everything the server reports through `onEvent`. No event but `error`, the action word of `answer.invalid`, and the URI of `resource.updated` if its author made it from one, carries data of the caller's; none carries an answer, a key or a state. */
export type ServerEvent = {
  /** Milliseconds since the epoch, by the server's clock. */
  readonly at: number;
  /** Name of the component, or of the JSON-RPC method where none is known yet. */
  readonly component: string;
  readonly era: Era;
  readonly flow?: string;
  readonly round?: number;
} & (
  | RoundEvent
  | {
      readonly type: 'round.asked';
      readonly asks: readonly { readonly step: string; readonly kind: AskKind }[];
      /** Length of the sealed `requestState` in bytes on the wire. */
      readonly bytes: number;
    }
  | { readonly type: 'round.again' }
  | {
      /** What became of a question on the live connection of a 2025 client; none of these ends is the user's decision. */
      readonly type: 'question.ended';
      readonly step: string;
      readonly end: 'answered' | 'timed_out' | 'refused_by_client' | 'disconnected' | 'withdrawn';
      /** Milliseconds that it was open. */
      readonly ms: number;
      /** JSON-RPC code of the client's refusal. */
      readonly code?: number;
    }
  | { readonly type: 'round.finished'; readonly outcome: OutcomeKind }
  | { readonly type: 'state.refused'; readonly code: StateRefusal }
  /** A page presented a ticket that was not opened; `principal`: somebody followed the link of another. `component` is the server. */
  | { readonly type: 'ticket.refused'; readonly code: TicketRefusal }
  /** The request's token lacks at least one of these, which the call needs; HTTP only. */
  | { readonly type: 'scope.refused'; readonly scopes: readonly string[] }
  | { readonly type: 'state.opened_by_old'; readonly tag: string }
  | {
      /** A middleware ended the round: it refused the call (`ToolError`), threw something else, or broke the rules of `next()`. */
      readonly type: 'middleware.ended';
      /** Name of its class or function, or its place. */
      readonly middleware: string;
      readonly because: 'refused' | 'threw' | 'misused';
      /** Whether what it stands around was entered; what that ended in was told before. */
      readonly entered: boolean;
    }
  | {
      /** A client was sent suggestions for an argument. */
      readonly type: 'completion.answered';
      readonly argument: string;
      /** How many were sent. */
      readonly values: number;
    }
  | {
      /** A list changed: its component was enabled or disabled, or `listChanged` said so (then `component` is the server). */
      readonly type: 'components.changed';
      readonly list: ListKind;
      readonly enabled?: boolean;
    }
  /** `resourceUpdated` was called, in this process; `component` is the resource, or the server where none answers to the URI. */
  | { readonly type: 'resource.updated'; readonly uri: string }
  /** A client listens, or `subscription.closed`: no more, after `ms` milliseconds; `component` is the method it did it by. */
  | {
      readonly type: 'subscription.opened';
      readonly lists: readonly ListKind[];
      readonly resources: number;
    }
  | {
      readonly type: 'subscription.closed';
      readonly lists: readonly ListKind[];
      readonly resources: number;
      readonly ms: number;
    }
  | {
      readonly type: 'error';
      readonly where:
        | 'step'
        | 'run'
        | 'middleware'
        | 'completion'
        | 'dispose'
        | 'ledger'
        | 'transport'
        | 'bus'
        /** `ctx.log` was given what is no JSON; the call goes on. */
        | 'log';
      readonly error: unknown;
    }
  /** Of a `once` tool: its flow was claimed and `run` is entered next; or a repeat was answered with the result kept for it. */
  | { readonly type: 'ledger.claimed' | 'ledger.repeated' }
  /** A `once` tool was not run, or its result not given. Another answer on a claimed flow is `state.refused` with `redeemed`. */
  | { readonly type: 'ledger.refused'; readonly code: LedgerRefusal }
);
