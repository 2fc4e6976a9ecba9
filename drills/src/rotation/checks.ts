import type { Told } from '../replica/records.js';
import { type Check, table } from '../shared/report.js';
import { counted, invariants, isCompleted, reasonOf } from '../shared/verdict.js';
import type { Passed, Presented, RotationSeen } from './drill.js';

/** The one error for every state that does not open, as its client sees it. */
const FIXED = 'invalid_request_state';

const openedByOld = (told: readonly Told[], from: number, until: number): number =>
  told.filter(({ type, at }) => type === 'state.opened_by_old' && at >= from && at < until).length;

/** A retired key opens nothing from the moment when the last replica has dropped it until another one takes over. */
function opensAfter(passed: readonly Passed[], at: number, told: readonly Told[]): number {
  const after = passed.slice(at);
  const next = after.find(({ phase }) => phase.change === 'takes over');
  return openedByOld(told, passed[at]?.complete ?? 0, next?.began ?? Number.POSITIVE_INFINITY);
}

const isRefused = ({ ended, unknownKeys }: Presented): boolean =>
  ended.kind === 'refused' && ended.why === FIXED && unknownKeys > 0;
const ending = ({ ended }: Presented): string =>
  ended.kind === 'refused' ? `refused: ${ended.why}` : 'answered';

/** Holds what was seen against what is expected. */
export function checksOn(seen: RotationSeen): readonly Check[] {
  const { flows, told, passed, inTime, late, leaked } = seen;
  const failed = flows.filter((flow) => !isCompleted(flow));
  const unknown = told.filter(({ code }) => code === 'unknown_key').length;
  const own = [...late, leaked].reduce((sum, { unknownKeys }) => sum + unknownKeys, 0);
  const changes = passed.flatMap(({ phase, began, ended }, at): Check[] => {
    if (phase.change === undefined) return [];
    const count =
      phase.change === 'retires' ? opensAfter(passed, at, told) : openedByOld(told, began, ended);
    return [
      phase.change === 'retires'
        ? {
            what: `${phase.what}: nothing is opened by an old one any more (${count})`,
            holds: count === 0,
          }
        : {
            what: `${phase.what}: what the old one sealed is opened still (${count} times)`,
            holds: count > 0,
          },
    ];
  });
  return [
    {
      what: `every flow completed (${failed.length} of ${flows.length} did not)`,
      holds: failed.length === 0 && flows.length > 0,
    },
    {
      what: 'flows ended in every phase',
      holds: passed.length > 0 && passed.every((phase) => phase.flows > 0),
    },
    ...changes,
    ...inTime.map((one) => ({
      what: `kept open while the new one took over: goes on (${one.what}: ${ending(one)})`,
      holds: one.ended.kind === 'answered',
    })),
    ...late.map((one) => ({
      what: `kept open until its key was gone: the fixed error, for a key nobody knows (${one.what}: ${ending(one)})`,
      holds: isRefused(one),
    })),
    {
      what: `its key withdrawn without waiting: the fixed error (${ending(leaked)})`,
      holds: isRefused(leaked),
    },
    {
      what: `no other state met a server that did not know its key (${unknown - own})`,
      holds: unknown === own,
    },
    ...invariants(seen),
  ];
}

/** Writes the figures. */
export function figures({ flows, told, passed }: RotationSeen): readonly string[] {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const reasons = counted(
    flows.filter((flow) => !isCompleted(flow)).map((flow) => reasonOf(flow, told)),
  );
  const sent = flows.reduce((sum, flow) => sum + flow.sent, 0);
  return [
    ...table([
      ['phase', 'seconds to change all', 'flows ended', 'opened by an old one'],
      ...passed.map(({ phase, began, complete, ended, flows: count }) => [
        phase.what,
        seconds(complete - began),
        String(count),
        String(openedByOld(told, began, ended)),
      ]),
    ]),
    `${flows.length} flows, ${sent} requests; refused, and why: ${reasons.map(([what, count]) => `${what} ${count}`).join(', ') || 'none'}`,
    '',
  ];
}
