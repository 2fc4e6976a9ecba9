import { describe, expect, it, vi } from 'vitest';
import type { RoundEvent } from '../../src/events.js';
import type { JsonObject } from '../../src/json.js';
import type { CallContext } from '../../src/rounds/context.js';
import type { Journal } from '../../src/rounds/journal.js';
import { inputRequired } from '../../src/serving/results/input-required.js';
import { acceptedContent } from '../../src/serving/sdk.js';
import { text } from '../../src/text.js';
import {
  accept,
  asked,
  type ComponentSpec,
  journalOf,
  resultOf,
  round,
} from '../support/rounds.js';

/** A delete confirmed through the answers alone, as people write it by hand. */
const remove = vi.fn();
const confirmed: ComponentSpec = {
  steps: {},
  run: (_, __, ctx) => {
    const answer = acceptedContent(
      ctx.inputResponses as Parameters<typeof acceptedContent>[0],
      'confirm',
    );
    if (!answer) {
      return inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({
            message: 'Delete?',
            requestedSchema: { type: 'object', properties: { value: { type: 'boolean' } } },
          }),
        },
      });
    }
    remove();
    return 'Deleted.';
  },
};

/** A counter that keeps its progress in the state. */
const counting: ComponentSpec = {
  steps: {},
  run: (_, __, ctx) => {
    const at = ctx.requestState<{ at: number }>()?.at ?? 0;
    return at < 2
      ? inputRequired({ requestState: ctx.mintRequestState({ at: at + 1 }) })
      : `counted to ${at}`;
  },
};

/** A question under the key `q`. */
const asking = (message: string) => ({
  resultType: 'input_required',
  inputRequests: { q: { method: 'elicitation/create', params: { message, requestedSchema: {} } } },
});

