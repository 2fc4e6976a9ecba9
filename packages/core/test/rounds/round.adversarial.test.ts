import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { again } from '../../src/asks/again.js';
import { fingerprint } from '../../src/digest.js';
import type { RoundEvent } from '../../src/events.js';
import type { Entry, Journal } from '../../src/rounds/journal.js';
import type { RoundOutcome } from '../../src/rounds/outcome.js';
import { packJournal } from '../../src/rounds/packing.js';
import {
  accept,
  asks,
  asksAll,
  asksNothing,
  type ComponentSpec,
  cancel,
  decline,
  question,
  round,
  type StepSpec,
} from '../support/rounds.js';

/*
 * Random step graphs against random clients. Every answer echoes the question it was given for, and every computed value
 * carries what it was computed from, so that a stale entry is visible to the body and in the journal itself.
 */

interface Node {
  readonly name: string;
  readonly kind: 'ask' | 'compute';
  readonly reads: readonly string[];
  readonly optional: boolean;
  readonly group: boolean;
  /** Asks nothing when the first step it reads has an odd number. */
  readonly skips: boolean;
  /** Rounds that a compute says `again`. */
  readonly agains: number;
  /** Comes to another value every time it is computed. */
  readonly volatile: boolean;
  readonly presupplied: boolean;
}

type Graph = readonly Node[];

/** What a client can do with one open ask. */
const MOVES = [
  'accept',
  'accept',
  'accept',
  'misfit',
  'junk',
  'decline',
  'cancel',
  'omit',
] as const;
type Move = (typeof MOVES)[number];

const NAMES = ['s0', 's1', 's2', 's3', 's4', 's5', 's6'];

const nodes = (cyclic: boolean): fc.Arbitrary<Graph> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom('ask' as const, 'ask' as const, 'compute' as const),
        picks: fc.array(fc.nat(6), { maxLength: 3 }),
        optional: fc.boolean(),
        group: fc.boolean(),
        skips: fc.boolean(),
        agains: fc.constantFrom(0, 0, 0, 1, 2),
        volatile: fc.boolean(),
        presupplied: fc.boolean(),
      }),
      { minLength: 1, maxLength: NAMES.length },
    )
    .map((raw) =>
      raw.map(({ picks, ...node }, index) => {
        const from = NAMES.slice(0, cyclic ? raw.length : index).filter(
          (name) => name !== NAMES[index],
        );
        return {
          ...node,
          name: NAMES[index] as string,
          reads: [...new Set(picks.flatMap((pick) => from[pick % Math.max(from.length, 1)] ?? []))],
        };
      }),
    )
    .chain((graph) => fc.shuffledSubarray(graph, { minLength: graph.length }));

/**
 * One request of a client: which of the states seen so far it presents (0 the newest; past the end, none at all), what it
 * answers in turn, whether it sends other values for settled steps and answers to steps that were not asked, whether a deploy
 * came in between, and whether it declares elicitation.
 */
