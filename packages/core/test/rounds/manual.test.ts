import { describe, expect, it, vi } from 'vitest';
import type { CallContext } from '../../src/rounds/context.js';
import type { Journal } from '../../src/rounds/journal.js';
import { acceptedContent, inputRequired } from '../../src/serving/sdk.js';
import { accept, asked, type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

/** A delete confirmed through the answers alone, as people write it by hand. */
const remove = vi.fn();
const confirmed: ComponentSpec = {
  steps: {},
  run: (_, __, ctx) => {
    const answer = acceptedContent(ctx.inputResponses as Parameters<typeof acceptedContent>[0], 'confirm');
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
    return at < 2 ? inputRequired({ requestState: ctx.mintRequestState({ at: at + 1 }) }) : `counted to ${at}`;
  },
};

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
    expect(resultOf(await round(spying, journalOf(first), { confirm: accept(true), other: accept(1) }))).toBe('Deleted.');
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
    const spec: ComponentSpec = { steps: {}, run: (_, __, ctx) => Object.getPrototypeOf(ctx.inputResponses) };
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
              inputRequests: { more: inputRequired.elicit({ message: 'More?', requestedSchema: { type: 'object', properties: {} } }) },
            }),
    };
    const next = journalOf(await round(dropping, journalOf(await round(dropping))));
    expect(next.payload).toBeUndefined();
  });

  it('gives an own string back as it was', async () => {
    const spec: ComponentSpec = { steps: {}, run: (_, __, ctx) => ctx.requestState() ?? inputRequired({ requestState: '{"mine":1}' }) };
    expect(resultOf(await round(spec, journalOf(await round(spec))))).toBe('{"mine":1}');
  });

  it('asks only what the client declared', async () => {
    expect(await round(confirmed, undefined, undefined, { capabilities: { sampling: {} } })).toEqual({
      kind: 'unsupported',
      lacking: { elicitation: { form: {} } },
    });
  });

  it('is bounded like every flow', async () => {
    let journal: Journal | undefined;
    for (const _ of [1, 2]) journal = journalOf(await round(confirmed, journal, undefined, { maxRounds: 2 }));
    expect(await round(confirmed, journal, undefined, { maxRounds: 2 })).toEqual({ kind: 'exhausted', limit: 'rounds' });
    expect(await round(confirmed, journal, undefined, { now: 4_000_000 })).toEqual({ kind: 'exhausted', limit: 'deadline' });
  });

  it.each([
    ['no requests and no state', { resultType: 'input_required' }],
    ['a request that clients do not answer', { resultType: 'input_required', inputRequests: { x: { method: 'tools/call' } } }],
    [
      'a message that is no text',
      { resultType: 'input_required', inputRequests: { x: { method: 'elicitation/create', params: { message: 5, requestedSchema: {} } } } },
    ],
    [
      'messages that are no list',
      { resultType: 'input_required', inputRequests: { x: { method: 'sampling/createMessage', params: { messages: 'x' } } } },
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
        inputRequests: { go: { method: 'elicitation/create', params: { mode: 'url', message: 'Go?', url } } },
      }),
    });
    const capabilities = { elicitation: { url: {} } };
    expect(asked(await round(linking('https://example.com/x'), undefined, undefined, { capabilities }))).toEqual(['go']);
    expect(await round(linking('javascript:alert(1)'), undefined, undefined, { capabilities })).toMatchObject({
      kind: 'failed',
      error: { code: 'invalid_ask' },
    });
  });

  it('passes an interim result on whole', async () => {
    const spec: ComponentSpec = { steps: {}, run: () => ({ resultType: 'input_required', requestState: 's', _meta: { trace: 1 } }) };
    expect(await round(spec)).toMatchObject({ kind: 'again', extra: { _meta: { trace: 1 } } });
  });

  it('gives a re-sent request the same key, and other answers another', async () => {
    const spec: ComponentSpec = {
      ...confirmed,
      run: (_, __, ctx) => (Object.keys(ctx.inputResponses).length > 0 ? ctx.idempotencyKey : confirmed.run?.(_, __, ctx)),
    };
    const first = journalOf(await round(spec));
    const key = async (value: unknown) => resultOf(await round(spec, first, { confirm: accept(value) }));
    expect(await key(1)).toBe(await key(1));
    expect(await key(2)).not.toBe(await key(1));
  });
});
