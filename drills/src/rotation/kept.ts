import { answering, type FlowPlan, firstRequest } from '../shared/flow.js';
import { connected, type Request } from '../shared/official-client.js';
import { type Ended, persist } from '../shared/persist.js';

/** A call with its first question open, and the request that would answer it. */
export interface Kept {
  readonly plan: FlowPlan;
  readonly answer: Request;
}

const plan = (order: string): FlowPlan => ({
  order,
  once: false,
  amount: 1,
  last: { lost: 'never' },
  thinkMs: 0,
});

/** Opens a call at one server, and leaves it so. */
export async function keep(url: URL, order: string): Promise<Kept> {
  const client = await connected(url);
  try {
    const kept = plan(order);
    return {
      plan: kept,
      answer: answering(kept, 'account', await client.call(firstRequest(kept))),
    };
  } finally {
    await client.close();
  }
}

/** Answers the question: what comes is the second question, unless the state does not open any more. */
export async function present(url: URL, { plan, answer }: Kept): Promise<Ended> {
  const client = await connected(url);
  try {
    const ended = await persist(() => client.call(answer));
    // Throws for anything but the question that follows.
    if (ended.kind === 'answered') answering(plan, 'note', ended.answer);
    return ended;
  } finally {
    await client.close();
  }
}