const requests = fc.array(
  fc.record({
    back: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) }),
    moves: fc.array(fc.constantFrom(...MOVES), { minLength: 1, maxLength: 4 }),
    overwrite: fc.boolean(),
    forge: fc.boolean(),
    deploy: fc.oneof(
      { weight: 3, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    pad: fc.constantFrom(0, 0, 0, 1_500, 3_000),
    canElicit: fc.oneof(
      { weight: 9, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  }),
  { minLength: 1, maxLength: 14 },
);

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, compared as JSON
type Values = Record<string, any>;

/** Stands for a value wherever it is only compared, so that values do not nest in each other. */
const text = (value: unknown) =>
  value === undefined ? 'undefined' : fingerprint(JSON.parse(JSON.stringify(value)));
const messageOf = (node: Node, answers: Values, member = '') =>
  `${node.name}${member}(${node.reads.map((read) => text(answers[read])).join(',')})`;
const skipsOn = (node: Node, answers: Values) =>
  node.skips && node.reads.length > 0 && isOdd(answers[node.reads[0] as string]);
const isOdd = (value: Values | undefined) => typeof value?.n === 'number' && value.n % 2 === 1;

/** The component of a graph, as one version of a deployment. Counts entries of its body and checks what the body is given. */
function componentOf(
  graph: Graph,
  world: { serial: number; version: number },
  seen: { runs: number; answers: Values | undefined },
): ComponentSpec {
  const readAll = (node: Node, answers: Values): Values =>
    Object.fromEntries(node.reads.map((read) => [read, text(answers[read])]));
  const stepOf = (node: Node): StepSpec =>
    node.kind === 'compute'
      ? {
          kind: 'compute',
          version: node.volatile ? world.version : 1,
          is: (_, answers, ctx) => {
            const from = readAll(node, answers);
            const done = (ctx.step.carried as { times: number; from: Values } | undefined) ?? {
              times: 0,
              from,
            };
            if (done.times < node.agains) return again({ times: done.times + 1, from });
            return { from, carriedFrom: done.from, n: node.volatile ? ++world.serial : 0 };
          },
        }
      : {
          presupplied: node.presupplied,
          is: (_, answers) => {
            readAll(node, answers);
            if (skipsOn(node, answers)) return asksNothing();
            const options = { optional: node.optional };
            if (!node.group) return asks(messageOf(node, answers), options);
            return asksAll({
              a: question(messageOf(node, answers, '.a'), options),
              b: question(messageOf(node, answers, '.b'), options),
            });
          },
        };
  return {
    steps: Object.fromEntries(graph.map((node) => [node.name, stepOf(node)])),
    run: (_, answers) => {
      seen.runs++;
      seen.answers = Object.fromEntries(graph.map((node) => [node.name, answers[node.name]]));
      return 'done';
    },
  };
}

/** Holds every answer and every computed value against the answers that it was made from. */
function expectFresh(graph: Graph, answers: Values) {
  for (const node of graph) {
    const value = answers[node.name];
    if (node.kind === 'compute') {
      for (const made of [value.from, value.carriedFrom])
        for (const read of node.reads) expect(made[read]).toBe(text(answers[read]));
    } else if (skipsOn(node, answers)) {
      expect(value).toBeUndefined();
    } else {
      const members = node.group
        ? [['.a', value.a] as const, ['.b', value.b] as const]
        : [['', value] as const];
      for (const [member, answer] of members) {
        if (answer === undefined) expect(node.optional).toBe(true);
        else expect(answer.q).toBe(messageOf(node, answers, member));
      }
    }
  }
}

const rawOf = (entry: Entry | undefined) =>
  entry && entry.kind !== 'compute' ? text(entry.raw) : undefined;
const journalOf = (outcome: RoundOutcome): Journal | undefined =>
  outcome.kind === 'asking' || outcome.kind === 'again' ? outcome.journal : undefined;

/** Every entry that goes out was made from what goes out with it, at the very values that it read. */
function expectClosed(graph: Graph, journal: Journal) {
  const values: Values = {};
  for (const { name, group } of graph) {
    const entry = journal.entries[name];
    if (!group && entry)
      values[name] =
        entry.kind === 'compute' ? entry.value : (entry.raw as Values | undefined)?.value;
  }
  for (const node of graph) {
    const entry = journal.entries[node.name];
    if (
      entry === undefined ||
      node.reads.some((read) => graph.find(({ name }) => name === read)?.group)
    )
      continue;
    if (entry.kind !== 'compute') {
      if (entry.raw !== undefined)
        expect((entry.raw as Values).value.q).toBe(messageOf(node, values));
    } else if (!entry.carry) {
      for (const read of node.reads)
        expect((entry.value as Values).from[read]).toBe(text(values[read]));
    }
  }
}

/** Room for one or two long answers, so that some do not fit. */
const ROOM = 6_000;

let answerNumber = 0;
const answerTo = (move: Move, message: string, pad = 0): unknown => {
  switch (move) {
    case 'accept':
      return accept({ q: message, n: answerNumber++, pad: 'x'.repeat(pad) });
    case 'misfit':
      return accept(null);
    case 'junk':
      return 17;
    case 'decline':
      return { ...decline, content: { value: 'x' } };
    case 'cancel':
      return { ...cancel, content: { value: 'x' } };
    case 'omit':
      return undefined;
  }
};

describe('random step graphs against random clients', () => {
  it('enters run at most once a request, only on settled steps, on no stale value; overwrites no settled answer', async () => {
    let completed = 0;
    await fc.assert(
      fc.asyncProperty(nodes(false), requests, async (graph, script) => {
        const world = { serial: 0, version: 1 };
        const states: { journal: Journal; messages: ReadonlyMap<string, string> }[] = [];
        for (const request of script) {
          if (request.deploy) world.version++;
          const seen = { runs: 0, answers: undefined as Values | undefined };
          const presented = states.at(-1 - request.back);
          const sent: Record<string, unknown> = {};
          let turn = 0;
          for (const [key, message] of presented?.messages ?? []) {
            // A correction of ours follows the question after an empty line.
            const answer = answerTo(
              request.moves[turn++ % request.moves.length] as Move,
              message.split('\n\n')[0] as string,
              request.pad,
            );
            if (answer !== undefined) sent[key] = answer;
          }
          if (request.overwrite)
            for (const key of Object.keys(presented?.journal.entries ?? {}))
              sent[key] = accept({ q: 'overwritten', n: 1 });
          if (request.forge)
            for (const { name } of graph)
              if (!presented?.messages.has(name)) sent[name] ??= accept({ q: `${name}()`, n: 2 });
          const capabilities = request.canElicit ? { elicitation: {} } : {};
          const outcome = await round(componentOf(graph, world, seen), presented?.journal, sent, {
            capabilities,
            maxJournalBytes: ROOM,
          });

          expect(seen.runs).toBe(outcome.kind === 'completed' ? 1 : 0);
          if (seen.answers) {
            completed++;
            expectFresh(graph, seen.answers);
            expect(JSON.stringify(seen.answers)).not.toContain('overwritten');
          }
          const next = journalOf(outcome);
          if (next) {
            expectClosed(graph, next);
            for (const [key, entry] of Object.entries(next.entries)) {
              if (entry.kind === 'compute' || entry.raw === undefined) continue;
              const before = rawOf(presented?.journal.entries[key]);
              if (before !== undefined) expect(rawOf(entry)).toBe(before);
              else if (presented) expect(Object.keys(presented.journal.open)).toContain(key);
              else
                expect(graph.find(({ name }) => name === key)).toMatchObject({
                  presupplied: true,
                  reads: [],
                });
            }
            expect(JSON.stringify(packJournal(next)).length).toBeLessThanOrEqual(ROOM);
            expect(next.rounds).toBe((presented?.journal.rounds ?? 0) + 1);
            expect(next.flow).toBe('flow');
            states.push({
              journal: next,
              messages: new Map(
                outcome.kind === 'asking'
                  ? [...outcome.asks].map(([key, ask]) => [key, String(ask.params.message)])
                  : [],
              ),
            });
          }
        }
      }),
      { numRuns: 600, seed: 20260728 },
    );
    // The property says nothing unless bodies were really reached.
    expect(completed).toBeGreaterThan(100);
  }, 60_000);

  const honest = async (graph: Graph, move: (key: string, requests: number) => Move) => {
    const world = { serial: 0, version: 1 };
    const seen = { runs: 0, answers: undefined as Values | undefined };
    let outcome = await round(componentOf(graph, world, seen));
    let sent = 1;
    while (outcome.kind === 'asking' || outcome.kind === 'again') {
      expect(sent).toBeLessThanOrEqual(40);
      const responses =
        outcome.kind === 'asking'
          ? Object.fromEntries(
              [...outcome.asks].map(([key, ask]) => [
                key,
                answerTo(move(key, sent), String(ask.params.message).split('\n\n')[0] as string),
              ]),
            )
          : undefined;
      outcome = await round(componentOf(graph, world, seen), outcome.journal, responses);
      sent++;
    }
    return { outcome, seen, sent };
  };

  it('completes every flow of a client that answers what it is asked', async () => {
    await fc.assert(
      fc.asyncProperty(nodes(false), async (graph) => {
        const { outcome, seen, sent } = await honest(graph, () => 'accept');
        expect(outcome.kind).toBe('completed');
        expect(seen.runs).toBe(1);
        expectFresh(graph, seen.answers as Values);
        const agains = graph.reduce((sum, node) => sum + node.agains, 0);
        expect(sent).toBeLessThanOrEqual(graph.length + agains + 1);
      }),
      { numRuns: 300, seed: 20260728 },
    );
  }, 60_000);

  it('completes every flow that a deploy met, in whatever order the new version reads, and drops nothing without an event', async () => {
    let met = 0;
    await fc.assert(
      fc.asyncProperty(nodes(false), nodes(false), fc.nat(6), async (old, shuffled, after) => {
        // The new version has the names the other way round, so that what was read now reads.
        const renamed = (name: string) => NAMES[NAMES.length - 1 - NAMES.indexOf(name)] as string;
        const now = shuffled.map((node) => ({
          ...node,
          volatile: true, // its version is raised
          name: renamed(node.name),
          reads: node.reads.map(renamed),
        }));
        const world = { serial: 0, version: 1 };
        const seen = { runs: 0, answers: undefined as Values | undefined };
        let outcome = await round(componentOf(old, world, seen));
        for (let sent = 1; sent < 60; sent++) {
          if (outcome.kind !== 'asking' && outcome.kind !== 'again') break;
          const deployed = sent > after;
          if (deployed) world.version = 2;
          if (deployed && Object.keys(outcome.journal.entries).length > 0) met++;
          const responses =
            outcome.kind === 'asking'
              ? Object.fromEntries(
                  [...outcome.asks].map(([key, ask]) => [
                    key,
                    answerTo('accept', String(ask.params.message).split('\n\n')[0] as string),
                  ]),
                )
              : undefined;
          const events: RoundEvent[] = [];
          const graph: Graph = deployed ? now : old;
          const before = outcome.journal;
          seen.runs = 0;
          const options = { events, maxRounds: 32, maxJournalBytes: 1_000_000 };
          outcome = await round(componentOf(graph, world, seen), before, responses, options);
          const next = journalOf(outcome);
          if (next === undefined) continue;
          const gone = Object.keys(before.entries).filter(
            (key) => !Object.hasOwn(next.entries, key),
          );
          for (const step of gone)
            expect(events).toContainEqual(expect.objectContaining({ type: 'entry.dropped', step }));
        }
        expect(outcome.kind).toBe('completed');
        expect(seen.runs).toBe(1);
        expectFresh(world.version === 2 ? now : old, seen.answers as Values);
      }),
      { numRuns: 500, seed: 20260728 },
    );
    expect(met).toBeGreaterThan(200);
  }, 60_000);

  it('ends every flow, whatever an honest client answers and however the steps wait for each other', async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        nodes(true),
        fc.array(fc.constantFrom(...MOVES), { minLength: 1, maxLength: 5 }),
        async (graph, moves) => {
          const { outcome, seen } = await honest(
            graph,
            (_, sent) => moves[sent % moves.length] as Move,
          );
          ends.add(outcome.kind);
          expect(seen.runs).toBe(outcome.kind === 'completed' ? 1 : 0);
        },
      ),
      { numRuns: 500, seed: 20260728 },
    );
    expect([...ends].sort()).toEqual(['completed', 'exhausted', 'refused', 'stuck']);
  }, 60_000);
});
