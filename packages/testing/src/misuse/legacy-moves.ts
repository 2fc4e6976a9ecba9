import type { Flow } from '../flow.js';
import { elsewhereMoves, type Means, type Planned, type Skipped, unaskedKey } from './plan.js';
import { newestEvents } from './stopped.js';

const NO_STATE = 'the state never leaves the server';

/** What can be done with a call that is open on a session: there is no state to take hold of. */
export function legacyMoves(flow: Flow, means: Means): [Planned[], Skipped[]] {
  const { honestly, here, tooLateMs } = means;
  const [elsewheres, skipped] = elsewhereMoves(means, { as: 'session', instead: 'in_flight' });
  const planned: Planned[] = [
    { move: 'at(another process)', expected: ['session'], make: (at) => honestly(at.at(here)) },
    {
      move: 'after(its deadline)',
      expected: ['timed_out'],
      make: (at) => honestly(at.after({ ms: tooLateMs })),
    },
    ...elsewheres,
    {
      move: 'withForgedAnswer(the next question)',
      expected: ['not_asked'],
      make: (at) => at.withForgedAnswer(unaskedKey(flow, means), { confirm: true }).answerRaw({}),
    },
    {
      move: 'withoutState(), all of it in the params',
      expected: ['not_asked'],
      make: (at) => honestly(at.withoutState()),
    },
  ];
  return [
    planned,
    [
      ...['tampered()', 'truncated()', 'overwriting()'].map((move) => ({
        move,
        because: NO_STATE,
      })),
      ...skipped,
    ],
  ];
}

/** Sends honest answers twice: the second has no open question to go to. */
export const legacyReplay = ({ honestly }: Means): Planned => ({
  move: 'replayed()',
  expected: ['settled'],
  make: (at) => honestly(at.replayed()),
  judge: (at) => {
    const taken = newestEvents(at).filter((event) => event.startsWith('answer.'));
    return taken.length > 0 && new Set(taken).size === taken.length ? 'settled' : 'nothing';
  },
});
