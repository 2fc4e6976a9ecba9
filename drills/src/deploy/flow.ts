import { isDeepStrictEqual } from 'node:util';
import type { ServerEvent } from '@countersign/core';
import type { Seen } from './client.js';
import type { Change, Handed, Version } from './order.js';

/** What became of one flow. */
export interface FlowReport {
  readonly end: 'completed' | 'limit' | 'failed';
  /** Handed to `run` anything but what its version's own questions bring. */
  readonly wrong: boolean;
  /** Questions that were put a second time, or more often. */
  readonly again: number;
  /** … of which no event told that an earlier record was dropped, or an answer ignored. */
  readonly silent: number;
  /** Why records were dropped. */
  readonly dropped: readonly string[];
  /** Answers that were sent to a version that had not asked for them. */
  readonly ignored: number;
}

/** Judges a flow by what its client saw and what the servers told. */
export function judge(
  change: Change,
  item: string,
  { text, isError, served }: Seen,
  events: readonly ServerEvent[],
): FlowReport {
  const last = events.findLast((event) => event.type === 'round.finished');
  const handed = text !== undefined && !isError ? (JSON.parse(text) as Handed) : undefined;
  const end =
    handed !== undefined
      ? 'completed'
      : last?.type === 'round.finished' && last.outcome === 'exhausted'
        ? 'limit'
        : 'failed';
  return {
    end,
    wrong: handed !== undefined && !isRight(change, item, handed, served.at(-1)),
    ...askedAgain(events),
    dropped: events.flatMap((event) => (event.type === 'entry.dropped' ? [event.because] : [])),
    ignored: events.filter(({ type }) => type === 'answer.ignored').length,
  };
}

/** Whether the version that served the last round ran, and with what its own questions bring. */
const isRight = (
  { expected }: Change,
  item: string,
  { by, answers }: Handed,
  served: Version | undefined,
): boolean =>
  served !== undefined &&
  by.toLowerCase() === served &&
  isDeepStrictEqual(answers, expected(served, item));

/** Counts questions that were put again, and those of them that nothing explains. */
function askedAgain(events: readonly ServerEvent[]): Pick<FlowReport, 'again' | 'silent'> {
  const explained = new Map<string, boolean>();
  let [again, silent] = [0, 0];
  for (const event of events) {
    if (event.type === 'entry.dropped' || event.type === 'answer.ignored')
      explained.set(event.step, true);
    if (event.type !== 'round.asked') continue;
    for (const { step } of event.asks) {
      const before = explained.get(step);
      if (before !== undefined) again++;
      if (before === false) silent++;
      explained.set(step, false);
    }
  }
  return { again, silent };
}
