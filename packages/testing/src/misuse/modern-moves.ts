import type { Flow } from '../flow.js';
import {
  elsewhereMoves,
  honestMove,
  type Means,
  type Planned,
  type Skipped,
  unaskedKey,
} from './plan.js';
import { newestEvents } from './stopped.js';

/** What can be done with a state that travels through the client. */
export function modernMoves(flow: Flow, means: Means): [Planned[], Skipped[]] {
  const { honestly, elsewhere, tooLateMs, blueprint } = means;
  const keys = Object.keys(flow.asks);
  const [step = [...(blueprint?.steps.keys() ?? [])][0] ?? 'run'] = keys;
  const [elsewheres, skipped] = elsewhereMoves(means, { as: 'principal', instead: 'request' });
  const planned: Planned[] = [
    { move: 'tampered()', expected: ['unauthentic'], make: (at) => honestly(at.tampered()) },
    {
      move: 'truncated()',
      expected: ['unauthentic', 'malformed'],
      make: (at) => honestly(at.truncated()),
    },
    {
      move: `overwriting('${step}', …)`,
      expected: ['unauthentic'],
      make: (at) => honestly(at.overwriting(step, { confirm: true, forged: true })),
    },
    {
      move: 'at(another audience)',
      expected: ['audience'],
      make: (at) => honestly(at.at(elsewhere)),
    },
    {
      move: 'after(its deadline)',
      expected: ['expired'],
      make: (at) => honestly(at.after({ ms: tooLateMs })),
    },
    ...elsewheres,
    forgedAnswer(unaskedKey(flow, means)),
  ];
  if (keys.length === 0)
    skipped.push({
      move: 'withoutState()',
      because: 'nothing was asked, so there is no answer to slip in',
    });
  else planned.push(stateless(keys, means));
  return [planned, skipped];
}

/** Once more what was answered honestly just before. */
export const modernReplay = (means: Means): Planned => ({
  ...honestMove(means),
  move: 'replayed()',
  note: means.blueprint?.once ? 'run was not reached' : 'a state is not single-use',
});

const forgedAnswer = (key: string): Planned => ({
  move: `withForgedAnswer('${key}', …)`,
  expected: ['not_asked'],
  make: (flow) => flow.withForgedAnswer(key, { confirm: true }).answerRaw({}),
  judge: (flow) =>
    newestEvents(flow).some(
      (event) => event.startsWith('answer.') && event !== `answer.ignored ${key}`,
    )
      ? 'nothing'
      : 'not_asked',
});

function stateless(keys: readonly string[], { blueprint, honestly }: Means): Planned {
  const presupplied = keys.some(
    (key) => blueprint?.steps.get(key.split('.', 1)[0] ?? '')?.presupplied,
  );
  return {
    move: 'withoutState()',
    expected: presupplied ? ['not_asked', 'nothing'] : ['not_asked'],
    make: (flow) => honestly(flow.withoutState()),
    ...(presupplied && { note: 'a presupplied step takes an answer without a state' }),
  };
}
