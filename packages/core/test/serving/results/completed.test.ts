import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Blueprint, ComponentKind } from '../../../src/blueprint/blueprint.js';
import { again, ask, audio, form, image } from '../../../src/index.js';
import { completedResult } from '../../../src/serving/results/completed.js';

const of = (kind: ComponentKind, more: Partial<Blueprint> = {}) =>
  ({
    kind,
    name: 'c',
    className: 'C',
    output: undefined,
    mimeType: undefined,
    ...more,
  }) as Blueprint;
const made = async (kind: ComponentKind, value: unknown, more: Partial<Blueprint> = {}) => {
  const completed = await completedResult(of(kind, more), value, 'x://uri');
  return completed.ok ? completed.result : completed.problem;
};
const text = (value: string) => ({ type: 'text', text: value });

describe('what a tool returns', () => {
  it('becomes text, content, a result as it is, or JSON', async () => {
    expect(await made('tool', 'hi')).toEqual({ content: [text('hi')] });
    expect(await made('tool', { a: 1 })).toEqual({ content: [text('{"a":1}')] });
    expect(await made('tool', 7)).toEqual({ content: [text('7')] });
    expect(await made('tool', null)).toEqual({ content: [text('null')] });
    expect(await made('tool', [])).toEqual({ content: [text('[]')] });
    const picture = image(new Uint8Array([1, 2, 3]), 'image/png');
    expect(await made('tool', picture)).toEqual({
      content: [{ type: 'image', data: 'AQID', mimeType: 'image/png' }],
    });
    const sound = audio(new Uint8Array([1]), 'audio/wav');
    const link = { type: 'resource_link', uri: 'x://y', name: 'y' };
    const embedded = { type: 'resource', resource: { uri: 'x://y', text: 'z' } };
    expect(await made('tool', [text('a'), sound, link, embedded])).toEqual({
      content: [text('a'), sound, link, embedded],
    });
    const whole = { content: [text('a')], isError: true, _meta: { 'x/y': 1 } };
    expect(await made('tool', whole)).toEqual(whole);
  });

  it('is the author’s error where it is no JSON, or would be taken for something else', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const input = { resultType: 'input_required', requestState: 'x' };
    for (const value of [1n, () => 1, Symbol('x'), input, cycle, new Map(), [undefined]])
      expect(await made('tool', value)).toBeTypeOf('string');
  });

  it.each([
    { content: ['a'], id: 1 },
    { content: [text('a')], id: 1, role: 'assistant' },
    { content: [{ ...text('a'), id: 7 }] },
    { content: [], id: 1 },
    [{ type: 'resource', id: 1 }],
    { type: 'text', text: 'a note', author: 'Ada' },
    { type: 'text' },
    [text('a'), { type: 'audio' }],
    { type: 'image', data: 'not base64!', mimeType: 'image/png' },
    { resultType: 'summary', rows: [] },
    { content: [text('a')], resultType: 'partial' },
  ])('is data where it only resembles content: %j', async (value) => {
    expect(await made('tool', value)).toEqual({ content: [text(JSON.stringify(value))] });
  });

  it('is doubted where its parts have the types of content, and stays an error that it says it is', async () => {
    const completed = async (value: unknown) => completedResult(of('tool'), value, 'x://uri');
    expect(await completed({ content: ['a'], id: 1 })).not.toHaveProperty('doubt');
    const data = [{ type: 'resource', id: 1 }];
    expect(await completed(data)).toMatchObject({ ok: true, doubt: expect.any(String) });
    const failure = { content: [{ type: 'text' }], isError: true };
    expect(await completed(failure)).toMatchObject({
      result: { content: [text(JSON.stringify(failure))], isError: true },
      doubt: expect.any(String),
    });
  });

  it('is decided by the output schema, where there is one', async () => {
    const output = async (value: unknown) => ({ ok: true as const, value });
    for (const value of [{ content: ['a'], id: 1 }, { content: [text('a')] }, text('a')])
      expect(await made('tool', value, { output })).toEqual({
        content: [text(JSON.stringify(value))],
        structuredContent: value,
      });
  });

  it('is no ask and no again, with an output schema or without', async () => {
    const output = async (value: unknown) => ({ ok: true as const, value });
    for (const more of [{}, { output }]) {
      expect(await made('tool', { kind: 'form' }, more)).toBeTypeOf('object');
      for (const asked of [ask.form('Which?', form(z.object({ id: z.string() }))), ask.nothing])
        expect(await made('tool', asked, more)).toContain('is an ask; questions are returned by');
      expect(await made('tool', again({ n: 1 }), more)).toContain('@Compute');
    }
  });

  it('is structured content and its JSON when the tool has an output schema', async () => {
    const output = async (value: unknown) =>
      typeof value === 'object' && value !== null && 'n' in value
        ? { ok: true as const, value: { n: 1 } }
        : { ok: false as const, problems: [{ field: 'n', message: 'missing' }] };
    expect(await made('tool', { n: 1 }, { output })).toEqual({
      content: [text('{"n":1}')],
      structuredContent: { n: 1 },
    });
    expect(await made('tool', { m: 1 }, { output })).toMatch(/output schema: n: missing/);
    expect(await made('tool', undefined, { output })).toBeTypeOf('string');
  });
});

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const thrower = {
  toJSON() {
    throw new Error('no JSON');
  },
};

