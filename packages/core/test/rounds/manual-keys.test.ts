import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/rounds/journal.js';
import { packJournal, unpackJournal } from '../../src/rounds/packing.js';
import { type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

const accept = (content: object, more: object = {}) => ({ action: 'accept', content, ...more });
const form = (message: string, field: string) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } } },
  },
});
const required = (more: object) => ({ resultType: 'input_required', ...more });

/** Asks whom to pay, then whether; says its key when it pays. */
const pays = (mint: (name: unknown) => unknown): ComponentSpec => ({
  steps: {},
  run: (_, __, ctx) => {
    const { who, sure } = ctx.inputResponses as Record<string, { content: { name: string } }>;
    if (sure) return ctx.idempotencyKey;
    if (!who) return required({ inputRequests: { who: form('Pay whom?', 'name') } });
    return required({
      inputRequests: { sure: form('Sure?', 'yes') },
      requestState: ctx.mintRequestState(mint(who.content.name)),
    });
  },
});
const sure = { sure: accept({ yes: 'yes' }) };
const sealed = (journal: Journal): Journal =>
  unpackJournal(JSON.parse(JSON.stringify(packJournal(journal))));

async function payment(mint: (name: unknown) => unknown, who: object, last: object = sure) {
  const first = sealed(journalOf(await round(pays(mint))));
  const second = sealed(journalOf(await round(pays(mint), first, { who })));
  return resultOf(await round(pays(mint), second, last));
}

describe('the key of a hand-written handler (C54)', () => {
  it.each<[string, (name: unknown) => unknown]>([
    ['what it was told in its state', (name) => ({ name })],
    ['nothing but a count', () => 1],
  ])('tells two calls apart by an earlier round, where the handler keeps %s', async (_, mint) => {
    const ann = await payment(mint, accept({ name: 'Ann' }));
    expect(await payment(mint, accept({ name: 'Ann' }))).toBe(ann);
    expect(await payment(mint, accept({ name: 'Bob' }))).not.toBe(ann);
  });

  it('counts what the questions asked for, and not what came beside it', async () => {
    const mint = () => 1;
    const key = await payment(mint, accept({ name: 'Ann' }));
    for (const [who, last] of [
      [accept({ name: 'Ann', stray: 1 }), sure],
      [accept({ name: 'Ann' }, { _meta: { n: 1 } }), sure],
      [accept({ name: 'Ann' }), { sure: accept({ yes: 'yes', stray: {} }, { _meta: {} }) }],
    ] as const)
      expect(await payment(mint, who, last)).toBe(key);
    for (const last of [
      { sure: accept({ yes: 'no' }) },
      { sure: accept({}) },
      { sure: { action: 'decline' } },
      { sure: { action: 'cancel' } },
      { sure: 7 },
    ])
      expect(await payment(mint, accept({ name: 'Ann' }), last)).not.toBe(key);
  });

  it('is another in every round of work that is cut into pieces, and the same when one is sent again', async () => {
    const keys: string[] = [];
    const chunks = (payload: (n: number) => unknown): ComponentSpec => ({
      steps: {},
      run: (_, __, ctx) => {
        keys.push(ctx.idempotencyKey);
        return required({ requestState: ctx.mintRequestState(payload(keys.length)) });
      },
    });
    for (const payload of [(n: number) => ({ from: n }), () => 'the same each time']) {
      keys.length = 0;
      let journal: Journal | undefined;
      for (let n = 0; n < 5; n++) {
        const next = journalOf(await round(chunks(payload), journal));
        const sent = [...keys];
        await round(chunks(payload), journal);
        expect(keys.pop()).toBe(sent.at(-1));
        journal = sealed(next);
      }
      expect(new Set(keys).size).toBe(5);
    }
  });

  it('is the same where a question was only put again in between', async () => {
    const mint = () => 1;
    const first = sealed(journalOf(await round(pays(mint))));
    const idle = sealed(journalOf(await round(pays(mint), first)));
    const keys = [];
    for (const journal of [first, idle]) {
      const second = sealed(
        journalOf(await round(pays(mint), journal, { who: accept({ name: 'Ann' }) })),
      );
      keys.push(resultOf(await round(pays(mint), second, sure)));
    }
    expect(keys[0]).toBe(keys[1]);
  });

  it('counts a sampled message and roots by what is in them', async () => {
    const spec: ComponentSpec = {
      steps: {},
      run: (_, __, ctx) =>
        Object.keys(ctx.inputResponses).length > 0
          ? ctx.idempotencyKey
          : required({
              inputRequests: {
                text: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
                where: { method: 'roots/list' },
              },
            }),
    };
    const first = sealed(journalOf(await round(spec)));
    const text = (more: object = {}, text = 'Hi') => ({
      role: 'assistant',
      model: 'm',
      content: { type: 'text', text, ...more },
    });
    const roots = (more: object = {}) => ({ roots: [{ uri: 'file:///a', ...more }] });
    const key = async (sent: object) => resultOf(await round(spec, first, sent));
    const one = await key({ text: text(), where: roots() });
    expect(await key({ text: text({ stray: 1 }), where: roots({ stray: 1 }) })).toBe(one);
    expect(await key({ text: text({}, 'Ho'), where: roots() })).not.toBe(one);
    expect(await key({ text: text(), where: { roots: [] } })).not.toBe(one);
  });
});
