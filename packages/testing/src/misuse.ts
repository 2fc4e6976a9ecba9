import type { ComponentClass, CountersignServer, StateRefusal } from '@countersign/core';
import { type GivenAnswers, wireAnswers } from './answers.js';
import { type Caller, callerOf } from './caller.js';
import { type Flow, positionOf } from './flow.js';
import type { Members } from './members.js';
import { legacyMoves } from './misuse/legacy-moves.js';
import { madeUp } from './misuse/made-up.js';
import { modernMoves } from './misuse/modern-moves.js';
import type { Means, Planned } from './misuse/plan.js';
import { MisuseError, type MisuseReport, type MisuseRow, report } from './misuse/report.js';
import { attempt } from './misuse/stopped.js';
import { targetsOf } from './misuse/targets.js';
import { PlayError } from './play-error.js';

const OPTIONS: ReadonlySet<string> = new Set<keyof MisuseOptions>(['answers', 'as', 'with', 'onto', 'at']);

/** What to make the moves with; what is left out is worked out from the flow and its server. */
export interface MisuseOptions {
  /** Honest answers; default ones that fit the forms of the open questions. */
  readonly answers?: GivenAnswers;
  /** Another caller, for a server whose `state.principal` names callers in its own way. */
  readonly as?: Caller;
  /** Other arguments; another URI, for a resource. */
  readonly with?: Members | string;
  /** Another component. */
  readonly onto?: ComponentClass;
  /** Another server that holds the same keys; default this one under another audience. */
  readonly at?: CountersignServer;
}

/**
 * Makes every move there is against an asked question, and tells which check stopped each. Rejects with `MisuseError`, which prints
 * it all, when a move got through or was stopped by another check than the one that is there for it, and with `TypeError` for an
 * option that it has not.
 *
 * The moves are made with honest answers, and at the end these are given honestly, twice: what the component does then happens twice,
 * unless the `answers` say no.
 *
 * ```ts
 * await misuse(await play(server).as('bob').call('deploy', { env: 'staging' }));
 * ```
 */
export async function misuse(flow: Flow, options: MisuseOptions = {}): Promise<MisuseReport> {
  for (const name of Object.keys(options)) if (!OPTIONS.has(name)) throw new TypeError(`misuse: no such option: ${name}`);
  const { era, stage } = positionOf(flow);
  const asks = Object.keys(flow.asks);
  if (flow.finished || (era === '2025' && asks.length === 0)) throw new TypeError('misuse(): the flow has no open question to misuse');
  const means = meansFor(flow, options);
  const [planned, skipped] = era === '2026' ? modernMoves(flow, means) : legacyMoves(flow, means);
  const seen: string[] = [];
  const rows: MisuseRow[] = [];
  for (const each of planned) {
    rows.push(await made(flow, each, seen));
    if (each.move === 'tampered()') rows.push(await everywhere(flow, options.answers ?? madeUp(flow.asks), seen));
  }
  const told = report({ target: String(stage.request.params.name ?? stage.request.params.uri), era, rows, skipped });
  if (!told.ok) throw new MisuseError(told, seen);
  return told;
}

function meansFor(flow: Flow, options: MisuseOptions): Means {
  const { stage } = positionOf(flow);
  const targets = targetsOf(stage);
  const answers = options.answers ?? madeUp(flow.asks);
  const asks = Object.keys(flow.asks).length > 0;
  const other = options.as === undefined ? undefined : callerOf(options.as, stage.caller?.token.scopes);
  return {
    ...targets,
    honestly: (at) => (asks ? at.answer(answers) : at.retry()),
    ...(other !== undefined && { others: [{ who: `as(${other.name})`, caller: other }] }),
    ...(options.with !== undefined && { arguments: options.with }),
    ...(options.onto !== undefined && { component: options.onto }),
    ...(options.at !== undefined && { elsewhere: options.at }),
  };
}

async function made(flow: Flow, { move, expected, make, judge, note }: Planned, seen: string[]): Promise<MisuseRow> {
  const came = await attempt(() => make(flow), judge);
  const ok = expected.includes(came.stoppedBy);
  if (!ok) seen.push(`${move}\n${shown(came.seen)}`);
  const why = ok ? note : came.note;
  return { move, expected, stoppedBy: [came.stoppedBy], ok, ...(why !== undefined && { note: why }) };
}

/** The transcript of what was seen; an error has it in its message, or in that of its cause. */
function shown(seen: unknown): string {
  if (!(seen instanceof Error)) return String(seen);
  return seen.cause instanceof Error ? seen.cause.message : seen.message;
}

const ALTERED: readonly StateRefusal[] = ['malformed', 'unknown_key', 'unauthentic'];
/** Enough to meet every part of a state; `tampered('every')` takes its time. */
const PLACES = 64;

async function everywhere(flow: Flow, answers: GivenAnswers, seen: string[]): Promise<MisuseRow> {
  const row = { move: `tampered, in ${PLACES} places`, expected: ALTERED };
  const sent = Object.keys(flow.asks).length > 0 ? { raw: wireAnswers(flow.asks, answers) } : undefined;
  try {
    const stoppedBy = [...new Set(await positionOf(flow).everyPosition(sent, PLACES))].sort();
    const ok = stoppedBy.every((check) => ALTERED.includes(check));
    if (!ok) seen.push(`${row.move}: ${stoppedBy.join(' ')}`);
    return { ...row, stoppedBy, ok };
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    seen.push(`${row.move}\n${error.message}`);
    return { ...row, stoppedBy: ['nothing'], ok: false };
  }
}
