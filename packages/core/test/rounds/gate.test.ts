import { describe, expect, it } from 'vitest';
import type { RunGate } from '../../src/rounds/deps.js';
import {
  accept,
  asked,
  asks,
  asksNothing,
  type ComponentSpec,
  cancel,
  decline,
  journalOf,
  resultOf,
  round,
} from '../support/rounds.js';

/** A gate that writes down what it was asked, and lets through what it is told to. */
function gateOf(open: { readonly settled?: boolean; readonly enter?: boolean } = {}) {
  const seen: [keyof RunGate, string][] = [];
  const gate: RunGate = {
    settled: async (answers) => {
      seen.push(['settled', answers()]);
      return open.settled ?? true;
    },
    enter: async (answers) => {
      seen.push(['enter', answers()]);
      return open.enter ?? true;
    },
  };
  return { gate, seen, names: () => seen.map(([name]) => name) };
}

/** Asks one thing; one compute is read by nobody who asks. */
const happened: string[] = [];
const pay = (fee: unknown = 1): ComponentSpec => ({
  once: true,
  steps: {
    sure: { is: () => asks('Sure?') },
    fee: {
      kind: 'compute',
      is: () => {
        happened.push('fee');
        return fee;
      },
    },
  },
  run: (_, { sure }) => {
    happened.push(`paid ${sure}`);
    return 'paid';
  },
});
const open = async (spec: ComponentSpec) =>
  journalOf(await round(spec, undefined, undefined, { gate: gateOf().gate }));

describe('a component that runs once a flow', () => {
  it('asks its gate once every question is settled, and again immediately before run, about the same answers', async () => {
    const first = await open(pay());
    happened.length = 0;
    const { gate, seen, names } = gateOf();
    expect(resultOf(await round(pay(), first, { sure: accept(1) }, { gate }))).toBe('paid');
    expect(names()).toEqual(['settled', 'enter']);
    expect(seen[0]?.[1]).toBe(seen[1]?.[1]);
    expect(happened).toEqual(['fee', 'paid 1']);
  });

  it('names the answers by what was asked and answered, and by nothing that was computed', async () => {
    const first = await open(pay());
    const nameOf = async (spec: ComponentSpec, value: unknown, journal = first) => {
      const { gate, seen } = gateOf();
      await round(spec, journal, { sure: accept(value) }, { gate });
      return seen[1]?.[1];
    };
    expect(await nameOf(pay(), 1)).toEqual(expect.any(String));
    expect(await nameOf(pay('another fee'), 1)).toBe(await nameOf(pay(), 1));
    expect(await nameOf(pay(), 2)).not.toBe(await nameOf(pay(), 1));
    expect(await nameOf(pay(), 1, { ...first, flow: 'other' })).not.toBe(await nameOf(pay(), 1));
  });

  it('does nothing more once the gate holds it back: no compute before it, no run after it', async () => {
    const first = await open(pay());
    happened.length = 0;
    const settled = gateOf({ settled: false });
    expect(await round(pay(), first, { sure: accept(1) }, { gate: settled.gate })).toEqual({
      kind: 'withheld',
    });
    expect([settled.names(), happened]).toEqual([['settled'], []]);
    const entering = gateOf({ enter: false });
    expect(await round(pay(), first, { sure: accept(1) }, { gate: entering.gate })).toEqual({
      kind: 'withheld',
    });
    expect([entering.names(), happened]).toEqual([['settled', 'enter'], ['fee']]);
  });

  it('is asked nothing while questions are open', async () => {
    const { gate, names } = gateOf();
    expect(asked(await round(pay(), undefined, undefined, { gate }))).toEqual(['sure']);
    expect(names()).toEqual([]);
  });

  it.each<[string, ComponentSpec['steps']]>([
    [
      'has nothing to ask',
      {
        skip: { is: asksNothing },
        stamp: { kind: 'compute', is: () => happened.push('stamp') },
      },
    ],
    ['has no steps', {}],
  ])('hands the client its flow before anything happens, also when it %s', async (_, steps) => {
    const spec: ComponentSpec = { once: true, steps, run: () => happened.push('run') };
    happened.length = 0;
    const { gate, names } = gateOf();
    const first = await round(spec, undefined, undefined, { gate });
    expect(first).toEqual({
      kind: 'again',
      afterMs: undefined,
      steps: [],
      journal: expect.objectContaining({ rounds: 1, entries: {} }),
    });
    expect([happened, names()]).toEqual([[], []]);
    expect((await round(spec, journalOf(first), undefined, { gate })).kind).toBe('completed');
    expect(happened.at(-1)).toBe('run');
    expect(names()).toEqual(['settled', 'enter']);
  });
});

describe('a refusal of a component that runs once a flow', () => {
  const chain = (declined?: ComponentSpec['declined']): ComponentSpec => ({
    once: true,
    steps: {
      city: { is: () => asks('City?') },
      hotel: { is: (_, { city }) => asks(`Hotel in ${city}?`) },
    },
    ...(declined && { declined }),
  });
  const atHotel = async (spec: ComponentSpec) =>
    journalOf(await round(spec, await open(spec), { city: accept('Oslo') }));

  it('passes the gate before it becomes a result, and becomes none when the gate holds it back', async () => {
    const second = await atHotel(chain());
    const { gate, names } = gateOf();
    expect(await round(chain(), second, { hotel: decline }, { gate })).toEqual({
      kind: 'refused',
      step: 'hotel',
      action: 'decline',
    });
    expect(names()).toEqual(['enter']);
    expect(
      await round(chain(), second, { hotel: decline }, { gate: gateOf({ enter: false }).gate }),
    ).toEqual({ kind: 'withheld' });
  });

  it('passes it once, before declined is entered', async () => {
    const entered: unknown[] = [];
    const spec = chain(({ key, answers }) => entered.push([key, { ...answers }]));
    const second = await atHotel(spec);
    const { gate, names } = gateOf();
    expect(await round(spec, second, { hotel: cancel }, { gate })).toMatchObject({
      kind: 'refused',
      result: { value: 1 },
    });
    expect([entered, names()]).toEqual([[['hotel', { city: 'Oslo' }]], ['enter']]);
    expect(
      await round(spec, second, { hotel: cancel }, { gate: gateOf({ enter: false }).gate }),
    ).toEqual({ kind: 'withheld' });
    expect(entered).toHaveLength(1);
  });

  it('has a name of its own: that of the flow, its answers, the question refused, and how', async () => {
    const nameOf = async (
      sent: Readonly<Record<string, unknown>>,
      flow = 'flow',
      city = 'Oslo',
    ) => {
      const second = journalOf(await round(chain(), await open(chain()), { city: accept(city) }));
      const { gate, seen } = gateOf();
      await round(chain(), { ...second, flow }, sent, { gate });
      return seen.at(-1)?.[1];
    };
    const all = await Promise.all([
      nameOf({ hotel: decline }),
      nameOf({ hotel: cancel }),
      nameOf({ hotel: accept('no') }),
      nameOf({ hotel: decline }, 'other'),
      nameOf({ hotel: decline }, 'flow', 'Rome'),
    ]);
    expect(await nameOf({ hotel: decline })).toBe(all[0]);
    expect(all.every((name) => typeof name === 'string')).toBe(true);
    expect(new Set(all).size).toBe(all.length);
  });
});
