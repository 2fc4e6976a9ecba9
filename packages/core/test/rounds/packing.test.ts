import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/rounds/journal.js';
import { newJournal } from '../../src/rounds/journal.js';
import { packJournal, unpackJournal } from '../../src/rounds/packing.js';

const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a.b'));
const record = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
const reads = record(fc.constantFrom('d1', 'd2'));
const askEntry = fc.record(
  {
    kind: fc.constant('ask' as const),
    ask: fc.string(),
    reads,
    outcome: fc.constantFrom(
      'answered' as const,
      'declined' as const,
      'cancelled' as const,
      'missing' as const,
    ),
    raw: fc.jsonValue() as fc.Arbitrary<null>,
  },
  { requiredKeys: ['kind', 'ask', 'reads', 'outcome'] },
);
const computeEntry = fc.record(
  {
    kind: fc.constant('compute' as const),
    version: fc.integer({ min: 1, max: 3 }),
    reads,
    value: fc.jsonValue() as fc.Arbitrary<null>,
    carry: fc.record(
      { value: fc.jsonValue() as fc.Arbitrary<null>, notBefore: fc.nat() },
      { requiredKeys: ['notBefore'] },
    ),
  },
  { requiredKeys: ['kind', 'version', 'reads'] },
);
const journals = fc.record(
  {
    flow: fc.string(),
    deadline: fc.nat(),
    idle: fc.nat(),
    rounds: fc.nat(),
    input: fc.string(),
    entries: record(fc.oneof(askEntry, computeEntry)),
    open: record(
      fc.record(
        { ask: fc.string(), reads, optional: fc.constant(true as const) },
        { requiredKeys: ['ask', 'reads'] },
      ),
    ),
    attempts: record(fc.nat()),
    changes: record(fc.nat()),
    before: record(fc.string()),
    tickets: record(fc.string()),
    payload: fc.jsonValue() as fc.Arbitrary<null>,
  },
  {
    requiredKeys: [
      'flow',
      'deadline',
      'idle',
      'rounds',
      'input',
      'entries',
      'open',
      'attempts',
      'changes',
      'before',
    ],
  },
);

const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the packed journal', () => {
  it('unpacks to the journal that was packed, through JSON', () => {
    fc.assert(
      fc.property(journals, (raw) => {
        const journal = raw as Journal;
        expect(unpackJournal(overTheWire(packJournal(journal)))).toEqual(overTheWire(journal));
      }),
    );
  });

  it('writes reads that entries and questions share once, each by its place', () => {
    const ask = { kind: 'ask', ask: 'q', outcome: 'declined' } as const;
    const entries = {
      a: { ...ask, reads: {} },
      b: { ...ask, reads: { a: 'd1' } },
      c: { ...ask, reads: { a: 'd2' } },
      d: { kind: 'compute', version: 2, reads: { a: 'd1' } },
    } as const;
    const open = {
      e: { ask: 'q', reads: { a: 'd2' }, optional: true },
      f: { ask: 'q', reads: {} },
    } as const;
    const packed = packJournal({
      ...newJournal('f', 9),
      payload: 0,
      entries,
      open,
      attempts: { e: 1 },
      changes: { f: 2 },
    });
    expect(packed).toEqual({
      ...{ flow: 'f', deadline: 9, idle: 0, rounds: 0, input: '', payload: 0 },
      reads: [{ a: 'd1' }, { a: 'd2' }],
      entries: {
        a: { ask: 'q', outcome: 'declined' },
        b: { ask: 'q', outcome: 'declined', r: 0 },
        c: { ask: 'q', outcome: 'declined', r: 1 },
        d: { version: 2, r: 0 },
      },
      open: { e: { ask: 'q', optional: true, r: 1 }, f: { ask: 'q' } },
      attempts: { e: 1 },
      changes: { f: 2 },
    });
  });

  it('writes nothing that is usual', () => {
    expect(packJournal(newJournal('f', 9))).toEqual({
      flow: 'f',
      deadline: 9,
      idle: 0,
      rounds: 0,
      input: '',
    });
    const entries = {
      a: { kind: 'ask', ask: 'q', reads: {}, outcome: 'answered', raw: { ok: true } },
    } as const;
    expect(packJournal({ ...newJournal('f', 9), entries }).entries).toEqual({
      a: { ask: 'q', raw: { ok: true } },
    });
  });
});
