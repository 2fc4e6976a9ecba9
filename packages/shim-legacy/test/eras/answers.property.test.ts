import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bothEras, ERAS, EVERYTHING, KINDS, type Kind } from '../support/both-eras.js';

/*
 * Whatever a client answers to whatever it was asked, in either era: nothing throws, and no body is entered on anything but an
 * accept that fits. What fits is written down here a second time.
 */

const json = fc.jsonValue({ maxDepth: 3 });
const action = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('accept', 'decline', 'cancel') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Accept', 'ACCEPT', 'accept ', 'reject', 'yes', '', 'approve'),
  },
  { weight: 1, arbitrary: json },
);
const confirm = fc.oneof(
  { weight: 3, arbitrary: fc.boolean() as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.constantFrom<unknown>('true', 'false', 1, 0, null, [true], {}) },
);
const formContent = fc.oneof(
  { weight: 6, arbitrary: fc.record({ confirm }) as fc.Arbitrary<unknown> },
  fc.record({ confirm, more: json }),
  fc.constantFrom<unknown>(
    {},
    null,
    [],
    [{ confirm: true }],
    true,
    'confirm',
    { Confirm: true },
    { content: { confirm: true } },
  ),
  fc.constant(JSON.parse('{"__proto__":{"confirm":true}}')),
  json,
);
const elicited = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { action, content: formContent },
      { requiredKeys: ['action'] },
    ) as fc.Arbitrary<unknown>,
  },
  fc.record({ action, content: formContent, _meta: json }, { requiredKeys: ['action'] }),
  fc.record({ content: formContent }),
  fc.record({
    result: fc.record({ action, content: formContent }),
    method: fc.constant('elicitation/create'),
  }),
);

const block = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('text'), text: fc.string() }) as fc.Arbitrary<unknown>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('image', 'audio'),
      data: fc.constant('AA=='),
      mimeType: fc.constant('image/png'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constantFrom('text', 'image', 'video', 7), text: json }),
  },
  { weight: 1, arbitrary: json },
);
const sampled = fc.record(
  {
    role: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<unknown>('assistant', 'user') },
      { weight: 1, arbitrary: json },
    ),
    content: fc.oneof(block, fc.array(block, { maxLength: 3 })),
    model: fc.oneof(
      { weight: 4, arbitrary: fc.constant<unknown>('m') },
      { weight: 1, arbitrary: json },
    ),
    stopReason: fc.oneof(
      { weight: 4, arbitrary: fc.constant<unknown>('endTurn') },
      { weight: 1, arbitrary: json },
    ),
  },
  { requiredKeys: ['role', 'content'] },
);

const root = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      uri: fc.constantFrom('file:///home', 'file:///tmp'),
    }) as fc.Arbitrary<unknown>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      uri: fc.constant('file:///home'),
      name: fc.oneof(fc.string() as fc.Arbitrary<unknown>, json),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      uri: fc.oneof(fc.constantFrom<unknown>('http://x', 'FILE:///x', ''), json),
    }),
  },
  { weight: 1, arbitrary: json },
);
const listed = fc.record({
  roots: fc.oneof(
    { weight: 6, arbitrary: fc.array(root, { maxLength: 3 }) as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: json },
  ),
});

const answerOf = fc.oneof(elicited, sampled, listed, json);
/** Mostly of the kind that was asked, or the model would only ever see misfits. */
const cases = fc
  .record({ kind: fc.constantFrom(...KINDS), optional: fc.boolean(), stray: fc.nat(4) })
  .chain(({ kind, optional, stray }) => {
    const shaped = {
      form: elicited,
      url: elicited,
      sample: sampled,
      tools: sampled,
      roots: listed,
    }[kind];
    const arbitrary: fc.Arbitrary<unknown> = stray === 0 ? answerOf : shaped;
    return fc.record({
      kind: fc.constant(kind),
      optional: fc.constant(optional),
      answer: arbitrary,
    });
  })
  // As it travels.
  .map(({ answer, ...rest }) => ({
    ...rest,
    answer: JSON.parse(JSON.stringify(answer) ?? 'null') as unknown,
  }))
  // One that was rounded on its way refuses the whole request: see C08.
  .filter(({ answer }) => !hasRounded(answer));

function hasRounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRounded);
}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), own(value))
    : undefined;
const own = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__proto__'));

function isBlock(value: unknown): boolean {
  const is = record(value);
  if (is?.type === 'text') return typeof is.text === 'string';
  return (
    (is?.type === 'image' || is?.type === 'audio') &&
    typeof is.data === 'string' &&
    typeof is.mimeType === 'string'
  );
}