describe('what has no JSON form', () => {
  const part = { type: 'text', text: 'a' };
  const wholes: [ComponentKind, (odd: unknown) => unknown][] = [
    ['tool', (odd) => ({ content: [part], structuredContent: { odd } })],
    ['tool', (odd) => ({ content: [part], _meta: { odd } })],
    ['tool', (odd) => ({ ...part, _meta: { odd } })],
    ['tool', (odd) => [part, { ...part, _meta: { odd } }]],
    ['prompt', (odd) => ({ messages: [], _meta: { odd } })],
    ['prompt', (odd) => ({ role: 'user', content: { ...part, _meta: { odd } } })],
    ['resource', (odd) => ({ contents: [], _meta: { odd } })],
  ];

  it('is the author’s error wherever it is, since the protocol layer could not write it', async () => {
    for (const [kind, whole] of wholes) {
      expect(await made(kind, whole(1))).toBeTypeOf('object');
      for (const odd of [1n, cyclic, thrower, new Map(), Number.NaN])
        expect(await made(kind, whole(odd))).toMatch(/\bodd\S* .*no JSON form/);
    }
  });

  it('is not read again after it was checked', async () => {
    let reads = 0;
    const meta = {
      get count() {
        return reads++;
      },
    };
    const result = await made('tool', { content: [part], _meta: meta });
    expect(result).toEqual({ content: [part], _meta: { count: 0 } });
    expect(JSON.stringify(result)).toContain('"count":0');
    expect(reads).toBe(1);
  });
});

describe('a component that returns nothing', () => {
  it.each(['tool', 'prompt', 'resource'] as const)('is the author’s error: a %s', async (kind) => {
    expect(await made(kind, 'hi')).toBeTypeOf('object');
    expect(await made(kind, undefined)).toMatch(/^returned nothing/);
    expect(await completedResult(of(kind), undefined, 'x://uri', 'declined')).toMatchObject({
      ok: false,
    });
  });
});

describe('what a prompt returns', () => {
  it('becomes messages', async () => {
    const user = { role: 'user', content: text('hi') };
    expect(await made('prompt', 'hi')).toEqual({ messages: [user] });
    expect(await made('prompt', user)).toEqual({ messages: [user] });
    expect(await made('prompt', ['hi', { role: 'assistant', content: 'yes' }])).toEqual({
      messages: [user, { role: 'assistant', content: text('yes') }],
    });
    expect(await made('prompt', { description: 'd', messages: [user] })).toEqual({
      description: 'd',
      messages: [user],
    });
    for (const value of [
      undefined,
      [],
      7,
      { role: 'system', content: 'x' },
      { messages: [{ role: 'user' }] },
      { resultType: 'input_required' },
    ])
      expect(await made('prompt', value)).toBeTypeOf('string');
  });
});

describe('what a resource returns', () => {
  it('becomes contents at the URI that was read', async () => {
    expect(await made('resource', 'hi', { mimeType: 'text/plain' })).toEqual({
      contents: [{ uri: 'x://uri', mimeType: 'text/plain', text: 'hi' }],
    });
    expect(await made('resource', Buffer.from([255]))).toEqual({
      contents: [{ uri: 'x://uri', blob: '/w==' }],
    });
    const whole = { contents: [{ uri: 'x://other', text: '' }] };
    expect(await made('resource', whole)).toEqual(whole);
    for (const value of [undefined, 7, { a: 1 }, { contents: [{ text: 'no uri' }] }])
      expect(await made('resource', value)).toBeTypeOf('string');
  });
});

describe('image and audio', () => {
  it('refuse what is no bytes or has no type', () => {
    expect(() => image('AQID' as never, 'image/png')).toThrow(TypeError);
    expect(() => audio(new Uint8Array(), '')).toThrow(TypeError);
  });
});
