import { describe, expect, it } from 'vitest';
import type { Outcome, WireAsk } from '../src/host.js';
import { askAll } from '../src/legs.js';
import { settled } from './support/fake-clock.js';
import {
  accept,
  answered,
  asking,
  fakeCall,
  fakeConnection,
  fakeHost,
  form,
  isRefusal,
} from './support/fake-host.js';

function asked(
  asks: Readonly<Record<string, WireAsk>>,
  more: Partial<Extract<Outcome, { kind: 'asking' }>> = {},
  gone?: AbortSignal,
) {
  const hosted = fakeHost([]);
  const line = fakeConnection(gone === undefined ? {} : { gone });
  const { call, abort } = fakeCall();
  const open = { open: 0 };
  const outcome = asking(asks, more);
  if (outcome.kind !== 'asking') throw new Error(outcome.kind);
  const result = askAll(outcome, {
    host: hosted.host,
    call,
    connection: line.connection,
    asks: open,
    roundTimeoutMs: 600_000,
  });
  return { ...hosted, ...line, abort, open, result };
}

const two = { a: form('A?'), b: form('B?') };

describe('a refusal', () => {
  it.each(['decline', 'cancel'])(
    'by %s is an answer, and withdraws the others when the flow cannot do without it',
    async (action) => {
      const { leg, result, ended } = asked(two);
      leg('A?').resolve(answered({ action }));
      await settled();
      expect(leg('B?').signal.aborted).toBe(true);
      expect(String(leg('B?').signal.reason)).toBe('The answer is no longer needed');
      expect(await result).toEqual({ kind: 'answered', responses: { a: { action } } });
      expect(ended.map(({ step, end }) => [step, end])).toEqual([
        ['a', 'answered'],
        ['b', 'withdrawn'],
      ]);
    },
  );

  it('of an optional question leaves the others open', async () => {
    const { leg, result } = asked(two, {
      endsBy: (key, answer) => key === 'b' && isRefusal(answer),
    });
    leg('A?').resolve(answered({ action: 'decline' }));
    await settled();
    expect(leg('B?').signal.aborted).toBe(false);
    leg('B?').resolve(answered(accept()));
    expect(await result).toEqual({
      kind: 'answered',
      responses: { a: { action: 'decline' }, b: accept() },
    });
  });

  it('is known by its own words only', async () => {
    const { leg, result } = asked(two);
    leg('A?').resolve(answered({ action: 'reject' }));
    await settled();
    expect(leg('B?').signal.aborted).toBe(false);
    leg('B?').resolve(answered(accept()));
    expect(await result).toMatchObject({ responses: { a: { action: 'reject' } } });
  });
});

