import { describe, expect, it } from 'vitest';
import { again } from '../../src/asks/again.js';
import type { RoundEvent } from '../../src/events.js';
import type { CallContext } from '../../src/rounds/context.js';
import { ServedContext } from '../../src/serving/calls/call-context.js';
import {
  accept,
  asked,
  asks,
  asksAll,
  asksNothing,
  type ComponentSpec,
  journalOf,
  question,
  resultOf,
  round,
} from '../support/rounds.js';

const sent: unknown[] = [];
const served = () =>
  new ServedContext({
    signal: AbortSignal.abort('the call ended'),
    principal: { issuer: 'i', subject: 's', client: 'c' },
    era: '2026',
    client: { name: 'a client', capabilities: {} },
    flow: { id: 'flow', round: 3, deadline: 9, ticket: async (step) => step },
    progressToken: 0,
    component: 'example',
    notify: (method) => sent.push(method),
  });

describe('the context of a step, of run and of declined', () => {
  it('knows of the call what the call knows', async () => {
    const context = served();
    const known = ({ signal, principal, era, client, flow, log }: CallContext) => [
      signal,
      principal,
      era,
      client,
      flow,
      log,
    ];
    const seen: unknown[][] = [];
    const see = (_: unknown, __: unknown, ctx: CallContext) => {
      seen.push(known(ctx));
      return asksNothing();
    };
    await round(
      {
        steps: { a: { is: see }, b: { kind: 'compute', is: (...all) => void see(...all) } },
        run: see,
      },
      undefined,
      undefined,
      { context },
    );
    await round({ steps: {}, run: see }, undefined, undefined, { context });
    expect(seen).toEqual([1, 2, 3, 4].map(() => known(context)));
  });

  it('has functions that an author may take out of it', async () => {
    sent.length = 0;
    const spec: ComponentSpec = {
      steps: { a: { is: () => asks('A?') } },
      run: (_, __, { progress, log, outcome, fail }) => {
        progress(1);
        log.error('wrong');
        return outcome('a') === 'answered' ? fail('meant for the caller') : 'not reached';
      },
    };
    const outcome = await round(
      spec,
      journalOf(await round(spec)),
      { a: accept(1) },
      { context: served() },
    );
    expect(outcome).toMatchObject({
      kind: 'failed',
      where: 'run',
      error: { message: 'meant for the caller' },
    });
    expect(sent).toEqual(['notifications/progress', 'notifications/message']);
  });

  it.each<[string, (ctx: CallContext) => unknown]>([
    ['the members of a step', (ctx) => ctx.step],
    ['the answers to a hand-written handler', (ctx) => ctx.inputResponses],
    ['the state of a hand-written handler', (ctx) => ctx.requestState()],
    ['a state of its own', (ctx) => ctx.mintRequestState(1)],
  ])('refuses %s where they are not known', async (_, take) => {
    const spec: ComponentSpec = {
      steps: { skip: { is: asksNothing } },
      run: (_input, __, ctx) => take(ctx),
    };
    expect(
      resultOf(await round({ ...spec, run: () => 1 }, undefined, undefined, { context: served() })),
    ).toBe(1);
    expect(await round(spec, undefined, undefined, { context: served() })).toMatchObject({
      kind: 'failed',
      error: expect.any(TypeError),
    });
  });

  it('refuses the key of the call in a step, and knows the outcome of another step in both', async () => {
    const keyed = { is: (_: unknown, __: unknown, ctx: CallContext) => ctx.idempotencyKey };
    expect(await round({ steps: { a: keyed } })).toMatchObject({
      kind: 'failed',
      step: 'a',
      error: expect.any(TypeError),
    });
    const spec: ComponentSpec = {
      steps: {
        skip: { is: asksNothing },
        how: { kind: 'compute', is: (_, __, ctx) => ctx.outcome('skip') },
      },
      run: (_, { how }, ctx) => [how, ctx.outcome('how')],
    };
    expect(resultOf(await round(spec))).toEqual(['skipped', 'answered']);
  });
});

