import { setTimeout as pause } from 'node:timers/promises';
import { dueFor, type Receipt, TOOLS } from '../replica/tools.js';
import { type Answer, type OfficialClient, type Request, textOf } from './official-client.js';
import { type Ended, persist } from './persist.js';
import type { Random } from './random.js';

/** One call from its first round to its end, decided before it begins. */
export interface FlowPlan {
  readonly order: string;
  readonly once: boolean;
  readonly amount: number;
  /**
   * What becomes of the last answer: it arrives; or it is lost on its way (`after`), or the connection breaks before it comes
   * (`during`, so many milliseconds after sending). Of a lost one the client knows nothing, and sends the same request again.
   */
  readonly last:
    | { readonly lost: 'never' | 'after' }
    | { readonly lost: 'during'; readonly ms: number };
  /** Milliseconds that the person thinks about each question. */
  readonly thinkMs: number;
}

/** What became of it, as the client saw it. */
export interface FlowReport {
  readonly plan: FlowPlan;
  /** As its first question named it. */
  readonly flow: string | undefined;
  /** Every result that came for the last request: two, where the first was lost after it had come. */
  readonly results: readonly string[];
  /** Why it ended without a result. */
  readonly why: string | undefined;
  /** Milliseconds of each round until it was answered, sendings that failed included. */
  readonly rounds: readonly number[];
  /** Requests that were sent, in all. */
  readonly sent: number;
}

/** Plans flow number `index`: every second one for the tool that runs once, a quarter with a last answer that is lost. */
export function planFlow(index: number, random: Random, thinkMs = 0): FlowPlan {
  const ms = random.below(12);
  const lost = random.next() < 0.25 ? (random.next() < 0.5 ? 'after' : 'during') : 'never';
  return {
    order: `order-${index}`,
    once: index % 2 === 0,
    amount: random.below(1000),
    last: lost === 'during' ? { lost, ms } : { lost },
    thinkMs: thinkMs === 0 ? 0 : random.below(thinkMs),
  };
}

/** What the client answers, different in every flow: a result of somebody else's answers would be seen. */
export const accountOf = ({ order }: FlowPlan): string => `account of ${order}`;
export const noteOf = ({ order }: FlowPlan): string => `note on ${order}`;

/** The result that a flow must have, but for the receipt, which is new in each run. */
export const expected = (plan: FlowPlan): Omit<Receipt, 'receipt'> => ({
  order: plan.order,
  due: dueFor(plan.amount),
  account: accountOf(plan),
  note: noteOf(plan),
});

export const firstRequest = ({ order, amount, once }: FlowPlan): Request => ({
  name: once ? TOOLS.once : TOOLS.often,
  arguments: { order, amount },
});

const ANSWERS = {
  account: (plan: FlowPlan) => ({ action: 'accept', content: { account: accountOf(plan) } }),
  note: (plan: FlowPlan) => ({ action: 'accept', content: { note: noteOf(plan) } }),
};

/** The request that answers a question. Throws when another question came than was to come. */
export function answering(
  plan: FlowPlan,
  step: keyof typeof ANSWERS,
  { requestState, inputRequests }: Answer,
): Request {
  const asked = Object.keys(inputRequests ?? {});
  if (requestState === undefined || asked.length !== 1 || asked[0] !== step)
    throw new Error(
      `${plan.order}: expected the question ${step}, got ${asked.join(', ') || 'none'}`,
    );
  return { ...firstRequest(plan), requestState, inputResponses: { [step]: ANSWERS[step](plan) } };
}

const flowIn = ({ inputRequests }: Answer): string | undefined =>
  /\(flow ([^)]+)\)/.exec(inputRequests?.account?.params?.message ?? '')?.[1];

/** Goes through a call, round by round. `onLast` is told when the last request is about to be sent. */
export async function goThrough(
  client: OfficialClient,
  plan: FlowPlan,
  onLast: () => void = () => undefined,
): Promise<FlowReport> {
  const rounds: number[] = [];
  let sent = 0;
  const round = async (request: Request): Promise<Ended> => {
    const began = performance.now();
    const ended = await persist(() => client.call(request));
    rounds.push(performance.now() - began);
    sent += ended.sent;
    return ended;
  };
  const report = (
    flow: string | undefined,
    results: readonly string[],
    why?: string,
  ): FlowReport => ({
    plan,
    flow,
    results,
    why,
    rounds,
    sent,
  });

  const first = await round(firstRequest(plan));
  if (first.kind === 'refused') return report(undefined, [], first.why);
  const flow = flowIn(first.answer);
  await pause(plan.thinkMs);
  const second = await round(answering(plan, 'account', first.answer));
  if (second.kind === 'refused') return report(flow, [], second.why);
  await pause(plan.thinkMs);
  const request = answering(plan, 'note', second.answer);
  onLast();

  const results: string[] = [];
  if (plan.last.lost === 'during') {
    sent += 1;
    // Whatever comes of it: the client is gone by then, or was quicker than it meant to be.
    await client.call(request, AbortSignal.timeout(plan.last.ms)).then(
      (answer) => answer.isError !== true && results.push(textOf(answer)),
      () => undefined,
    );
  }
  for (let times = plan.last.lost === 'after' ? 2 : 1; times > 0; times--) {
    const third = await round(request);
    if (third.kind === 'refused') return report(flow, results, third.why);
    results.push(textOf(third.answer));
  }
  return report(flow, results);
}