describe('a question that brings no answer', () => {
  it('withdraws the others and fails as refused by the client, with the client’s code', async () => {
    const { leg, result, ended } = asked(two);
    leg('B?').resolve({ kind: 'refused', code: -32603 });
    expect(await result).toEqual({
      kind: 'failed',
      failure: { step: 'b', kind: 'refused_by_client', code: -32603 },
    });
    expect(leg('A?').signal.aborted).toBe(true);
    expect(ended).toMatchObject([
      { step: 'b', end: 'refused_by_client', code: -32603 },
      { step: 'a', end: 'withdrawn' },
    ]);
  });

  it('fails as unsupported where the client has no method for it, naming what it needs', async () => {
    const { leg, result, ended } = asked(two);
    leg('B?').resolve({ kind: 'refused', code: -32601 });
    const needs = { elicitation: { form: {} } };
    expect(await result).toEqual({
      kind: 'failed',
      failure: { step: 'b', kind: 'unsupported', needs },
    });
    expect(ended[0]).toMatchObject({ step: 'b', end: 'refused_by_client', code: -32601 });
  });

  it.each<[string, (line: ReturnType<typeof asked>) => unknown, object]>([
    ['refused', ({ leg }) => leg('A?').resolve({ kind: 'refused', code: -32603 }), {}],
    [
      'has no method for it',
      ({ leg }) => leg('A?').resolve({ kind: 'refused', code: -32601 }),
      { absent: new Set(['elicitation']) },
    ],
    ['timed out', ({ clock }) => clock.advance(1000), {}],
  ])('is left out where it is optional, and leaves the others open: %s', async (_, end, more) => {
    const asks = { a: form('A?', { timeoutMs: 1000 }), b: form('B?') };
    const line = asked(asks, { required: new Set(['b']), optional: new Set(['a']) });
    await end(line);
    await settled();
    expect(line.leg('B?').signal.aborted).toBe(false);
    line.leg('B?').resolve(answered(accept()));
    expect(await line.result).toEqual({ kind: 'answered', responses: { b: accept() }, ...more });
  });

  it('fails as disconnected also where it is optional', async () => {
    const { leg, result } = asked(two, { required: new Set(), optional: new Set(['a', 'b']) });
    leg('A?').resolve({ kind: 'lost' });
    expect(await result).toEqual({ kind: 'failed', failure: { step: 'a', kind: 'disconnected' } });
  });

  it('fails as timed out after its time, and the client is told', async () => {
    const { leg, result, clock, ended } = asked({ a: form('A?') });
    await clock.advance(599_999);
    expect(leg('A?').signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await result).toEqual({ kind: 'failed', failure: { step: 'a', kind: 'timed_out' } });
    expect(leg('A?').signal.reason).toBe('The question was not answered in time');
    expect(ended).toEqual([{ step: 'a', end: 'timed_out', ms: 600_000 }]);
  });

  it('has the step’s own time-out where there is one', async () => {
    const { result, clock, leg } = asked({ a: form('A?', { timeoutMs: 1000 }), b: form('B?') });
    await clock.advance(1000);
    expect(await result).toMatchObject({ failure: { step: 'a', kind: 'timed_out' } });
    expect(leg('B?').signal.reason).toBe('The answer is no longer needed');
  });

  it('has its time again with each progress of the client, but not past the deadline of the flow', async () => {
    const began = Date.UTC(2026, 10, 30);
    const { leg, result, clock, ended } = asked(
      { a: form('A?', { timeoutMs: 1000 }) },
      { deadline: began + 2500 },
    );
    for (let at = 0; at < 4; at++) {
      await clock.advance(600);
      expect(leg('A?').signal.aborted).toBe(false);
      leg('A?').progressed();
    }
    await clock.advance(100);
    expect(await result).toEqual({ kind: 'late', step: 'a' });
    expect(ended).toEqual([{ step: 'a', end: 'timed_out', ms: 2500 }]);
  });

  it('fails as disconnected when the connection is lost', async () => {
    const { leg, result } = asked(two);
    leg('A?').resolve({ kind: 'lost' });
    expect(await result).toEqual({ kind: 'failed', failure: { step: 'a', kind: 'disconnected' } });
  });

  it('fails as disconnected when its stream is closed, and is not sent when that happened before', async () => {
    const gone = new AbortController();
    const { leg, result } = asked(two, {}, gone.signal);
    expect(leg('A?').signal.aborted).toBe(false);
    gone.abort();
    expect(await result).toEqual({ kind: 'failed', failure: { step: 'a', kind: 'disconnected' } });
    const late = asked(two, {}, gone.signal);
    expect(await late.result).toEqual({
      kind: 'failed',
      failure: { step: 'a', kind: 'disconnected' },
    });
    expect(late.legs).toEqual([]);
  });

  it('is withdrawn with a cancelled call, whatever it would have been', async () => {
    const { legs, result, abort, ended } = asked(two);
    abort.abort();
    expect(await result).toEqual({ kind: 'abandoned' });
    expect(legs.every(({ signal }) => signal.aborted)).toBe(true);
    expect(ended.map(({ end }) => end)).toEqual(['withdrawn', 'withdrawn']);
  });

  it.each([
    ['answered', (line: ReturnType<typeof asked>) => line.leg('A?').resolve(answered(accept()))],
    [
      'refused',
      (line: ReturnType<typeof asked>) => line.leg('A?').resolve({ kind: 'refused', code: -1 }),
    ],
    ['cancelled', (line: ReturnType<typeof asked>) => line.abort.abort()],
  ])('leaves no timer when it is %s', async (_, end) => {
    const line = asked({ a: form('A?') });
    await settled();
    expect(line.clock.waiting).toBe(1);
    expect(line.open.open).toBe(1);
    end(line);
    await line.result;
    expect(line.clock.waiting).toBe(0);
    expect(line.open.open).toBe(0);
  });
});

describe('on the 2025 wire', () => {
  it('a URL question has an id, and no other has', async () => {
    const url: WireAsk = {
      method: 'elicitation/create',
      params: { mode: 'url', message: 'U?', url: 'https://x.example/' },
    };
    const { leg, abort } = asked({ u: url, f: form('F?') });
    expect(leg('U?').ask.params).toEqual({
      ...url.params,
      elicitationId: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(leg('F?').ask.params).toEqual(form('F?').params);
    abort.abort();
  });
});