describe('what a step knows of itself', () => {
  it('is its name, and how many answers to its question did not fit, plus one', async () => {
    const attempts: unknown[] = [];
    const spec: ComponentSpec = {
      steps: {
        a: {
          is: (_, __, { step: { name, attempt, carried } }) => {
            attempts.push([name, attempt, carried]);
            return asks('A?');
          },
        },
      },
    };
    const first = journalOf(await round(spec));
    const second = journalOf(await round(spec, first, { a: accept(null) }));
    expect(asked(await round(spec, second, { a: accept(null) }))).toEqual(['a']);
    // Entered once more after an answer that did not fit: the question that is put again is that of the next attempt.
    expect(attempts).toEqual([
      ['a', 1, undefined],
      ['a', 1, undefined],
      ['a', 2, undefined],
      ['a', 2, undefined],
      ['a', 3, undefined],
    ]);
  });

  const messages = (outcome: Awaited<ReturnType<typeof round>>) =>
    outcome.kind === 'asking'
      ? [...outcome.asks.values()].map(({ params }) => String(params.message).split('\n')[0])
      : outcome;

  it('is the attempt that a question may show, and whose right answer is taken (C51)', async () => {
    const spec = (optional = false): ComponentSpec => ({
      steps: {
        a: { is: (_, __, { step: { attempt } }) => asks(`Attempt ${attempt}`, { optional }) },
        end: { is: (_, { a }) => asks(`End ${a}?`) },
      },
    });
    let outcome = await round(spec());
    for (const attempt of [2, 3]) {
      outcome = await round(spec(), journalOf(outcome), { a: accept(null) });
      expect(messages(outcome)).toEqual([`Attempt ${attempt}`]);
    }
    const events: RoundEvent[] = [];
    outcome = await round(spec(), journalOf(outcome), { a: accept('yes') }, { events });
    expect([asked(outcome), events]).toEqual([['end'], [{ type: 'answer.taken', step: 'a' }]]);
    expect(journalOf(outcome).changes).toEqual({});
    expect(resultOf(await round(spec(), journalOf(outcome), { end: accept(1) }))).toMatchObject({
      a: 'yes',
    });
    // Used up, it stays so.
    outcome = await round(spec(true));
    for (const _ of [1, 2, 3])
      outcome = await round(spec(true), journalOf(outcome), { a: accept(null) });
    expect(asked(outcome)).toEqual(['end']);
    expect(resultOf(await round(spec(true), journalOf(outcome), { end: accept(1) }))).toEqual({
      a: undefined,
      end: 1,
    });
  });

  it('is, of each of several questions, its own (C51)', async () => {
    const spec: ComponentSpec = {
      steps: {
        keep: {
          is: (_, __, { step: { attempt } }) =>
            asksAll({ a: question(`A ${attempt}`), b: question(`B ${attempt}`) }),
        },
        end: { is: (_, { keep }) => asks(keep && 'End?') },
      },
    };
    const first = await round(spec);
    expect(messages(first)).toEqual(['A 1', 'B 1']);
    const sent = { 'keep.a': accept(1), 'keep.b': accept(null) };
    const second = await round(spec, journalOf(first), sent);
    expect(messages(second)).toEqual(['B 2']);
    const events: RoundEvent[] = [];
    const third = await round(spec, journalOf(second), { 'keep.b': accept(2) }, { events });
    expect([asked(third), events]).toEqual([['end'], [{ type: 'answer.taken', step: 'keep.b' }]]);
    expect(resultOf(await round(spec, journalOf(third), { end: accept(3) }))).toMatchObject({
      keep: { a: 1, b: 2 },
    });
  });

  it('goes on with an answer that is too long, whose question is put again (C51)', async () => {
    const spec: ComponentSpec = {
      steps: {
        a: { is: (_, __, { step: { attempt } }) => asks(`Attempt ${attempt}`) },
        end: { is: (_, { a }) => asks(`End ${a}?`) },
      },
    };
    const small = { maxJournalBytes: 2000 };
    const long = { a: accept('x'.repeat(3000)) };
    const second = await round(spec, journalOf(await round(spec)), long, small);
    expect(messages(second)).toEqual(['Attempt 2']);
    expect(asked(await round(spec, journalOf(second), { a: accept('x') }, small))).toEqual(['end']);
  });
});

describe('the key of a step', () => {
  /** `last` stands on `who` through `mid`; `other` is a question that it does not read. */
  const keys: string[] = [];
  const spec = (versions: { readonly last?: number } = {}, name = 'last'): ComponentSpec => ({
    steps: {
      who: { is: () => asks('Who?') },
      other: { is: () => asks('Other?', { optional: true }) },
      mid: { kind: 'compute', is: (_, { who }) => [who] },
      [name]: {
        kind: 'compute',
        version: versions.last ?? 1,
        is: (_: unknown, { mid }: { mid: string[] }, ctx: CallContext) => {
          if (mid) keys.push(ctx.step.idempotencyKey);
          return mid;
        },
      },
    },
  });
  const keyOf = async (
    sent: object,
    of = spec(),
    options: { flow?: string; input?: unknown } = {},
  ) => {
    keys.length = 0;
    const first = journalOf(await round(of, undefined, undefined, { input: options.input }));
    resultOf(
      await round(of, { ...first, flow: options.flow ?? first.flow }, sent, {
        input: options.input,
      }),
    );
    return keys.at(-1);
  };

  it('is the same for a repeat on the same answers, those behind computes included, and takes no notice of others', async () => {
    const key = await keyOf({ who: accept('a'), other: accept(1) });
    expect(key).toEqual(expect.any(String));
    expect(await keyOf({ who: accept('a'), other: accept(1) })).toBe(key);
    expect(await keyOf({ who: accept('a'), other: accept(2) })).toBe(key);
    expect(await keyOf({ who: accept('b'), other: accept(1) })).not.toBe(key);
  });

  it('is another for another flow, input, step or version', async () => {
    const sent = { who: accept('a') };
    const all = [
      await keyOf(sent),
      await keyOf(sent, spec(), { flow: 'other' }),
      await keyOf(sent, spec(), { input: { env: 'prod' } }),
      await keyOf(sent, spec({}, 'least')),
      await keyOf(sent, spec({ last: 2 })),
    ];
    expect(all.every((key) => typeof key === 'string')).toBe(true);
    expect(new Set(all).size).toBe(all.length);
  });

  it('tells a first entry from a continuation, whatever that carries', async () => {
    const seen: string[] = [];
    const carrying = (carry: unknown): ComponentSpec => ({
      steps: {
        c: {
          kind: 'compute',
          is: (_, __, ctx) => {
            seen.push(ctx.step.idempotencyKey);
            return seen.length % 2 === 1 ? again(carry) : 1;
          },
        },
      },
    });
    for (const carry of [null, [], 0])
      await round(carrying(carry), journalOf(await round(carrying(carry))));
    const [first, ...others] = [...new Set(seen)];
    expect(first).toBe(seen[0]);
    expect(others).toHaveLength(3);
  });
});
