import type { Members } from '../members.js';
import type { Asking } from './bridge.js';

/** One question as the client got it. */
export interface LiveQuestion {
  readonly id: string | number;
  readonly method: string;
  readonly params: Members;
}

/** The questions of one round, which arrive one by one. */
export interface Arriving {
  /** Takes one in. Returns all of them by wire key with the last one. */
  arrived(question: LiveQuestion): ReadonlyMap<string, LiveQuestion> | undefined;
}

/** Names the questions of a round: nothing on the connection does, but those of one method come in the order in which they were put. */
export function arriving({ asks }: Asking): Arriving {
  const left = [...asks].map(([key, { method }]) => ({ key, method }));
  const here = new Map<string, LiveQuestion>();
  return {
    arrived: (question) => {
      const at = left.findIndex(({ method }) => method === question.method);
      const [named] = at < 0 ? [] : left.splice(at, 1);
      if (named !== undefined) here.set(named.key, question);
      if (left.length > 0) return undefined;
      return new Map(
        [...asks.keys()].flatMap((key) =>
          here.has(key) ? [[key, here.get(key) as LiveQuestion] as const] : [],
        ),
      );
    },
  };
}
