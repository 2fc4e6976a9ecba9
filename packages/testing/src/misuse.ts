import type { ComponentClass, CountersignServer, StateRefusal } from '@countersign/core';
import { refuseNull } from '@countersign/core/internal';
import { type GivenAnswers, wireAnswers } from './answers.js';
import { type Caller, callerOf } from './caller.js';
import { Flow, positionOf } from './flow.js';
import type { Members } from './members.js';
import { earlyEffects, effectsOf } from './misuse/early.js';
import { legacyMoves, legacyReplay } from './misuse/legacy-moves.js';
import { madeUp } from './misuse/made-up.js';
import { modernMoves, modernReplay } from './misuse/modern-moves.js';
import { nearlyYes } from './misuse/near-yes.js';
import { AT_ONCE, afterRun, OTHERWISE, twiceAtOnce } from './misuse/once-moves.js';
import { honestMove, type Means, type Planned } from './misuse/plan.js';
import {
  type Check,
  MisuseError,
  type MisuseReport,
  type MisuseRow,
  report,
  UNANSWERED,
} from './misuse/report.js';
import { type Attempt, attempt, ranIn, saidNo, tookAnAnswer } from './misuse/stopped.js';
import { targetsOf } from './misuse/targets.js';
import { PlayError } from './play-error.js';

const OPTIONS: ReadonlySet<string> = new Set<keyof MisuseOptions>([
  'answers',
  'as',
  'with',
  'onto',
  'at',
]);

