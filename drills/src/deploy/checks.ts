import { type Check, table } from '../shared/report.js';
import { type Row, WAYS } from './drill.js';
import type { FlowReport } from './flow.js';

const HEAD = [
  'change, and way',
  'flows',
  'completed',
  'at a limit',
  'asked again',
  'ignored',
  'dropped, and why',
  'wrong',
];

/** Lays out what was seen, a line for each change and way. */
export const figures = (rows: readonly Row[]): readonly string[] =>
  table([
    HEAD,
    ...rows.map(({ change, way, flows }) => [
      `${change.name}, ${way}`,
      String(flows.length),
      String(ended(flows, 'completed')),
      String(ended(flows, 'limit')),
      String(sum(flows, ({ again }) => again)),
      String(sum(flows, ({ ignored }) => ignored)),
      reasons(flows),
      String(flows.filter(({ wrong }) => wrong).length),
    ]),
  ]);

const ended = (flows: readonly FlowReport[], how: FlowReport['end']): number =>
  flows.filter(({ end }) => end === how).length;
const sum = (flows: readonly FlowReport[], of: (flow: FlowReport) => number): number =>
  flows.reduce((all, flow) => all + of(flow), 0);

function reasons(flows: readonly FlowReport[]): string {
  const counts = new Map<string, number>();
  for (const reason of flows.flatMap(({ dropped }) => dropped))
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ') || '-';
}

/** What must hold of every run. */
export function checksOn(rows: readonly Row[]): readonly Check[] {
  const of = (filter: (row: Row) => boolean) => rows.filter(filter).flatMap(({ flows }) => flows);
  const every = (
    what: string,
    flows: readonly FlowReport[],
    holds: (flow: FlowReport) => boolean,
  ): Check => ({
    what: `${what} (${flows.filter((flow) => !holds(flow)).length} of ${flows.length} not)`,
    holds: flows.length > 0 && flows.every(holds),
  });
  const crossed = ({ way }: Row) => way === WAYS[0] || way === WAYS[1];
  return [
    every(
      'what reached run was made from answers to the questions of the version that ran',
      of(() => true),
      ({ wrong }) => !wrong,
    ),
    every(
      'a flow that a deploy passes by is completed, forward and back',
      of(crossed),
      ({ end }) => end === 'completed',
    ),
    every(
      'a flow ends in a result, or at a limit of rounds or changes',
      of(() => true),
      ({ end }) => end !== 'failed',
    ),
    every(
      'where the versions differ in a question that only one has, or in none, a flow is completed whatever it meets',
      of(({ change }) => !change.differs),
      ({ end }) => end === 'completed',
    ),
    every(
      'where each version asks what the other does not, a flow that never stays with one ends at a limit',
      of(({ change, way }) => change.differs && way === 'to and fro'),
      ({ end }) => end === 'limit',
    ),
    every(
      'where nothing changed, nothing is asked again',
      of(({ change }) => change.name === 'nothing'),
      ({ again, dropped }) => again === 0 && dropped.length === 0,
    ),
    every(
      'no question is put again without an event that tells why',
      of(() => true),
      ({ silent }) => silent === 0,
    ),
  ];
}