describe('hand-written handlers', () => {
  it('gets the answers to what it asked, and to nothing else', async () => {
    remove.mockClear();
    const first = await round(confirmed);
    expect(asked(first)).toEqual(['confirm']);
    expect(remove).not.toHaveBeenCalled();
    const seen: unknown[] = [];
    const spying: ComponentSpec = {
      ...confirmed,
      run: (input, answers, ctx) => {
        seen.push({ ...ctx.inputResponses });
        return confirmed.run?.(input, answers, ctx);
      },
    };
    expect(
      resultOf(await round(spying, journalOf(first), { confirm: accept(true), other: accept(1) })),
    ).toBe('Deleted.');
    expect(seen).toEqual([{ confirm: accept(true) }]);
    expect(remove).toHaveBeenCalledTimes(1);
  });

  it('takes no answer that comes with no state: a forged first answer reaches nobody', async () => {
    remove.mockClear();
    const first = await round(confirmed, undefined, { confirm: accept(true) });
    expect(asked(first)).toEqual(['confirm']);
    expect(remove).not.toHaveBeenCalled();
  });

  it('hands authors a map without a prototype', async () => {
    const spec: ComponentSpec = {
      steps: {},
      run: (_, __, ctx) => Object.getPrototypeOf(ctx.inputResponses),
    };
    expect(resultOf(await round(spec))).toBeNull();
  });

  it('carries what mintRequestState was given, and nothing once the handler hands on no state', async () => {
    const first = await round(counting);
    expect(first).toMatchObject({ kind: 'again', journal: { payload: { at: 1 } } });
    const second = await round(counting, journalOf(first));
    expect(resultOf(await round(counting, journalOf(second)))).toBe('counted to 2');

    const dropping: ComponentSpec = {
      steps: {},
      run: (_, __, ctx: CallContext) =>
        ctx.requestState() === undefined
          ? inputRequired({ requestState: ctx.mintRequestState('first') })
          : inputRequired({
              inputRequests: {
                more: inputRequired.elicit({
                  message: 'More?',
                  requestedSchema: { type: 'object', properties: {} },
                }),
              },
            }),
    };
    const next = journalOf(await round(dropping, journalOf(await round(dropping))));
    expect(next.payload).toBeUndefined();
  });

  it('gives an own string back as it was', async () => {
    const spec: ComponentSpec = {
      steps: {},
      run: (_, __, ctx) => ctx.requestState() ?? inputRequired({ requestState: '{"mine":1}' }),
    };
    expect(resultOf(await round(spec, journalOf(await round(spec))))).toBe('{"mine":1}');
  });

  it('asks only what the client declared', async () => {
    expect(
      await round(confirmed, undefined, undefined, { capabilities: { sampling: {} } }),
    ).toEqual({
      kind: 'unsupported',
      lacking: { elicitation: { form: {} } },
      lacks: new Map([['confirm', { elicitation: { form: {} } }]]),
    });
  });

  it('is bounded like every flow, and says which question it was waiting for', async () => {
    let journal: Journal | undefined;
    for (const _ of [1, 2])
      journal = journalOf(await round(confirmed, journal, undefined, { maxRounds: 2 }));
    expect(await round(confirmed, journal, undefined, { maxRounds: 2 })).toEqual({
      kind: 'exhausted',
      limit: 'rounds',
      step: 'confirm',
    });
    expect(await round(confirmed, journal, undefined, { now: 4_000_000 })).toEqual({
      kind: 'exhausted',
      limit: 'deadline',
      step: 'confirm',
    });
  });

  it.each([
    ['no requests and no state', { resultType: 'input_required' }],
    [
      'a request that clients do not answer',
      { resultType: 'input_required', inputRequests: { x: { method: 'tools/call' } } },
    ],
    [
      'a message that is no text',
      {
        resultType: 'input_required',
        inputRequests: {
          x: { method: 'elicitation/create', params: { message: 5, requestedSchema: {} } },
        },
      },
    ],
    [
      'messages that are no list',
      {
        resultType: 'input_required',
        inputRequests: { x: { method: 'sampling/createMessage', params: { messages: 'x' } } },
      },
    ],
    [
      'a request that is none',
      { resultType: 'input_required', inputRequests: { x: 'roots/list' } },
    ],
    [
      'a form without schema',
      {
        resultType: 'input_required',
        inputRequests: { x: { method: 'elicitation/create', params: { message: 'A?' } } },
      },
    ],
    [
      'a URL that is no text',
      {
        resultType: 'input_required',
        inputRequests: {
          x: { method: 'elicitation/create', params: { mode: 'url', message: 'A?' } },
        },
      },
    ],
    ['a state that is no string', { resultType: 'input_required', requestState: 7 }],
  ])('fails as an author mistake on %s', async (_, value) => {
    expect(await round({ steps: {}, run: () => value })).toMatchObject({
      kind: 'failed',
      where: 'run',
      error: { message: expect.stringContaining('Example.run') },
    });
  });

  it('refuses a link that no person should be sent to', async () => {
    const linking = (url: string): ComponentSpec => ({
      steps: {},
      run: () => ({
        resultType: 'input_required',
        inputRequests: {
          go: { method: 'elicitation/create', params: { mode: 'url', message: 'Go?', url } },
        },
      }),
    });
    const capabilities = { elicitation: { url: {} } };
    expect(
      asked(await round(linking('https://example.com/x'), undefined, undefined, { capabilities })),
    ).toEqual(['go']);
    expect(
      await round(linking('javascript:alert(1)'), undefined, undefined, { capabilities }),
    ).toMatchObject({
      kind: 'failed',
      error: { code: 'invalid_ask' },
    });
  });

  it('passes an interim result on whole', async () => {
    const spec: ComponentSpec = {
      steps: {},
      run: () => ({ resultType: 'input_required', requestState: 's', _meta: { trace: 1 } }),
    };
    expect(await round(spec)).toMatchObject({ kind: 'again', extra: { _meta: { trace: 1 } } });
  });

  it('tells of every answer that it hands over, and of no other', async () => {
    const events: RoundEvent[] = [];
    await round(
      confirmed,
      journalOf(await round(confirmed)),
      { confirm: accept(true), other: accept(1) },
      { events },
    );
    expect(events).toEqual([{ type: 'answer.taken', step: 'confirm' }]);
  });

  it('has notifications released before it is entered', async () => {
    const notes: string[] = [];
    await round({ steps: {}, run: () => notes.push('run') }, undefined, undefined, { notes });
    expect(notes).toEqual(['asksKnown', 'run']);
  });

  it.each<[string, (answers: Record<string, unknown>) => unknown]>([
    ['lets it through', (answers) => answers.confirm],
    [
      'catches it',
      (answers) => {
        try {
          return answers.confirm;
        } catch {
          return 'fine';
        }
      },
    ],
    [
      'throws another error',
      (answers) => {
        try {
          return answers.confirm;
        } catch {
          throw new Error('mine');
        }
      },
    ],
  ])(
    'fails with a TypeError naming class and key when run reads an answer of a step and %s (R12)',
    async (_, read) => {
      const outcome = await round({ steps: {}, run: (_input, answers) => read(answers) });
      expect(outcome).toMatchObject({ kind: 'failed', where: 'run', error: expect.any(TypeError) });
      if (outcome.kind === 'failed')
        expect((outcome.error as Error).message).toMatch(/Example\.run.*"confirm"/);
    },
  );

  it('reports a throw of run as failed, with the original', async () => {
    const error = new Error('disk full');
    expect(await round({ steps: {}, run: () => Promise.reject(error) })).toEqual({
      kind: 'failed',
      where: 'run',
      error,
    });
  });

  it('ends with what run returns, whatever looks like an interim result without being one', async () => {
    for (const value of [
      undefined,
      null,
      'input_required',
      ['input_required'],
      { resultType: 'complete' },
      Object.create(asking('Sure?')),
    ])
      expect(resultOf(await round({ steps: {}, run: () => value }))).toBe(value);
    expect(asked(await round({ steps: {}, run: () => asking('Sure?') }))).toEqual(['q']);
  });

  it('says what is lacking of all that it asks', async () => {
    const spec: ComponentSpec = {
      steps: {},
      run: () => ({
        resultType: 'input_required',
        inputRequests: {
          a: { method: 'roots/list' },
          b: { method: 'sampling/createMessage', params: { messages: [] } },
        },
      }),
    };
    expect(asked(await round(spec))).toEqual(['a', 'b']);
    expect(await round(spec, undefined, undefined, { capabilities: { elicitation: {} } })).toEqual({
      kind: 'unsupported',
      lacking: { roots: {}, sampling: {} },
      lacks: new Map([
        ['a', { roots: {} }],
        ['b', { sampling: {} }],
      ]),
    });
  });

  it('asks no more than a request may answer', async () => {
    const many = (count: number): ComponentSpec => ({
      steps: {},
      run: () => ({
        resultType: 'input_required',
        inputRequests: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`q${at}`, { method: 'roots/list' }]),
        ),
      }),
    });
    expect(asked(await round(many(256)))).toHaveLength(256);
    expect(await round(many(257))).toMatchObject({
      kind: 'failed',
      where: 'run',
      error: expect.any(TypeError),
    });
  });

  it('is asked 32 times at most, also by a client that answers each time', async () => {
    const spec: ComponentSpec = { steps: {}, run: () => asking('More?') };
    let outcome = await round(spec, undefined, undefined, { maxRounds: 1 });
    let results = 0;
    for (; outcome.kind === 'asking'; results++)
      outcome = await round(spec, outcome.journal, { q: accept(1) }, { maxRounds: 1 });
    expect([results, outcome]).toEqual([32, { kind: 'exhausted', limit: 'rounds', step: 'q' }]);
  });

  it('goes on until just before the deadline, and not at it', async () => {
    const first = journalOf(await round(confirmed));
    expect(asked(await round(confirmed, first, undefined, { now: first.deadline - 1 }))).toEqual([
      'confirm',
    ]);
    expect(await round(confirmed, first, undefined, { now: first.deadline })).toEqual({
      kind: 'exhausted',
      limit: 'deadline',
      step: 'confirm',
    });
  });

  it('seals what it asked and what it minted, and nothing of what came before', async () => {
    const both: ComponentSpec = {
      steps: {},
      run: (_, __, ctx) => ({
        ...asking(`${ctx.requestState() ?? 'first'}?`),
        requestState: ctx.mintRequestState('again'),
      }),
    };
    const first = await round(both);
    expect(first).toEqual({
      kind: 'asking',
      asks: expect.any(Map),
      journal: expect.objectContaining({ payload: 'again', rounds: 1, idle: 1 }),
    });
    expect(journalOf(first).open).toEqual({ q: { ask: expect.any(String), reads: {} } });
    const second = await round(both, journalOf(first), { q: accept(1) });
    expect(second).toMatchObject({
      kind: 'asking',
      journal: { payload: 'again', rounds: 2, idle: 1 },
    });
    expect(journalOf(second).open.q?.ask).not.toBe(journalOf(first).open.q?.ask);
    const silent: ComponentSpec = {
      steps: {},
      run: (_, __, ctx) => inputRequired({ requestState: ctx.mintRequestState(undefined) }),
    };
    const third = await round(silent, journalOf(second));
    expect(third).toEqual({
      kind: 'again',
      afterMs: undefined,
      steps: [],
      journal: expect.objectContaining({ open: {}, rounds: 3, idle: 2 }),
    });
    expect(journalOf(third)).not.toHaveProperty('payload');
  });

  it('mints no state that JSON would quietly make something else', async () => {
    const minting = (payload: unknown): ComponentSpec => ({
      steps: {},
      run: (_, __, ctx) => inputRequired({ requestState: ctx.mintRequestState(payload) }),
    });
    expect(journalOf(await round(minting({ at: [1] }))).payload).toEqual({ at: [1] });
    expect(await round(minting(new Map([[1, 1]])))).toMatchObject({
      kind: 'failed',
      where: 'run',
      error: expect.any(TypeError),
    });
  });

  it('leaves out what a client did not declare that it can give beside an answer', async () => {
    const params = { messages: [], includeContext: 'thisServer' };
    const spec: ComponentSpec = {
      steps: {},
      run: () => ({
        resultType: 'input_required',
        inputRequests: { s: { method: 'sampling/createMessage', params } },
      }),
    };
    const paramsOf = async (sampling: JsonObject) => {
      const outcome = await round(spec, undefined, undefined, { capabilities: { sampling } });
      return outcome.kind === 'asking' ? outcome.asks.get('s')?.params : undefined;
    };
    expect(await paramsOf({ context: {} })).toEqual(params);
    expect(await paramsOf({})).toEqual({ messages: [] });
  });

  it('gives another flow and another question another key', async () => {
    const keyed = (message: string): ComponentSpec => ({
      steps: {},
      run: (_, __, ctx) =>
        Object.keys(ctx.inputResponses).length > 0 ? ctx.idempotencyKey : asking(message),
    });
    const key = async (message: string, flow = 'flow') =>
      resultOf(
        await round(
          keyed(message),
          { ...journalOf(await round(keyed(message))), flow },
          { q: accept(1) },
        ),
      );
    const all = [await key('A?'), await key('B?'), await key('A?', 'other')];
    expect(await key('A?')).toBe(all[0]);
    expect(new Set(all).size).toBe(3);
  });

  it('gives a re-sent request the same key, and other answers another', async () => {
    const spec: ComponentSpec = {
      ...confirmed,
      run: (_, __, ctx) =>
        Object.keys(ctx.inputResponses).length > 0
          ? ctx.idempotencyKey
          : confirmed.run?.(_, __, ctx),
    };
    const first = journalOf(await round(spec));
    const key = async (value: unknown) =>
      resultOf(await round(spec, first, { confirm: accept(value) }));
    expect(await key(1)).toBe(await key(1));
    expect(await key(2)).not.toBe(await key(1));
  });
});

