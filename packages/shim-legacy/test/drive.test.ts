import { describe, expect, it } from 'vitest';
import { type DriveParts, drive } from '../src/drive.js';
import { settled } from './support/fake-clock.js';
import {
  accept,
  again,
  answered,
  asking,
  completed,
  fakeCall,
  fakeConnection,
  fakeHost,
  form,
} from './support/fake-host.js';

type Rounds = Parameters<typeof fakeHost>[0];

function driven(
  rounds: Rounds,
  parts: Partial<DriveParts> = {},
  of: {
    connection?: Parameters<typeof fakeConnection>[0];
    call?: Parameters<typeof fakeCall>[0];
  } = {},
) {
  const hosted = fakeHost(rounds);
  const line = fakeConnection(of.connection);
  const { call, abort } = fakeCall(of.call);
  const asks = { open: 0 };
  const answer = drive(call, line.connection, {
    host: hosted.host,
    maxRounds: 8,
    roundTimeoutMs: 600_000,
    pace: () => 250,
    asks,
    ...parts,
  });
  return { ...hosted, ...line, call, abort, asks, answer };
}

describe('the loop', () => {
  it('returns what the host makes of a finished round', async () => {
    const { answer, carried } = driven([completed]);
    expect(await answer).toEqual({ result: { answered: completed } });
    expect(carried).toEqual([undefined]);
  });

  it('asks all of a round at once, and hands on the answers as received and the state as it came', async () => {
    const { answer, leg, legs, carried, asks } = driven([
      asking({ a: form('A?'), b: form('B?') }, { state: 'tag.\u0000odd' }),
      completed,
    ]);
    await settled();
    expect(legs.map(({ ask }) => ask.params.message)).toEqual(['A?', 'B?']);
    expect(asks.open).toBe(2);
    const odd = { action: 'Accept', content: 7, more: [null] };
    leg('B?').resolve(answered(odd));
    await settled();
    expect(carried).toHaveLength(1);
    leg('A?').resolve(answered(accept({ yes: true })));
    expect(await answer).toEqual({ result: { answered: completed } });
    expect(carried[1]).toEqual({
      responses: { a: accept({ yes: true }), b: odd },
      state: 'tag.\u0000odd',
    });
    expect(Object.keys((carried[1] as { responses: object }).responses)).toEqual(['a', 'b']);
    expect(asks.open).toBe(0);
  });

  it('leaves every judgement of an answer to the next round', async () => {
    const { answer, legs, carried } = driven([
      asking({ a: form('A?') }),
      asking({ a: form('A? Once more.') }),
      completed,
    ]);
    await settled();
    legs[0]?.resolve(answered({ action: 'accept', content: { n: 'no number' } }));
    await settled();
    legs[1]?.resolve(answered(accept({ n: 1 })));
    expect(await answer).toEqual({ result: { answered: completed } });
    expect(carried.slice(1)).toMatchObject([
      { responses: { a: { content: { n: 'no number' } } } },
      { responses: { a: { content: { n: 1 } } } },
    ]);
  });

  it('keeps a wire key like __proto__ an ordinary one', async () => {
    const { answer, legs, carried } = driven([asking({ ['__proto__']: form('A?') }), completed]);
    await settled();
    legs[0]?.resolve(answered(accept()));
    await answer;
    const { responses } = carried[1] as { responses: object };
    expect(Object.getOwnPropertyNames(responses)).toEqual(['__proto__']);
  });

  it('gives the engine what it needs to refuse, and asks nothing it refused', async () => {
    const lacking = { elicitation: { url: {} } };
    const outcome = { kind: 'unsupported', lacking, lacks: new Map([['page', lacking]]) } as const;
    const { answer, legs, calls } = driven([outcome]);
    expect(await answer).toEqual({ result: { answered: outcome } });
    expect(calls[0]?.capabilities).toEqual({ elicitation: { form: {} } });
    expect(legs).toEqual([]);
  });

  it('lets progress only rise over all rounds of the one request', async () => {
    const sent: unknown[] = [];
    const report = (progress: number) => (call: Parameters<typeof drive>[0]) => {
      call.notify('notifications/progress', { progress });
      call.notify('notifications/message', { data: progress });
      return progress === 3 ? completed : asking({ a: form('A?') });
    };
    const { legs, answer } = driven(
      [report(2), report(1), report(3)],
      {},
      { call: { notify: (_, params) => void sent.push(params) } },
    );
    for (const at of [0, 1]) {
      await settled();
      legs[at]?.resolve(answered(accept()));
    }
    await answer;
    expect(sent).toEqual([{ progress: 2 }, { data: 2 }, { data: 1 }, { progress: 3 }, { data: 3 }]);
  });
});

