import type { Effect, Told } from '../replica/records.js';
import type { Receipt } from '../replica/tools.js';
import { expected, type FlowReport } from './flow.js';
import type { Check } from './report.js';

/** All that is known of a load: what its clients saw, and what the replicas did. */
export interface Seen {
  readonly flows: readonly FlowReport[];
  readonly effects: readonly Effect[];
  readonly told: readonly Told[];
}

/** What the servers said of a flow that ended without a result; else what its client saw. */
export function reasonOf({ flow, why }: FlowReport, told: readonly Told[]): string {
  const last = told.findLast(
    (one) => one.flow === flow && one.code !== undefined && one.type.endsWith('.refused'),
  );
  return last === undefined ? `client: ${why}` : `${last.type}: ${last.code}`;
}

/** Counts, the most frequent first. */
export function counted(values: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

export const isCompleted = ({ why }: FlowReport): boolean => why === undefined;

function byOrder(effects: readonly Effect[]): ReadonlyMap<string, readonly Effect[]> {
  const orders = new Map<string, Effect[]>();
  for (const effect of effects) {
    const of = orders.get(effect.order);
    if (of === undefined) orders.set(effect.order, [effect]);
    else of.push(effect);
  }
  return orders;
}

/** Whether a result is the one of this flow and of these answers, and its receipt that of an effect which really happened. */
function isRight(result: string, { plan }: FlowReport, effects: readonly Effect[]): boolean {
  try {
    const { receipt, ...rest } = JSON.parse(result) as Receipt;
    return (
      JSON.stringify(rest) === JSON.stringify(expected(plan)) &&
      effects.some((effect) => effect.receipt === receipt)
    );
  } catch {
    return false;
  }
}

/** Whatever was killed and restarted: what must hold of every flow. */
export function invariants({ flows, effects }: Seen): readonly Check[] {
  const orders = byOrder(effects);
  const of = ({ plan }: FlowReport) => orders.get(plan.order) ?? [];
  const once = flows.filter(({ plan }) => plan.once);
  const count = (what: string, wrong: readonly unknown[], among: number): Check => ({
    what: `${what} (${wrong.length} of ${among} not)`,
    holds: wrong.length === 0 && among > 0,
  });
  const resulted = flows.filter(({ results }) => results.length > 0);
  const repeated = once.filter(({ results }) => results.length > 1);
  const results = flows.flatMap((flow) => flow.results.map((result) => ({ flow, result })));
  return [
    count(
      'a flow that runs once has one effect at most',
      once.filter((flow) => of(flow).length > 1),
      once.length,
    ),
    count(
      'a flow that runs once and returned a result has exactly one effect',
      once.filter((flow) => flow.results.length > 0 && of(flow).length !== 1),
      once.filter((flow) => flow.results.length > 0).length,
    ),
    count(
      'a flow that runs once gives the same result to the same request',
      repeated.filter((flow) => new Set(flow.results).size > 1),
      repeated.length,
    ),
    count(
      'a flow that returned a result had its effect',
      resulted.filter((flow) => of(flow).length === 0),
      resulted.length,
    ),
    count(
      'all effects of a flow carry one idempotency key',
      [...orders.values()].filter((all) => new Set(all.map(({ key }) => key)).size > 1),
      orders.size,
    ),
    count(
      'no two flows share an idempotency key',
      [...keys(effects).values()].filter((ofKey) => ofKey.size > 1),
      keys(effects).size,
    ),
    count(
      'a result is that of its own flow and answers',
      results.filter(({ flow, result }) => !isRight(result, flow, of(flow))),
      results.length,
    ),
  ];
}

function keys(effects: readonly Effect[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { key, order } of effects) found.set(key, (found.get(key) ?? new Set()).add(order));
  return found;
}
