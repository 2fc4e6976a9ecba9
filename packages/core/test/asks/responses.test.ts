import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify, REJECTED, responsesOf } from '../../src/asks/responses.js';
import type { AskKind } from '../../src/events.js';

const KINDS: readonly AskKind[] = ['form', 'url', 'sample', 'roots'];
const TEXT = { type: 'text', text: 'Paris' };

describe('responsesOf', () => {
  it.each([undefined, null, [], [{ a: 1 }], 'x', 7, true])('finds no answers in %j (R8)', (raw) => {
    expect(responsesOf({ a: 1 }).size).toBe(1);
    expect(responsesOf(raw).size).toBe(0);
  });

  it('keeps own entries only, whatever their names (R8)', () => {
    const raw = Object.assign(
      Object.create({ inherited: { action: 'accept' } }),
      JSON.parse('{"confirm":1,"__proto__":2,"constructor":3,"undefined":4}'),
    );
    expect([...responsesOf(JSON.parse('{"confirm":1,"__proto__":2}'))]).toEqual([
      ['confirm', 1],
      ['__proto__', 2],
    ]);
    expect(responsesOf(raw).has('inherited')).toBe(false);
  });
});

describe('classify', () => {
  it('takes a rejection that the bridge reports for a decline, and nothing that was received for one', () => {
    expect(classify('sample', REJECTED)).toEqual({ kind: 'decline' });
    expect(classify('sample', structuredClone(REJECTED))).toMatchObject({ kind: 'misfit' });
  });

  it('takes an accepted form with its content', () => {
    expect(classify('form', { action: 'accept', content: { ok: true }, _meta: {} })).toEqual({
      kind: 'accept',
      content: { ok: true },
    });
  });

  it.each([{}, { content: null }, { content: undefined }])(
    'takes an accepted form with %j as one whose fields were all left out (C28)',
    (sent) => {
      expect(classify('form', { action: 'accept', ...sent })).toEqual({
        kind: 'accept',
        content: {},
      });
    },
  );

  it('takes an accepted URL as consent, without content', () => {
    expect(classify('url', { action: 'accept' })).toEqual({ kind: 'accept', content: {} });
    expect(classify('url', { action: 'accept', content: { token: 'SECRET' } })).toEqual({
      kind: 'accept',
      content: {},
    });
  });

  it.each(['decline', 'cancel'] as const)('drops whatever comes along with %s (R6)', (action) => {
    expect(classify('form', { action: 'accept', content: { confirm: true } })).toMatchObject({
      content: { confirm: true },
    });
    expect(classify('form', { action, content: { confirm: true } })).toEqual({ kind: action });
    expect(classify('url', { action, content: [1] })).toEqual({ kind: action });
  });

  it.each([
    'reject',
    'Accept',
    'ACCEPT',
    'approve',
    'accept ',
    '',
    null,
    true,
    ['accept'],
    undefined,
  ])('takes the action %j for a misfit, never for a yes (R6)', (action) => {
    expect(classify('form', { action: 'accept', content: { confirm: true } }).kind).toBe('accept');
    expect(classify('form', { action, content: { confirm: true } })).toMatchObject({
      kind: 'misfit',
      field: 'action',
    });
  });

  it('passes on a word that could be logged, and no text that could be an answer', () => {
    expect(classify('form', { action: 'reject' })).toMatchObject({ action: 'reject' });
    expect(classify('form', { action: 'my secret is 42' })).not.toHaveProperty('action');
    expect(classify('form', { action: 'x'.repeat(21) })).not.toHaveProperty('action');
  });

  it.each([
    12345,
    null,
    'x',
    [],
    true,
    { content: { ok: true } },
    { action: 'accept', content: [1] },
    { action: 'accept', content: 'x' },
  ])('takes %j under a form for a misfit (R5)', (raw) => {
    expect(classify('form', raw)).toMatchObject({ kind: 'misfit' });
  });

  it('reads no inherited member', () => {
    expect(
      classify('form', Object.create({ action: 'accept', content: { confirm: true } })),
    ).toMatchObject({ kind: 'misfit' });
    expect(classify('form', JSON.parse('{"__proto__":{"action":"accept"}}'))).toMatchObject({
      kind: 'misfit',
    });
  });

  it.each([
    TEXT,
    [TEXT],
    [TEXT, { type: 'image', data: 'aa', mimeType: 'image/png' }],
    [{ type: 'tool_use', id: '1', name: 'x', input: {} }],
    [],
  ])('takes sampled content %j', (content) => {
    const answer = { role: 'assistant', content, model: 'm', stopReason: 'toolUse' };
    expect(classify('sample', { ...answer, _meta: { a: 1 }, stray: 2 })).toEqual({
      kind: 'accept',
      content: answer,
    });
    expect(classify('sample', { role: 'assistant', content })).toEqual({
      kind: 'accept',
      content: { role: 'assistant', content },
    });
  });

  it.each<[string, unknown]>([
    ['an elicitation answer', { action: 'accept', content: { type: 'text', text: 'x' } }],
    ['a declined elicitation', { action: 'decline' }],
    ['no content', { role: 'assistant', model: 'm' }],
    ['empty content', { role: 'assistant', content: {}, model: 'm' }],
    ['bare text', { role: 'assistant', content: 'Paris', model: 'm' }],
    ['a block of an unknown type', { role: 'assistant', content: [TEXT, { type: 'video' }] }],
    ['an inherited block type', { role: 'assistant', content: { type: 'constructor' } }],
    [
      'an image without data',
      { role: 'assistant', content: { type: 'image', mimeType: 'image/png' } },
    ],
    [
      'a tool use without input',
      { role: 'assistant', content: { type: 'tool_use', id: '1', name: 'x' } },
    ],
    [
      'a tool result without content',
      { role: 'user', content: { type: 'tool_result', toolUseId: '1' } },
    ],
    ['another role', { role: 'system', content: TEXT }],
    ['a model that is no text', { role: 'assistant', content: TEXT, model: 1 }],
    ['a stop reason that is no text', { role: 'assistant', content: TEXT, stopReason: {} }],
  ])('takes %s under a sample for a misfit', (_, raw) => {
    expect(classify('sample', raw)).toMatchObject({ kind: 'misfit' });
  });

  it('takes roots with file URIs, and only what a root has', () => {
    const roots = [{ uri: 'file:///work', name: 'Work' }, { uri: 'file:///other' }];
    expect(classify('roots', { roots: [{ ...roots[0], _meta: {} }, roots[1]] })).toEqual({
      kind: 'accept',
      content: { roots },
    });
    expect(classify('roots', { roots: [] })).toEqual({ kind: 'accept', content: { roots: [] } });
  });

  it.each([
    null,
    'file:///a',
    {},
    { uri: 'https://x/' },
    { uri: 'https://x/?file:///a' },
    { uri: ' file:///a' },
    { uri: 'file:a' },
    { uri: 'file' },
    { uri: 7 },
    { uri: ['file:///a'] },
    Object.create({ uri: 'file:///a' }),
  ])('leaves the root %j out and takes the others (C29)', (root) => {
    const roots = [{ uri: 'file:///a' }, root, { uri: 'file:///b', name: 'B' }];
    expect(classify('roots', { roots })).toEqual({
      kind: 'accept',
      content: { roots: [roots[0], roots[2]] },
      dropped: 1,
    });
    expect(classify('roots', { roots: [root] })).toMatchObject({ content: { roots: [] } });
  });

  it.each([
    ['FILE:///ok', 'file:///ok'],
    ['File://host/ok', 'file://host/ok'],
    ['file:/ok', 'file:///ok'],
    ['file:///Not/Folded', 'file:///Not/Folded'],
  ])('takes the root %s, whose scheme has no case, as %s (C29)', (uri, taken) => {
    expect(classify('roots', { roots: [{ uri, name: null }] })).toEqual({
      kind: 'accept',
      content: { roots: [{ uri: taken }] },
    });
  });

  it('takes null for absent where a member may be absent (C28)', () => {
    const sampled = { role: 'assistant', content: TEXT, model: null, stopReason: null };
    expect(classify('sample', sampled)).toEqual({
      kind: 'accept',
      content: { role: 'assistant', content: TEXT },
    });
  });

  it.each([{ roots: 'x' }, {}, [], { roots: null }, { action: 'accept' }])(
    'takes %j under roots for a misfit',
    (raw) => {
      expect(classify('roots', raw)).toMatchObject({ kind: 'misfit' });
    },
  );

  it('never throws, never repeats what was sent, and never says yes without an own accept', () => {
    const members = fc.constantFrom(
      'action',
      'content',
      'role',
      'model',
      'roots',
      'uri',
      'type',
      '__proto__',
      'other',
    );
    const words = fc.constantFrom(
      'accept',
      'decline',
      'cancel',
      'assistant',
      'text',
      'file:///a',
      'SECRET-7',
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        words,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(members, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), tree, (kind, raw) => {
        const answer = classify(kind, raw);
        expect(['accept', 'decline', 'cancel', 'misfit']).toContain(answer.kind);
        if (answer.kind === 'misfit') expect(answer.problem).not.toContain('SECRET');
        if (answer.kind === 'accept' && (kind === 'form' || kind === 'url'))
          expect(
            Object.hasOwn(raw as object, 'action') && (raw as { action: unknown }).action,
          ).toBe('accept');
        responsesOf(raw);
      }),
      { numRuns: 2000 },
    );
  });
});
