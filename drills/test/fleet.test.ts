import { describe, expect, it } from 'vitest';
import { checksOn } from '../src/fleet/checks.js';
import { planDisturbances } from '../src/fleet/disturb.js';
import { type FleetSeen, runFleet } from '../src/fleet/drill.js';
import { expected, type FlowReport } from '../src/shared/flow.js';
import { seeded } from '../src/shared/random.js';
import { withoutPrograms } from './support/programs.js';

const failing = (...given: Parameters<typeof checksOn>): string[] =>
  checksOn(...given)
    .filter(({ holds }) => !holds)
    .map(({ what }) => what);

describe.skipIf(withoutPrograms())('a fleet whose replicas and whose Redis are killed', () => {
  it('has one effect at most for a flow that runs once, and no wrong result', async () => {
    // The short form of `pnpm fleet`. A lease of three seconds: whoever waits for a run that died need not wait for thirty.
    const options = {
      replicas: 3,
      flows: 60,
      clients: 8,
      kills: 4,
      heap: 0,
      seed: 1,
      leaseMs: 3000,
    };
    const seen = await runFleet(options, () => undefined);
    expect(failing(seen, options)).toEqual([]);
  }, 240_000);
});

describe('the judge of a fleet', () => {
  const flow = (index: number, changes: Partial<FlowReport> = {}): FlowReport => {
    const plan = {
      order: `order-${index}`,
      once: index % 2 === 0,
      amount: index,
      last: { lost: 'never' as const },
      thinkMs: 0,
    };
    const result = JSON.stringify({ ...expected(plan), receipt: `receipt-${index}` });
    return {
      plan,
      flow: `flow-${index}`,
      results: [result, result],
      why: undefined,
      rounds: [1, 1, 1],
      sent: 4,
      ...changes,
    };
  };
  const effect = (index: number) => ({
    order: `order-${index}`,
    flow: `flow-${index}`,
    key: `key-${index}`,
    receipt: `receipt-${index}`,
  });
  const open = (heap: number) => ({ started: 1, state: { heap, held: { inFlight: 0 } } });
  const right: FleetSeen = {
    flows: [flow(0), flow(1)],
    effects: [effect(0), effect(1), effect(1)],
    told: [],
    disturbed: { kills: 2, redis: 1 },
    held: [{ inFlight: 0 }],
    heap: [10, 150, 400].map((slope) => ({ small: open(0), large: open(0), slope })),
    claims: 1,
    seconds: 1,
  };
  const options = { flows: 2, kills: 2, heap: 10 };

  it('is content with what is right', () => {
    expect(failing(right, options)).toEqual([]);
  });

  const lost = { type: 'ledger.refused', code: 'lost', at: 1, flow: 'flow-2' };
  it('excuses a flow that runs once and was lost by its ledger, with or without an effect', () => {
    const refused = flow(2, { results: [], why: 'isError' });
    for (const effects of [right.effects, [...right.effects, effect(2)]])
      expect(
        failing(
          { ...right, flows: [...right.flows, refused], effects, told: [lost] },
          { ...options, flows: 3 },
        ),
      ).toEqual([]);
  });

  it.each<[string, Partial<FleetSeen>]>([
    ['two effects of a flow that runs once', { effects: [...right.effects, effect(0)] }],
    ['a result without its effect', { effects: [effect(1)] }],
    [
      'two results of a flow that runs once',
      { flows: [flow(0, { results: [...flow(0).results, 'another'] }), flow(1)] },
    ],
    ['the result of somebody else', { flows: [flow(0), flow(1, { results: flow(0).results })] }],
    [
      'a receipt that no effect has',
      { effects: [effect(0), { ...effect(1), receipt: 'made up' }] },
    ],
    ['two keys in one flow', { effects: [...right.effects, { ...effect(1), key: 'another' }] }],
    ['one key for two flows', { effects: [effect(0), { ...effect(1), key: 'key-0' }] }],
    ['a flow that did not complete', { flows: [flow(0), flow(1, { why: 'no answer' })] }],
    ['a state refused', { flows: [flow(0, { why: 'invalid_request_state' }), flow(1)] }],
    ['fewer flows than were planned', { flows: [flow(0)] }],
    ['nobody killed', { disturbed: { kills: 0, redis: 1 } }],
    ['Redis not restarted', { disturbed: { kills: 2, redis: 0 } }],
    ['something held', { held: [{ inFlight: 0 }, { inFlight: 1 }] }],
    ['a process that does not say what it holds', { held: [{ inFlight: 0 }, {}] }],
    ['a claim too many', { claims: 2 }],
    ['a claim forgotten', { claims: 0 }],
    [
      'a heap that grows',
      { heap: [200, 200, 10].map((slope) => ({ small: open(0), large: open(0), slope })) },
    ],
  ])('finds %s', (_, wrong) => {
    expect(failing({ ...right, ...wrong }, options)).not.toEqual([]);
  });
});

describe('the plan of disturbances', () => {
  const plan = (seed: number) =>
    planDisturbances(seeded(seed), { flows: 100, replicas: 3, kills: 6 });

  it('is the same for the same seed', () => {
    expect(plan(7)).toEqual(plan(7));
    expect(plan(7)).not.toEqual(plan(8));
  });

  it('kills as often as it is told, restarts Redis once, in the middle, and leaves nothing for when all is over', () => {
    expect(plan(1).filter(({ what }) => what === 'kill')).toHaveLength(6);
    expect(plan(1).filter(({ what }) => what === 'redis')).toEqual([
      expect.objectContaining({ due: 50 }),
    ]);
    expect(plan(1).every(({ due }) => due > 0 && due <= 90)).toBe(true);
  });
});
