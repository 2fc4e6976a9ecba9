import type { Era, StateRefusal } from '@countersign/core';

/** What stopped a move. */
export type Check =
  /** The state was refused, for this reason. */
  | StateRefusal
  /** The token was refused before anything else was looked at. */
  | 'gate'
  /** The token lacks a scope that the component asks for. */
  | 'scope'
  /** The component does not exist for this caller. */
  | 'unknown'
  /** An answer counts only where a state, or the server's own question, asked for it. */
  | 'not_asked'
  /** The answer did not fit its question. */
  | 'misfit'
  /** The flow of a `once` tool was run: it is not run again, and the same request gets the same result again, or is refused. */
  | 'ledger'
  /** 2025: no such session, for this caller at this server. */
  | 'session'
  /** 2025: the id of the call is in use. */
  | 'in_flight'
  /** 2025: the question was withdrawn before the answer came. */
  | 'timed_out'
  /** 2025: the question has its answer. */
  | 'settled'
  /** No named effect happened before the last answer. */
  | 'none'
  /** One did: nobody had agreed to it. */
  | 'early'
  /** Another error than was to be expected of any check. */
  | 'another error'
  /** The server went along with it. */
  | 'nothing';

/** One move and what came of it. */
export interface MisuseRow {
  /** As it would be called on the flow. */
  readonly move: string;
  /** The checks that may stop it; `nothing` for what the server should go along with. */
  readonly expected: readonly Check[];
  /** The checks that did; several for a move that was made at several positions. */
  readonly stoppedBy: readonly Check[];
  readonly ok: boolean;
  /** Whether `run` was entered by this move, as far as the server told; also by one that was stopped, see `note`. */
  readonly ran: boolean;
  /** Why `nothing` is to be expected, or what happened instead. */
  readonly note?: string;
}

/** The note of a move that was stopped, and was no answer, and yet led to `run`: a tool may do without what it asks for. */
export const UNANSWERED = 'run was entered without an answer: every open question is optional';

/** What `misuse` found. Prints itself. */
export interface MisuseReport {
  /** Name of the tool or prompt, or the URI. */
  readonly target: string;
  readonly era: Era;
  /** Whether each move was stopped, by the check that is there for it. */
  readonly ok: boolean;
  readonly rows: readonly MisuseRow[];
  /** Moves for which this flow has no room, and why. */
  readonly skipped: readonly { readonly move: string; readonly because: string }[];
  /** Prints a line for each move: what stopped it, and what should have. */
  toString(): string;
}

export function report(
  about: Pick<MisuseReport, 'target' | 'era' | 'rows' | 'skipped'>,
): MisuseReport {
  const ok = about.rows.every((row) => row.ok);
  return { ...about, ok, toString: () => formatReport({ ...about, ok }) };
}

function formatReport({ target, era, ok, rows, skipped }: Omit<MisuseReport, 'toString'>): string {
  const unanswered = rows.some(({ note }) => note === UNANSWERED)
    ? ', but run was entered without an answer'
    : '';
  const wide = Math.max(...[...rows, ...skipped].map(({ move }) => move.length));
  const line = (mark: string, move: string, text: string) =>
    `${mark} ${move.padEnd(wide)}  ${text}`;
  return [
    `misuse of ${target}, by a client of ${era}: ${ok ? `every move was stopped by the check for it${unanswered}` : 'NOT every move was stopped by the check for it'}`,
    ...rows.map(({ move, expected, stoppedBy, ok: fine, note }) => {
      const came = stoppedBy.join(', ');
      return line(
        fine ? ' ' : '!',
        move,
        `${fine ? came : `${came}, expected ${expected.join(' or ')}`}${note === undefined ? '' : ` (${note})`}`,
      );
    }),
    ...skipped.map(({ move, because }) => line('-', move, because)),
  ].join('\n');
}

/** Says that a move got through, or was stopped by another check than the one that is there for it. Its message is the report, and what was seen. */
export class MisuseError extends Error {
  override readonly name = 'MisuseError';
  constructor(
    readonly report: MisuseReport,
    seen: readonly string[],
  ) {
    super([String(report), ...seen].join('\n\n'));
  }
}