/** What to make the moves with; what is left out is worked out from the flow and its server. */
export interface MisuseOptions {
  /**
   * Honest answers, to every open question, an optional one too: `'decline'` refuses it. Default ones that fit the forms. `TypeError` for
   * answers that leave one out.
   */
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
export async function misuse<T>(of: Flow<T>, options: MisuseOptions = {}): Promise<MisuseReport> {
  refuseNull('misuse', options);
  for (const name of Object.keys(options))
    if (!OPTIONS.has(name)) throw new TypeError(`misuse: no such option: ${name}`);
  // It looks at questions by their keys alone, whatever the class tells of them.
  const flow = of as unknown as Flow;
  const { era, stage } = positionOf(flow);
  const asks = Object.keys(flow.asks);
  if (flow.finished || (era === '2025' && asks.length === 0))
    throw new TypeError('misuse(): the flow has no open question to misuse');
  const means = meansFor(flow, options);
  const [moves, skipped] = era === '2026' ? modernMoves(flow, means) : legacyMoves(flow, means);
  const [nearly, unasked] = nearlyYes(flow, means);
  const planned = [...moves, ...nearly];
  skipped.push(...unasked);
  const seen: string[] = [];
  const rows: MisuseRow[] = [];
  const effects = [...flow.effects];
  const make = async (each: Planned) => {
    const { row, came } = await made(flow, each, seen);
    effects.push(...came.flatMap(effectsOf));
    rows.push(row);
  };
  for (const each of planned) {
    await make(each);
    if (each.move === 'tampered()') rows.push(await everywhere(flow, means, seen));
  }
  const once = means.blueprint?.once ? await twiceAtOnce(flow, means) : undefined;
  if (once !== undefined) rows.push(atOnce(once, seen));
  else {
    const because = means.blueprint?.once ? NOT_REACHED : 'the component is not once';
    skipped.push(...[AT_ONCE, OTHERWISE].map((move) => ({ move, because })));
  }
  const replay = era === '2026' ? modernReplay : legacyReplay;
  for (const each of once === undefined
    ? [honestMove(means), replay(means)]
    : afterRun(flow, means))
    await make(each);
  const early = earlyEffects(effects, stage.effects);
  if ('row' in early) rows.push(early.row);
  else skipped.push(early.skipped);
  const told = report({
    target: String(stage.request.params.name ?? stage.request.params.uri),
    era,
    rows,
    skipped,
  });
  if (!told.ok) throw new MisuseError(told, seen);
  return told;
}

function meansFor(flow: Flow, options: MisuseOptions): Means {
  const { stage } = positionOf(flow);
  const targets = targetsOf(stage);
  const answers = answersTo(flow.asks, options.answers);
  const other =
    options.as === undefined ? undefined : callerOf(options.as, stage.caller?.token.scopes);
  return {
    ...targets,
    answers,
    honestly: (at) => (answers === undefined ? at.retry() : at.answerRaw(answers)),
    ...(other !== undefined && { others: [{ who: `as(${other.name})`, caller: other }] }),
    ...(options.with !== undefined && { arguments: options.with }),
    ...(options.onto !== undefined && { component: options.onto }),
    ...(options.at !== undefined && { elsewhere: options.at }),
  };
}

/** Answers as they are sent. One that is left out would end the flow in 2026 and keep it open in 2025: nothing would be proven of both. */
function answersTo(asks: Flow['asks'], given: GivenAnswers = madeUp(asks)): Members | undefined {
  const answers = wireAnswers(asks, given);
  const left = Object.keys(asks).filter((key) => !Object.hasOwn(answers, key));
  if (left.length > 0)
    throw new TypeError(
      `misuse(): answers leaves out ${left.join(', ')}; answer every open question, an optional one too ('decline' refuses a form or a URL)`,
    );
  return Object.keys(asks).length === 0 ? undefined : answers;
}

const NOT_REACHED = 'the answers do not lead to run: misuse the flow that asks the last question';

/** The row of a `once` tool's two requests at once; `late` are those that came too late. */
function atOnce(late: readonly Attempt[], seen: string[]): MisuseRow {
  const expected: readonly Check[] = ['ledger'];
  const stoppedBy = [...new Set(late.map((each) => each.stoppedBy))];
  const ok = stoppedBy.every((check) => expected.includes(check));
  if (!ok) seen.push(...late.map((each) => `${AT_ONCE}\n${shown(each.seen)}`));
  const note = ok
    ? late.length === 1
      ? 'one of the two'
      : 'it was run before'
    : late.find((each) => each.note !== undefined)?.note;
  return {
    move: AT_ONCE,
    expected,
    stoppedBy,
    ok,
    ran: late.length === 1,
    ...(note !== undefined && { note }),
  };
}

async function made(
  flow: Flow,
  { move, expected, make, ways = [], judge, note }: Planned,
  seen: string[],
): Promise<{ readonly row: MisuseRow; readonly came: readonly unknown[] }> {
  const all = make === undefined ? ways : [{ way: '', make }];
  const attempts: (Attempt & { readonly way: string })[] = [];
  for (const each of all)
    attempts.push({ way: each.way, ...(await attempt(() => each.make(flow), judge)) });
  const wrong = attempts.filter(({ stoppedBy }) => !expected.includes(stoppedBy));
  for (const { way, seen: came } of wrong)
    seen.push(`${[move, way].filter((part) => part !== '').join(': ')}\n${shown(came)}`);
  const reached = attempts.flatMap(({ seen: came }) =>
    came instanceof Flow || came instanceof PlayError ? [came] : [],
  );
  const ran = reached.filter(ranIn);
  const unanswered = ran.some((each) => !tookAnAnswer(each)) ? UNANSWERED : undefined;
  const ok = wrong.length === 0;
  const no = note !== undefined && reached.some(saidNo) ? `${note}: it is a no` : note;
  const through = wrong.flatMap(({ way }) => (way === '' ? [] : [way])).join(', ');
  const why = ok ? (no ?? unanswered) : (wrong[0]?.note ?? (through || unanswered));
  const row = {
    move,
    expected,
    stoppedBy: [...new Set(attempts.map(({ stoppedBy }) => stoppedBy))],
    ok,
    ran: ran.length > 0,
    ...(why !== undefined && { note: why }),
  };
  return { row, came: attempts.map(({ seen: came }) => came) };
}

/** The transcript of what was seen; an error has it in its message. */
const shown = (seen: unknown): string => (seen instanceof Error ? seen.message : String(seen));

const ALTERED: readonly StateRefusal[] = ['malformed', 'unknown_key', 'unauthentic'];
/** Enough to meet every part of a state; `tampered('every')` takes its time. */
const PLACES = 64;

async function everywhere(flow: Flow, { answers }: Means, seen: string[]): Promise<MisuseRow> {
  const row = { move: `tampered, in ${PLACES} places`, expected: ALTERED };
  const sent = answers === undefined ? undefined : { raw: answers };
  try {
    const stoppedBy = [...new Set(await positionOf(flow).everyPosition(sent, PLACES))].sort();
    const ok = stoppedBy.every((check) => ALTERED.includes(check));
    if (!ok) seen.push(`${row.move}: ${stoppedBy.join(' ')}`);
    return { ...row, stoppedBy, ok, ran: false };
  } catch (error) {
    if (!(error instanceof PlayError)) throw error;
    seen.push(`${row.move}\n${error.message}`);
    return { ...row, stoppedBy: ['nothing'], ok: false, ran: ranIn(error) };
  }
}
