import { Flow, positionOf } from '../flow.js';
import type { Members } from '../members.js';
import type { Check } from './report.js';
import { type Judged, newestEvents, tookAnAnswer } from './stopped.js';
import type { Targets } from './targets.js';

type Make = (flow: Flow) => Promise<Flow>;

/** One move, ready to be made. */
export interface Planned {
  readonly move: string;
  readonly expected: readonly Check[];
  /** One way to make it, or several, each of which is named. */
  readonly make?: (flow: Flow) => Promise<Flow>;
  readonly ways?: readonly { readonly way: string; readonly make: Make }[];
  /** Looks at what no error stopped, or at how the component itself ended the call. */
  readonly judge?: (at: Judged) => Check;
  readonly note?: string;
}

export interface Skipped {
  readonly move: string;
  readonly because: string;
}

/** What the moves are made with. */
export interface Means extends Targets {
  /** Honest answers as they are sent; absent where nothing was asked. */
  readonly answers: Members | undefined;
  /** Goes on as an honest client would. */
  readonly honestly: (flow: Flow) => Promise<Flow>;
}

/** A key that nothing open has: of a step that is not asked just now, where there is one. */
export const unaskedKey = ({ asks }: Flow, { blueprint }: Targets): string =>
  [...(blueprint?.steps.keys() ?? [])].find(
    (step) => !Object.keys(asks).some((key) => key.split('.', 1)[0] === step),
  ) ?? 'made-up';

/** Moves that are named alike in both eras, though different checks stop them. */
export function elsewhereMoves(
  means: Means,
  stops: { readonly as: Check; readonly instead: Check },
): [Planned[], Skipped[]] {
  const { others, honestly, component, arguments: args, blueprint } = means;
  // Who may not even know of the component, or call it, gets no further than that.
  const hidden: Check[] = blueprint?.visible === undefined ? [] : ['unknown'];
  const unscoped: Check[] = blueprint?.scopes.length ? ['scope'] : [];
  const planned: Planned[] = others.map(({ who, caller }) => ({
    move: who,
    expected: [
      stops.as,
      ...hidden,
      ...(caller === undefined ? (['gate', ...unscoped] as const) : []),
    ],
    make: (flow) => honestly(new Flow(positionOf(flow).moved({ kind: 'as', caller }))),
  }));
  const skipped: Skipped[] =
    others.length > 0
      ? []
      : [{ move: 'as()', because: 'state.principal names callers in its own way; pass { as }' }];
  if (args === undefined)
    skipped.push({
      move: 'with()',
      because: 'the resource has one URI; pass { with } if it matches others',
    });
  else
    planned.push({
      move: 'with(other arguments)',
      expected: [stops.instead],
      make: (flow) => honestly(flow.with(args)),
    });
  if (component === undefined)
    skipped.push({
      move: 'onto()',
      because: 'the caller may call no other component; pass { onto }',
    });
  else
    planned.push({
      move: `onto(${component.name})`,
      expected: [stops.instead],
      make: (flow) => honestly(flow.onto(component)),
    });
  return [planned, skipped];
}

/** An honest answer is taken: what the moves were stopped at was good. */
export const honestMove = ({ honestly }: Means): Planned => ({
  move: 'answered honestly',
  expected: ['nothing'],
  make: honestly,
  judge: (flow) => {
    const events = newestEvents(flow);
    if (events.some((event) => event.startsWith('answer.invalid'))) return 'misfit';
    return tookAnAnswer(flow) || !events.some((event) => event.startsWith('round.asked'))
      ? 'nothing'
      : 'not_asked';
  },
  note: 'as it should be',
});
