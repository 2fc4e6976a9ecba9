import type { ServerEvent } from '@countersign/core';
import { type AskView, asksOf } from './asks.js';
import { spoken } from './duration.js';
import type { PlayedRound, RoundParts } from './round.js';
import type { WireFault } from './wire.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * One round as plain data that is the same in every run: states are named by the round that minted them, never quoted, and what
 * the protocol layer adds to every message is left out.
 */
export interface TranscriptEntry {
  /** From 1. */
  readonly round: number;
  readonly as: string;
  /** Milliseconds since the first round. */
  readonly afterMs: number;
  readonly sent: {
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
}

/** All rounds of a flow so far, in order. */
export type Transcript = readonly TranscriptEntry[];

/** Names the state that a round minted. */
export const stateName = (round: number): string => `state ${round}`;

/** Writes down one round. `presented` names the state that was sent. */
export function entryOf(
  parts: RoundParts,
  played: PlayedRound,
  about: { readonly round: number; readonly startedAt: number; readonly presented: string | undefined },
): TranscriptEntry {
  const { method, params } = parts.request;
  const { status, result, fault } = played.reply;
  const { resultType, inputRequests, requestState, _meta, ...rest } = result ?? {};
  const asking = resultType === 'input_required';
  return {
    round: about.round,
    as: parts.caller?.name ?? 'anonymous',
    afterMs: played.at - about.startedAt,
    sent: {
      method,
      target: String(params.name ?? params.uri),
      ...('arguments' in params && { arguments: params.arguments }),
      ...('inputResponses' in params && { inputResponses: params.inputResponses }),
      ...(about.presented !== undefined && { requestState: about.presented }),
    },
    got: {
      status,
      ...(inputRequests !== undefined && { inputRequests }),
      ...(requestState !== undefined && { requestState: stateName(about.round) }),
      ...(result !== undefined && !asking && { result: rest }),
      ...(fault !== undefined && { error: fault }),
    },
    events: played.events.map(eventLine),
  };
}

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
    case 'middleware.ended':
      return `middleware.ended ${event.middleware} ${event.because}`;
    case 'error':
      return `error in ${event.where}: ${event.error instanceof Error ? `${event.error.name}: ${event.error.message}` : String(event.error)}`;
    default:
      return 'step' in event ? `${event.type} ${event.step}` : event.type;
  }
}

/** Prints a transcript for people: one arrow a message, and below it what the server reported. */
export function formatTranscript(transcript: Transcript): string {
  return transcript.map(formatEntry).join('\n');
}

function formatEntry({ round, as, afterMs, sent, got, events }: TranscriptEntry): string {
  const parts = [
    `${sent.method} ${sent.target}`,
    ...(sent.arguments === undefined ? [] : [JSON.stringify(sent.arguments)]),
    ...(sent.requestState === undefined ? [] : [`[${sent.requestState}]`]),
    ...(sent.inputResponses === undefined ? [] : [`answers ${JSON.stringify(sent.inputResponses)}`]),
  ];
  return [
    `round ${round}, as ${as}${afterMs === 0 ? '' : `, ${spoken(afterMs)} later`}`,
    `  --> ${parts.join(' ')}`,
    ...received(got).map((line) => `  <-- ${line}`),
    ...events.map((line) => `      ${line}`),
  ].join('\n');
}

function received({ status, inputRequests, requestState, result, error }: TranscriptEntry['got']): string[] {
  if (error !== undefined) {
    return [`error ${error.code} ${error.message}${error.data === undefined ? '' : ` ${JSON.stringify(error.data)}`}`];
  }
  if (result !== undefined) return [JSON.stringify(result)];
  const asks = Object.entries(asksOf(inputRequests)).map(([key, ask]) => `asks ${key} (${ask.kind})${said(ask)}`);
  if (asks.length === 0) asks.push(requestState === undefined ? `HTTP ${status}` : 'asks nothing: call again');
  return asks.map((line, at) => (at === asks.length - 1 && requestState !== undefined ? `${line} [${requestState}]` : line));
}

function said(ask: AskView): string {
  const url = ask.kind === 'url' ? ` ${ask.url}` : '';
  return ask.message === '' ? url : `: ${ask.message}${url}`;
}
