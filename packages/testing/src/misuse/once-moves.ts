import { wireAnswers } from '../answers.js';
import type { AskView } from '../asks.js';
import { fakeClock } from '../fake-clock.js';
import { Flow, positionOf } from '../flow.js';
import type { Members } from '../members.js';
import { honestMove, type Means, type Planned } from './plan.js';
import type { Check } from './report.js';
import { type Attempt, attempt, type Judged, newestEvents } from './stopped.js';

export const AT_ONCE = 'answered honestly, twice at once';
export const OTHERWISE = 'answered otherwise';

/** What is still to be tried once `run` of a `once` tool was reached: the ledger has its one result. */
export const afterRun = ({ asks }: Flow, means: Means): Planned[] => {
  const { answers, honestly } = means;
  const again: Planned = {
    move: 'replayed()',
    expected: ['ledger'],
    make: (at) => honestly(at.replayed()),
    judge: byLedger,
  };
  if (answers === undefined) return [honestMove(means), again];
  const others = otherThan(asks, answers);
  const otherwise: Planned = {
    move: OTHERWISE,
    expected: ['redeemed'],
    make: (at) => at.answerRaw(others),
    judge: byLedger,
  };
  return [honestMove(means), again, otherwise];
};

/** Whether the ledger gave what it kept, or refused: a claim that is made says that `run` is entered next. */
function byLedger(flow: Pick<Flow, 'transcript'>): Check {
  const events = newestEvents(flow);
  if (events.includes('ledger.claimed')) return 'nothing';
  return events.some((event) => event === 'ledger.repeated' || event.startsWith('ledger.refused'))
    ? 'ledger'
    : 'nothing';
}

/**
 * Sends the same honest answers twice at the same time, which a ledger must decide between. Tells what stopped the one that came too
 * late; `undefined`: the answers lead to another question, and not to `run`.
 */
export async function twiceAtOnce(
  flow: Flow,
  { honestly }: Means,
): Promise<readonly Attempt[] | undefined> {
  // The one that waits for the other does so by a clock of their own: the test's stands still.
  const clock = fakeClock(positionOf(flow).stage.session.clock.now());
  const apart = new Flow(positionOf(flow).moved({ kind: 'by', clock }));
  const judge = (at: Judged): Check => (at.finished ? byLedger(at) : 'not_asked');
  const both = await Promise.all([apart, apart].map((at) => attempt(() => honestly(at), judge)));
  if (both.every(({ stoppedBy }) => stoppedBy === 'not_asked')) return undefined;
  const first = both.findIndex(({ stoppedBy }) => stoppedBy === 'nothing');
  return both.filter((_, at) => at !== first);
}

/** The same answers but for one, which is another. */
function otherThan(asks: Readonly<Record<string, AskView>>, answers: Members): Members {
  const [[key, ask] = []] = Object.entries(asks);
  if (key === undefined || ask === undefined) return answers;
  if (ask.kind === 'sample')
    return { ...answers, ...wireAnswers(asks, { [key]: 'written otherwise' }) };
  if (ask.kind === 'roots')
    return { ...answers, ...wireAnswers(asks, { [key]: ['file:///otherwise'] }) };
  const { action } = answers[key] as { readonly action?: unknown };
  return { ...answers, [key]: { action: action === 'decline' ? 'cancel' : 'decline' } };
}
