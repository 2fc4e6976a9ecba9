import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEvent } from '@countersign/core';
import type { Entered, Watch } from '@countersign/core/internal';

/** One time that a named effect happened in a played call. */
export interface EffectSeen {
  /** `Releases.deploy`, where the effect has such a name. */
  readonly effect: string;
  /** The method in which it happened, as `Deploy.confirm`; else the part of the server. */
  readonly by: string;
  /** What that method is; `outside`: none of a component, as a constructor or a middleware. */
  readonly in: 'question' | 'compute' | 'run' | 'declined' | 'outside';
  /** The round of the call, from 1; 0 where it is not known. */
  readonly round: number;
  /** Whether a question of the call was still open: it happened unasked, and will again. */
  readonly early: boolean;
  /** Whether an early one is as its author means it: in a compute, with its key. */
  readonly allowed: boolean;
}

/** Whether an effect may happen before the last answer: in a compute that passes its key on. */
export type Early = 'never' | 'keyed';

/** What happens on one instance of a server. */
export interface Happening {
  readonly all: readonly EffectSeen[];
  /** Tells which method it is in which effects happen. */
  readonly watch: Watch;
  /** Runs what is no method of a component. */
  outside<R>(work: () => R): R;
  /** Hears what each round came to: only then it is known of `run` whether it asked. */
  reported(event: ServerEvent): void;
}

type Seen = { -readonly [P in keyof EffectSeen]: EffectSeen[P] };
interface Place {
  readonly at: Entered | undefined;
  readonly add: (seen: Seen) => void;
}

const place = new AsyncLocalStorage<Place>();
const QUESTIONS: ReadonlySet<Entered['kind']> = new Set(['elicit', 'sample', 'roots']);

/** Listens to one instance of a server. */
export function happening(): Happening {
  const all: Seen[] = [];
  let pending: Seen[] = [];
  const add = (seen: Seen): void => {
    all.push(seen);
    pending.push(seen);
  };
  return {
    all,
    watch: (at, enter) => place.run({ at, add }, enter),
    outside: (work) => place.run({ at: undefined, add }, work),
    reported: ({ type }) => {
      if (type === 'round.asked' || type === 'round.again')
        for (const seen of pending) if (seen.in !== 'compute') seen.early = true;
      if (type.startsWith('round.')) pending = [];
    },
  };
}

/** Notes that an effect happens now. `undefined`: in no played call. */
export function happens(
  effect: string,
  args: readonly unknown[],
  allow: Early,
): EffectSeen | undefined {
  const here = place.getStore();
  if (here === undefined) return undefined;
  const { at } = here;
  const early = at !== undefined && !at.settled;
  const seen: Seen = {
    effect,
    by:
      at === undefined ? 'a constructor, a middleware or a schema' : `${at.className}.${at.member}`,
    in: kindOf(at),
    round: at?.context.flow.round ?? 0,
    early,
    allowed: early && allow === 'keyed' && at.kind === 'compute' && carries(args, at),
  };
  here.add(seen);
  return seen;
}

function kindOf(at: Entered | undefined): EffectSeen['in'] {
  if (at === undefined) return 'outside';
  const { kind } = at;
  if (kind === 'run' || kind === 'declined' || kind === 'compute') return kind;
  return QUESTIONS.has(kind) ? 'question' : 'outside';
}

/** Whether the compute's own key is somewhere in the arguments. */
function carries(args: readonly unknown[], { context }: Entered): boolean {
  try {
    return JSON.stringify(args).includes(context.step.idempotencyKey);
  } catch {
    return false;
  }
}

/** Whether it should not have happened then. */
export const isTooEarly = ({ early, allowed }: EffectSeen): boolean => early && !allowed;

/** Says where an effect happened, for people. */
export function whereIt({ by, in: kind, round }: EffectSeen): string {
  const what = kind === 'question' || kind === 'compute' ? `, a ${kind},` : '';
  return `in ${by}${what}${round === 0 ? '' : ` in round ${round}`}`;
}