describe('state-only rounds', () => {
  it('are entered again with the state and no answers, after the pace', async () => {
    const { answer, clock, carried } = driven([
      again({ state: 's1' }),
      again({ state: 's2' }),
      completed,
    ]);
    await settled();
    expect(clock.waits).toEqual([250]);
    await clock.advance(249);
    expect(carried).toHaveLength(1);
    await clock.advance(1);
    expect(carried.at(-1)).toEqual({ responses: undefined, state: 's1' });
    await clock.advance(250);
    expect(await answer).toEqual({ result: { answered: completed } });
    expect(carried.at(-1)).toEqual({ responses: undefined, state: 's2' });
    expect(clock.waiting).toBe(0);
  });

  it('are paced by a function of the round', async () => {
    const paces: number[] = [];
    const pace = (round: number) => {
      paces.push(round);
      return round * 10;
    };
    const { answer, clock } = driven([again(), again(), completed], { pace });
    await settled();
    expect(clock.waits).toEqual([10]);
    await clock.advance(10);
    expect(clock.waits).toEqual([20]);
    await clock.advance(20);
    await answer;
    expect(paces).toEqual([1, 2]);
  });

  it('end after the most rounds, naming their number and what they waited for', async () => {
    const { answer, clock } = driven(
      [again({ idle: 1 }), again({ idle: 2 }), again({ idle: 3, step: 'poll' })],
      { maxRounds: 2 },
    );
    await settled();
    await clock.advance(250);
    await clock.advance(250);
    expect(await answer).toEqual({
      result: { answered: { kind: 'exhausted', limit: 'rounds', rounds: 2, step: 'poll' } },
    });
  });

  it('are counted as the engine counts: a round that settled an answer costs nothing', async () => {
    const rounds = [1, 1, 1].map((idle, at) => asking({ [`s${at}`]: form(`S${at}?`) }, { idle }));
    const { answer, legs } = driven([...rounds, completed], { maxRounds: 1 });
    for (const at of [0, 1, 2]) {
      await settled();
      legs[at]?.resolve(answered(accept()));
    }
    expect(await answer).toEqual({ result: { answered: completed } });
    const stubborn = driven([asking({ a: form('A?') }, { idle: 2 })], { maxRounds: 1 });
    expect(await stubborn.answer).toEqual({
      result: { answered: { kind: 'exhausted', limit: 'rounds', rounds: 1, step: 'a' } },
    });
    expect(stubborn.legs).toEqual([]);
  });

  it('leave no timer when the call is cancelled', async () => {
    const { clock, abort, answer, carried } = driven([again()]);
    await settled();
    expect(clock.waiting).toBe(1);
    abort.abort();
    await answer;
    expect(clock.waiting).toBe(0);
    expect(carried).toHaveLength(1);
  });

  it('do not wait for a round that would be past the deadline', async () => {
    const deadline = Date.UTC(2026, 10, 30) + 250;
    const { answer } = driven([again({ deadline, step: 'poll' })]);
    expect(await answer).toEqual({
      result: { answered: { kind: 'exhausted', limit: 'deadline', step: 'poll' } },
    });
    // A handler without steps waits for nothing that has a name.
    expect(await driven([again({ deadline })]).answer).toEqual({
      result: { answered: { kind: 'exhausted', limit: 'deadline' } },
    });
  });

  it('work where nothing can be asked', async () => {
    const { answer, clock } = driven(
      [again(), completed],
      {},
      { connection: { canAsk: { no: 'sessions: false' } } },
    );
    await settled();
    await clock.advance(250);
    expect(await answer).toEqual({ result: { answered: completed } });
  });
});

describe('a connection that cannot carry a question', () => {
  const cannot = { connection: { canAsk: { no: 'jsonResponse: true' } } } as const;

  it('declares nothing to the engine, so that optional questions are skipped', async () => {
    const { answer, calls } = driven([completed], {}, cannot);
    expect(await answer).toEqual({ result: { answered: completed } });
    expect(calls[0]?.capabilities).toEqual({});
  });

  it('fails at once where one is needed, naming the setting and the question', async () => {
    const failed = {
      result: { failed: { kind: 'cannot_carry', setting: 'jsonResponse: true', step: 'a' } },
    };
    const lacking = { elicitation: { form: {} } };
    const lacks = new Map([['a', lacking]]);
    expect(await driven([{ kind: 'unsupported', lacking, lacks }], {}, cannot).answer).toEqual(
      failed,
    );
    const asked = driven([asking({ a: form('A?') })], {}, cannot);
    expect(await asked.answer).toEqual(failed);
    expect(asked.legs).toEqual([]);
  });
});
