import { type Check, quantile, table } from '../shared/report.js';
import { counted, invariants, isCompleted, reasonOf } from '../shared/verdict.js';
import type { FleetOptions, FleetSeen } from './drill.js';
import type { HeapRun } from './heap.js';

/** Bytes of heap that an open flow may take: it is held by the client, not by the server. */
export const MOST_BYTES = 200;

/** Why a flow that runs once may end without a result: whoever ran it died, or the ledger did not answer for long enough. */
const EXCUSED = new Set([
  'ledger.refused: lost',
  'ledger.refused: running',
  'ledger.refused: unavailable',
]);

const medianSlope = (runs: readonly HeapRun[]): number =>
  quantile(
    runs.map(({ slope }) => slope),
    0.5,
  );

/** Holds what was seen against what is expected. */
export function checksOn(
  seen: FleetSeen,
  { flows: planned, kills, heap }: Pick<FleetOptions, 'flows' | 'kills' | 'heap'>,
): readonly Check[] {
  const { flows, told, disturbed, held, claims } = seen;
  const once = flows.filter(({ plan }) => plan.once);
  const ran = once.filter(({ results }) => results.length > 0).length;
  const often = flows.filter(({ plan }) => !plan.once);
  const unfinished = often.filter((flow) => !isCompleted(flow));
  const unexcused = flows.filter(
    (flow) => !isCompleted(flow) && !(flow.plan.once && EXCUSED.has(reasonOf(flow, told))),
  );
  const holding = held.filter((numbers) => Object.values(numbers).some((number) => number !== 0));
  const checks: Check[] = [
    {
      what: `${planned} flows ended, ${kills} replicas were killed, Redis once (${flows.length}, ${disturbed.kills}, ${disturbed.redis})`,
      holds: flows.length === planned && disturbed.kills === kills && disturbed.redis === 1,
    },
    {
      what: `every flow that may run again completed (${unfinished.length} did not)`,
      holds: unfinished.length === 0 && often.length > 0,
    },
    {
      what: `a flow that runs once is refused for its ledger only (${unexcused.length} otherwise)`,
      holds: unexcused.length === 0,
    },
    ...invariants(seen),
    {
      what: `no process holds anything for an open or ended flow (${holding.length} of ${held.length} do)`,
      holds: holding.length === 0 && held.every((numbers) => Object.keys(numbers).length > 0),
    },
    {
      what: `the ledger holds a claim for each flow that ran once, and none for an open one (${claims} for ${ran} to ${once.length})`,
      holds: claims >= ran && claims <= once.length,
    },
  ];
  if (heap === 0) return checks;
  const slope = medianSlope(seen.heap);
  return [
    ...checks,
    {
      what: `an open flow takes less than ${MOST_BYTES} bytes of heap (${slope.toFixed(0)})`,
      holds: slope < MOST_BYTES,
    },
  ];
}

/** Writes the figures. */
export function figures({
  flows,
  effects,
  told,
  disturbed,
  heap,
  seconds,
}: FleetSeen): readonly string[] {
  const row = (name: string, of: typeof flows): readonly string[] => {
    const orders = new Set(of.map(({ plan }) => plan.order));
    const had = effects.filter(({ order }) => orders.has(order));
    const completed = of.filter(isCompleted).length;
    const sent = of.reduce((sum, flow) => sum + flow.sent, 0);
    const cells = [
      of.length,
      completed,
      of.length - completed,
      sent,
      had.length,
      new Set(had.map(({ order }) => order)).size,
    ];
    return [name, ...cells.map(String)];
  };
  const refused = counted(
    flows.filter((flow) => !isCompleted(flow)).map((flow) => reasonOf(flow, told)),
  );
  const said = counted(
    told.map(({ type, code }) => (code === undefined ? type : `${type}: ${code}`)),
  );
  const rounds = [0, 1, 2].map((at) => flows.flatMap((flow) => flow.rounds[at] ?? []));
  const ms = (values: readonly number[], share: number) =>
    `${quantile(values, share).toFixed(1)} ms`;
  const list = (counts: typeof refused) =>
    counts.map(([what, count]) => `${what} ${count}`).join(', ') || 'none';
  return [
    ...table([
      ['flows', 'in all', 'completed', 'refused', 'requests', 'effects', 'flows with one'],
      row(
        'once',
        flows.filter(({ plan }) => plan.once),
      ),
      row(
        'may run again',
        flows.filter(({ plan }) => !plan.once),
      ),
    ]),
    `refused, and why: ${list(refused)}`,
    `told by the servers: ${list(said)}`,
    `killed: ${disturbed.kills} replicas, ${disturbed.redis} Redis; last answers lost: ${flows.filter(({ plan }) => plan.last.lost !== 'never').length}`,
    `${seconds.toFixed(0)} s, ${(flows.length / seconds).toFixed(0)} flows a second`,
    '',
    ...table([
      ['until answered', 'p50', 'p99'],
      ...rounds.map((values, at) => [`round ${at + 1}`, ms(values, 0.5), ms(values, 0.99)]),
    ]),
    ...(heap.length > 0
      ? [
          '',
          `heap for each open flow: ${heap.map(({ slope }) => slope.toFixed(0)).join(', ')} bytes; median ${medianSlope(heap).toFixed(0)}`,
        ]
      : []),
    '',
  ];
}