describe('a text of a hand-written handler', () => {
  const put = (method: string, params: object) =>
    round(
      {
        steps: {},
        run: () => ({ resultType: 'input_required', inputRequests: { q: { method, params } } }),
      },
      undefined,
      undefined,
      { capabilities: { elicitation: { form: {}, url: {} }, sampling: {} } },
    );
  const form = { requestedSchema: {} };
  const said = (words: unknown) => ({ role: 'user', content: { type: 'text', text: words } });
  const places: readonly (readonly [string, string, (words: unknown) => object])[] = [
    ['a message', 'elicitation/create', (words) => ({ ...form, message: words })],
    [
      'a URL',
      'elicitation/create',
      (words) => ({ mode: 'url', message: 'Go', url: `https://x.example/${words}` }),
    ],
    ['a message to the model', 'sampling/createMessage', (words) => ({ messages: [said(words)] })],
    [
      'a system prompt',
      'sampling/createMessage',
      (words) => ({ messages: [], systemPrompt: words }),
    ],
  ];

  it.each(places)('may not hold a value that is no text: %s', async (_, method, params) => {
    expect(await put(method, params('3 rows'))).toMatchObject({ kind: 'asking' });
    for (const words of [`${Promise.resolve(3)}`, `row ${{}}`, `row ${undefined}`])
      expect(await put(method, params(words))).toMatchObject({
        kind: 'failed',
        error: { code: 'invalid_ask', message: expect.stringMatching(/[Aa]wait it/) },
      });
  });

  it('may be one of ask.text', async () => {
    const built = inputRequired.elicit({
      message: text`Set ${'null'}?`,
      requestedSchema: { type: 'object', properties: {} },
    });
    const page = inputRequired.elicitUrl({
      message: text`null`,
      url: text`https://x.example/null`,
    });
    const run = () => inputRequired({ inputRequests: { built, page } });
    const options = { capabilities: { elicitation: { form: {}, url: {} } } };
    const outcome = await round({ steps: {}, run }, undefined, undefined, options);
    if (outcome.kind !== 'asking') throw new Error(outcome.kind);
    expect(outcome.asks.get('built')?.params.message).toBe('Set null?');
    expect(outcome.asks.get('page')?.params).toMatchObject({
      message: 'null',
      url: 'https://x.example/null',
    });
  });
});
