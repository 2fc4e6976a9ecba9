import type { Era, ServerEvent } from '@countersign/core';
import { type AskView, asksOf } from './asks.js';
import { spoken } from './duration.js';
import { errorLine } from './failures.js';
import { type EffectSeen, isTooEarly, whereIt } from './happened.js';
import type { Members } from './members.js';
import type { Stage } from './position.js';
import type { ComponentRequest } from './sdk.js';
import type { PlayedRound } from './verdict.js';
import type { WireFault } from './wire.js';

/**
 * One round as plain data that is the same in every run: states are named by the round that minted them, never quoted, nor are the
 * tickets in the links of questions; and what the protocol layer adds to every message is left out.
 */
export interface TranscriptEntry {
  /** From 1. */
  readonly round: number;
  readonly era: Era;
  readonly as: string;
  /** Milliseconds since the first round. */
  readonly afterMs: number;
  readonly sent: {
    /** A 2025 client calls once; what it sends after that goes to the open call, or, misused, under the id of it. */
    readonly to?: OpenCall;
    readonly method: string;
    /** Name of the tool or prompt, or the URI. */
    readonly target: string;
    readonly arguments?: unknown;
    readonly inputResponses?: unknown;
    /** Such as `state 1`, or `state 1, tampered`. */
    readonly requestState?: string;
  };
  readonly got: {
    readonly status: number;
    readonly inputRequests?: unknown;
    readonly requestState?: string;
    readonly result?: Members;
    readonly error?: WireFault;
  };
  /** What the server reported, such as `answer.taken confirm` or `state.refused unauthentic`. */
  readonly events: readonly string[];
  /** The named effects that happened, where any did. */
  readonly effects?: readonly EffectSeen[];
}

/** Where a 2025 client sends what is not its call. */
export type OpenCall = 'the open call' | 'the id of the open call';

/** All rounds of a flow so far, in order. */
export type Transcript = readonly TranscriptEntry[];

/** Names the state that a round minted. */
export const stateName = (round: number): string => `state ${round}`;

/** Writes down one round. `after` counts the rounds before it, `presented` names the state that was sent, if one was. */
export function entryOf(
  era: Era,
  { caller, startedAt }: Pick<Stage, 'caller' | 'startedAt'>,
  { method, params }: ComponentRequest,
  played: PlayedRound,
  {
    after,
    presented,
    to,
  }: {
    readonly after: number;
    readonly presented?: string | undefined;
    readonly to?: OpenCall | undefined;
  },
): TranscriptEntry {
  const round = after + 1;
  const { status, result, fault } = played.reply;
  const { resultType, inputRequests, requestState, _meta, ...rest } = result ?? {};
  const asking = resultType === 'input_required';
  return {
    round,
    era,
    as: caller?.name ?? 'anonymous',
    afterMs: played.at - startedAt,
    sent: {
      ...(to !== undefined && { to }),
      method,
      target: String(params.name ?? params.uri),
      ...('arguments' in params && { arguments: params.arguments }),
      ...('inputResponses' in params && { inputResponses: params.inputResponses }),
      ...(presented !== undefined && { requestState: presented }),
    },
    got: {
      status,
      ...(inputRequests !== undefined && { inputRequests: withoutTickets(inputRequests) }),
      ...(requestState !== undefined && { requestState: stateName(round) }),
      ...(result !== undefined && !asking && { result: rest }),
      ...(fault !== undefined && { error: fault }),
    },
    events: played.events.map(eventLine),
    ...(played.effects.length > 0 && { effects: played.effects.map((seen) => ({ ...seen })) }),
  };
}

/** A codec's tag and what it sealed, which is longer than any word; a codec with nonces seals the same ticket differently each time. */
const TICKET = /\b[a-z][a-z0-9]{0,7}\.[A-Za-z0-9_-]{120,}/g;

const withoutTickets = (inputRequests: unknown): unknown =>
  JSON.parse(JSON.stringify(inputRequests), (key, value: unknown) =>
    key === 'url' && typeof value === 'string' ? value.replace(TICKET, '<ticket>') : value,
  );

function eventLine(event: ServerEvent): string {
  switch (event.type) {
    case 'round.asked':
      return `round.asked ${event.asks.map(({ step }) => step).join(' ')}`;
    case 'round.finished':
      return `round.finished ${event.outcome}`;
    case 'state.refused':
      return `state.refused ${event.code}`;
    case 'state.opened_by_old':
      return `state.opened_by_old ${event.tag}`;
    case 'entry.dropped':
      return `entry.dropped ${event.step} ${event.because}`;
    case 'roots.dropped':
      return `roots.dropped ${event.step} ${event.count}`;
    case 'middleware.ended':
      return `middleware.ended ${event.middleware} ${event.because}`;
    case 'ledger.refused':
      return `ledger.refused ${event.code}`;
    case 'question.ended':
      return `question.ended ${event.step} ${event.end}`;
    case 'error':
      return `error in ${event.where}: ${errorLine(event.error)}`;
    default:
      return 'step' in event ? `${event.type} ${event.step}` : event.type;
  }
}

/** Prints a transcript for people: one arrow a message, and below it what the server reported. */
export function formatTranscript(transcript: Transcript): string {
  return transcript.map(formatEntry).join('\n');
}

function formatEntry({ effects = [], ...entry }: TranscriptEntry): string {
  const { round, era, as, afterMs, sent, got, events } = entry;
  const parts = [
    ...(sent.to === 'the open call' ? [] : [`${sent.method} ${sent.target}`]),
    ...(sent.to === 'the open call' || sent.arguments === undefined
      ? []
      : [JSON.stringify(sent.arguments)]),
    ...(sent.to === 'the id of the open call' ? [`[under ${sent.to}]`] : []),
    ...(sent.requestState === undefined ? [] : [`[${sent.requestState}]`]),
    ...(sent.inputResponses === undefined
      ? []
      : [`answers ${JSON.stringify(sent.inputResponses)}`]),
  ];
  return [
    `round ${round}${era === '2025' ? ' (2025)' : ''}, as ${as}${afterMs === 0 ? '' : `, ${spoken(afterMs)} later`}`,
    `  --> ${parts.join(' ') || 'nothing'}`,
    ...received(got, era).map((line) => `  <-- ${line}`),
    ...events.map((line) => `      ${line}`),
    ...effects.map((seen) => `      ${effectLine(seen)}`),
  ].join('\n');
}

const effectLine = (seen: EffectSeen): string =>
  `effect ${seen.effect} ${whereIt(seen)}${isTooEarly(seen) ? ': before the last answer' : ''}`;

function received(
  { status, inputRequests, requestState, result, error }: TranscriptEntry['got'],
  era: Era,
): string[] {
  if (error !== undefined) {
    return [
      `error ${error.code} ${error.message}${error.data === undefined ? '' : ` ${JSON.stringify(error.data)}`}`,
    ];
  }
  if (result !== undefined) return [JSON.stringify(result)];
  const asks = Object.entries(asksOf(inputRequests)).map(
    ([key, ask]) => `asks ${key} (${ask.kind})${said(ask)}`,
  );
  const goesOn = requestState !== undefined || (era === '2025' && status === 200);
  if (asks.length === 0) asks.push(goesOn ? 'asks nothing: call again' : `HTTP ${status}`);
  return asks.map((line, at) =>
    at === asks.length - 1 && requestState !== undefined ? `${line} [${requestState}]` : line,
  );
}

function said(ask: AskView): string {
  const url = ask.kind === 'url' ? ` ${ask.url}` : '';
  return ask.message === '' ? url : `: ${ask.message}${url}`;
}
