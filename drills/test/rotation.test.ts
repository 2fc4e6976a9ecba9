import { describe, expect, it } from 'vitest';
import { checksOn } from '../src/rotation/checks.js';
import { type Presented, type RotationSeen, runRotation } from '../src/rotation/drill.js';
import { phasesOf } from '../src/rotation/phases.js';
import { expected, type FlowReport } from '../src/shared/flow.js';
import { withoutPrograms } from './support/programs.js';

const KEYS = { oldHmac: 'o', newHmac: 'n', aead: 'a' };
const failing = (seen: RotationSeen): string[] =>
  checksOn(seen)
    .filter(({ holds }) => !holds)
    .map(({ what }) => what);

describe.skipIf(withoutPrograms())('keys and codecs that change under load', () => {
  it('fail no flow before its key is gone, and then every one', async () => {
    // The short form of `pnpm drill:rotation`.
    const seen = await runRotation(
      { replicas: 2, clients: 4, deadline: 6, seed: 1, together: true },
      () => undefined,
    );
    expect(failing(seen)).toEqual([]);
  }, 240_000);
});

describe('the phases of a rotation', () => {
  it('let every replica open what any other seals, at every moment, until one deadline after the change', () => {
    for (const together of [false, true]) {
      const phases = phasesOf(KEYS, together);
      for (const [at, { settings, change }] of phases.entries()) {
        const before = phases[at - 1]?.settings ?? settings;
        const opens = (what: typeof settings) =>
          what.codecs.flatMap((codec) => (what.keys[codec] ?? '').split(','));
        const seals = (what: typeof settings) => opens(what)[0] ?? '';
        expect(opens(before)).toContain(seals(settings));
        expect(opens(settings)).toContain(seals(before));
        expect(seals(settings) === seals(before)).toBe(change !== 'takes over');
        const dropped = opens(before).filter((key) => !opens(settings).includes(key));
        expect(dropped.length > 0).toBe(change === 'retires');
      }
      expect(phases.at(-1)?.settings).toEqual({ codecs: ['aead'], keys: { aead: 'a' } });
    }
  });
});

describe('the judge of a rotation', () => {
  const plan = {
    order: 'order-0',
    once: true,
    amount: 1,
    last: { lost: 'never' as const },
    thinkMs: 0,
  };
  const result = JSON.stringify({ ...expected(plan), receipt: 'r' });
  const flow: FlowReport = {
    plan,
    flow: 'f',
    results: [result, result],
    why: undefined,
    rounds: [1, 1, 1],
    sent: 4,
  };
  const refused: Presented = {
    what: 'late',
    ended: { kind: 'refused', why: 'invalid_request_state', sent: 1 },
    unknownKeys: 1,
  };
  const answered: Presented = {
    what: 'in time',
    ended: { kind: 'answered', answer: {}, sent: 1 },
    unknownKeys: 0,
  };
  const unknown = { type: 'state.refused', code: 'unknown_key' };
  const passed = phasesOf(KEYS, true).map((phase, at) => ({
    phase,
    began: 100 * at,
    complete: 100 * at + 50,
    ended: 100 * at + 100,
    flows: 3,
  }));
  const takesOver = passed.filter(({ phase }) => phase.change === 'takes over');
  const last = passed.at(-1);
  const old = (at: number) => ({ type: 'state.opened_by_old', at });
  const right: RotationSeen = {
    flows: [flow],
    effects: [{ order: 'order-0', flow: 'f', key: 'k', receipt: 'r' }],
    told: [
      ...takesOver.map(({ began }) => old(began + 10)),
      { ...unknown, at: 590 },
      { ...unknown, at: 900 },
    ],
    passed,
    inTime: [answered],
    late: [refused],
    leaked: { ...refused, what: 'leaked' },
  };

  it('is content with what is right', () => {
    expect(failing(right)).toEqual([]);
  });

  it.each<[string, Partial<RotationSeen>]>([
    ['a flow that failed', { flows: [flow, { ...flow, why: 'invalid_request_state' }] }],
    ['a phase without load', { passed: passed.map((one) => ({ ...one, flows: 0 })) }],
    ['an old key that was never needed', { told: right.told.slice(1) }],
    ['an old key that still opens', { told: [...right.told, old((last?.complete ?? 0) + 1)] }],
    [
      'a state refused while its key was there',
      { inTime: [{ ...answered, ended: refused.ended }] },
    ],
    ['a state accepted when its key was gone', { late: [{ ...answered, what: 'late' }] }],
    ['a late state refused for another reason', { late: [{ ...refused, unknownKeys: 0 }] }],
    ['a state accepted whose key was withdrawn', { leaked: answered }],
    ['a state of the load that met no key', { told: [...right.told, { ...unknown, at: 300 }] }],
  ])('finds %s', (_, wrong) => {
    expect(failing({ ...right, ...wrong })).not.toEqual([]);
  });
});