/** What an answer says, by the specification and the form's own schema. */
function meaning(kind: Kind, raw: unknown): 'accept' | 'decline' | 'cancel' | 'misfit' {
  const answer = record(raw);
  if (answer === undefined) return 'misfit';
  if (kind === 'form' || kind === 'url') {
    if (answer.action === 'decline' || answer.action === 'cancel') return answer.action;
    if (answer.action !== 'accept') return 'misfit';
    return kind === 'url' || typeof record(answer.content)?.confirm === 'boolean'
      ? 'accept'
      : 'misfit';
  }
  if (kind === 'roots') {
    // What is no file: URI is left out of the list (C29).
    return Array.isArray(answer.roots) ? 'accept' : 'misfit';
  }
  const blocks = Array.isArray(answer.content) ? answer.content : [answer.content];
  const words = [answer.model, answer.stopReason].every(
    (word) => word === undefined || word === null || typeof word === 'string',
  );
  return (answer.role === 'assistant' || answer.role === 'user') && blocks.every(isBlock) && words
    ? 'accept'
    : 'misfit';
}

describe('answers of any shape, to any question, in either era', () => {
  const { ran, problems, call, post, close } = bothEras();
  afterAll(close);

  it('never throw, and never enter the body without an accept that fits', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ERAS), cases, async (era, { kind, optional, answer }) => {
        ran.bodies.length = 0;
        const { asked, answer: got } = await call(
          era,
          'one',
          { kind, optional },
          { answer: { is: answer } },
        );
        const said = meaning(kind, answer);
        seen.set(`${era} ${kind} ${said}`, (seen.get(`${era} ${kind} ${said}`) ?? 0) + 1);

        expect(problems).toEqual([]);
        expect(JSON.stringify(got)).not.toContain('because of an error on the server');
        if (said === 'accept') {
          expect(ran.bodies).toMatchObject([{ outcome: 'answered' }]);
          if (kind === 'form')
            expect(ran.bodies[0]?.answer).toEqual({
              confirm: (answer as { content: { confirm: boolean } }).content.confirm,
            });
          if (kind === 'roots')
            expect(JSON.stringify(ran.bodies[0]?.answer)).not.toMatch(/"uri":"(?!file:\/\/)/);
          if (kind === 'url') expect(ran.bodies[0]?.answer).toBe(true);
          expect(got.result.content).toEqual([{ type: 'text', text: 'ran' }]);
        } else if (said !== 'misfit' && optional) {
          expect(ran.bodies).toEqual([
            { answer: undefined, outcome: said === 'decline' ? 'declined' : 'cancelled' },
          ]);
        } else if (optional && kind !== 'form' && kind !== 'url') {
          expect(ran.bodies).toEqual([{ answer: undefined, outcome: 'missing' }]);
        } else {
          expect(ran.bodies).toEqual([]);
          // A refusal ends the call, and so does what a client's software got wrong. What a person got wrong is asked again, and a live
          // question that is asked again here is lost.
          if (said !== 'misfit' || (kind !== 'form' && kind !== 'url'))
            expect(got.result).toMatchObject({ isError: true });
          else if (era === '2026')
            expect(got.result).toMatchObject({ resultType: 'input_required' });
          else expect(asked).toEqual([kind, kind]);
        }
      }),
      { numRuns: 500, seed: 20260728 },
    );
    // The property says nothing unless every kind was really answered in every way that it can be, in both eras.
    const ways = (kind: Kind) =>
      kind === 'form' || kind === 'url'
        ? ['accept', 'decline', 'cancel', 'misfit']
        : ['accept', 'misfit'];
    const all = ERAS.flatMap((era) =>
      KINDS.flatMap((kind) => ways(kind).map((way) => `${era} ${kind} ${way}`)),
    );
    expect(all.filter((way) => (seen.get(way) ?? 0) < 2)).toEqual([]);
  }, 60_000);

  it('never enter the body when they come without a state, or under other names', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.string(), async ({ kind, answer }, name) => {
        ran.bodies.length = 0;
        const args = { kind, optional: false };
        const inputResponses = { [kind]: answer };
        const forged = await post('one', args, EVERYTHING, { inputResponses });
        expect(forged.asked).toEqual([kind]);
        fc.pre(name !== kind);
        const { requestState } = forged.answer.result;
        const misnamed = await post('one', args, EVERYTHING, {
          requestState,
          inputResponses: { [name]: answer },
        });
        expect(misnamed.asked).toEqual([kind]);
        expect(ran.bodies).toEqual([]);
        expect(problems).toEqual([]);
      }),
      { numRuns: 100, seed: 20260728 },
    );
  }, 60_000);
});
