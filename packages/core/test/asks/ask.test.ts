import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { again, isAgain } from '../../src/asks/again.js';
import { ask } from '../../src/asks/ask.js';
import { type Ask, type Question, questionsOf } from '../../src/asks/question.js';
import { classify } from '../../src/asks/responses.js';
import type { SampleParams } from '../../src/asks/sample-params.js';
import { ConfigError } from '../../src/errors.js';
import type { Json } from '../../src/json.js';
import { form } from '../../src/schema/form.js';
import { compileJsonSchema, noCompiler } from '../support/compile-json-schema.js';

const Confirm = z.object({ confirm: z.boolean() });

function one(value: Ask<unknown>): Question {
  const questions = questionsOf(value);
  if (questions === undefined || !('one' in questions)) throw new Error('no single ask');
  return questions.one;
}
const refused = expect.objectContaining({ name: 'ConfigError', code: 'invalid_ask' });

describe('ask.form', () => {
  it('is an elicitation in form mode', () => {
    const question = one(ask.form('Deploy?', form(Confirm)));
    expect(question.wire).toEqual({
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Deploy?',
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean' } },
          required: ['confirm'],
        },
      },
    });
    expect(question).toMatchObject({
      kind: 'form',
      optional: false,
      needs: { elicitation: { form: {} } },
    });
    expect(one(ask.form('Deploy?', Confirm, { optional: true })).optional).toBe(true);
  });

  it('converts a plain schema once', () => {
    const schemaOf = (value: Ask<unknown>) => one(value).wire.params.requestedSchema;
    expect(schemaOf(ask.form('A?', Confirm))).toBe(schemaOf(ask.form('B?', Confirm)));
    const raw = { type: 'object', properties: { a: { type: 'string' } } };
    expect(schemaOf(ask.form('A?', raw))).toBe(schemaOf(ask.form('B?', raw)));
  });

  it('reads by its own schema, zod or raw', async () => {
    expect(await one(ask.form('Deploy?', Confirm)).read({ confirm: true }, noCompiler)).toEqual({
      ok: true,
      value: { confirm: true },
    });
    expect(await one(ask.form('Deploy?', Confirm)).read({}, noCompiler)).toMatchObject({
      ok: false,
      field: 'confirm',
    });
    const raw = ask.form('Deploy?', { type: 'object', properties: { a: { type: 'string' } } });
    expect(await one(raw).read({ a: 'x' }, compileJsonSchema)).toEqual({
      ok: true,
      value: { a: 'x' },
    });
  });

  it('has a digest of kind, message, schema and optional (R2)', () => {
    const digest = (value: Ask<unknown>) => one(value).digest;
    const same = digest(ask.form('Deploy?', Confirm));
    expect(digest(ask.form('Deploy?', form(z.object({ confirm: z.boolean() }))))).toBe(same);
    const others = [
      ask.form('Deploy!', Confirm),
      ask.form('Deploy?', Confirm, { optional: true }),
      ask.form('Deploy?', z.object({ confirm: z.boolean().describe('x') })),
      ask.url('Deploy?', 'https://example.com'),
    ].map(digest);
    expect(new Set([same, ...others]).size).toBe(others.length + 1);
  });

  it('refuses an empty message and a schema that is no form', () => {
    expect(() => ask.form('', Confirm)).toThrow(refused);
    expect(() => ask.form('x', z.object({ a: z.array(z.string()) }))).toThrow(
      expect.objectContaining({ code: 'invalid_schema' }),
    );
    // @ts-expect-error not a schema
    expect(() => ask.form('x', undefined)).toThrow(ConfigError);
  });
});

describe('ask.url', () => {
  it('is an elicitation in URL mode, without an id', async () => {
    const question = one(ask.url('Sign in', 'https://example.com/start?step=1'));
    expect(question.wire).toEqual({
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Sign in', url: 'https://example.com/start?step=1' },
    });
    expect(question).toMatchObject({ kind: 'url', needs: { elicitation: { url: {} } } });
    expect(await question.read({}, noCompiler)).toEqual({ ok: true, value: true });
  });

  it.each([
    'https://example.com/',
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://127.9.9.9/',
    'http://[::1]:80/',
    'http://app.localhost/',
  ])('takes %s', (url) => {
    expect(one(ask.url('Go', url)).wire.params.url).toBe(new URL(url).href);
  });

  it.each([
    'http://example.com/SECRET',
    'http://127.0.0.1.example.com/SECRET',
    'http://localhost.example.com/SECRET',
    'http://10.0.0.1/SECRET',
    'javascript:alert("SECRET")',
    'data:text/html,SECRET',
    'file:///SECRET',
    '/SECRET',
    'example.com/SECRET',
    'SECRET',
    '',
    'https://',
    'https://SECRET:99999/',
    'https://user:SECRET@example.com/',
    'https://SECRET@example.com/',
    undefined as unknown as string,
  ])('refuses %s without repeating it', (url) => {
    expect(() => ask.url('Go', url)).toThrow(refused);
    expect(() => ask.url('Go', url)).not.toThrow(/SECRET/);
  });
});

describe('ask.sample', () => {
  const text = (role: 'user' | 'assistant', said: string) => ({
    role,
    content: { type: 'text' as const, text: said },
  });
  const use = (...ids: string[]) => ({
    role: 'assistant' as const,
    content: ids.map((id) => ({ type: 'tool_use' as const, id, name: 't', input: {} })),
  });
  const result = (...ids: string[]) => ({
    role: 'user' as const,
    content: ids.map((toolUseId) => ({ type: 'tool_result' as const, toolUseId, content: [] })),
  });
  const sample = (messages: SampleParams['messages'], more: Partial<SampleParams> = {}) =>
    one(ask.sample({ messages, maxTokens: 100, ...more }));

  it('is a createMessage request; a string is a message of the user', () => {
    const question = sample(['Capital of France?', undefined, text('assistant', 'Paris')], {
      systemPrompt: 'Be brief',
      temperature: 0.1,
      includeContext: 'none',
    });
    expect(question.wire).toEqual({
      method: 'sampling/createMessage',
      params: {
        messages: [text('user', 'Capital of France?'), text('assistant', 'Paris')],
        maxTokens: 100,
        systemPrompt: 'Be brief',
        temperature: 0.1,
      },
    });
    expect(question).toMatchObject({ kind: 'sample', needs: { sampling: {} } });
  });

  it('needs sampling.tools for tools and for toolChoice', () => {
    expect(
      sample(['x'], { tools: [{ name: 't', inputSchema: { type: 'object' } }] }).needs,
    ).toEqual({ sampling: { tools: {} } });
    expect(sample(['x'], { toolChoice: { mode: 'none' } }).needs).toEqual({
      sampling: { tools: {} },
    });
  });

  it('asks for no capability over includeContext, which is left out where it is not declared', () => {
    expect(sample(['x'], { includeContext: 'thisServer' })).toMatchObject({
      needs: { sampling: {} },
      wire: { params: { includeContext: 'thisServer' } },
    });
  });

  it.each([
    [['x', use('1', '2'), result('2', '1'), text('assistant', 'done')]],
    [['x', use('1'), result('1'), use('2'), result('2')]],
    [
      [
        'x',
        {
          role: 'assistant' as const,
          content: [{ type: 'text' as const, text: 'hm' }, ...use('1').content],
        },
        result('1'),
      ],
    ],
  ])('sends tool uses with their results: %#', (messages) => {
    expect(sample(messages).wire.params.messages).toHaveLength(messages.length);
  });

  it.each<[string, SampleParams['messages']]>([
    ['a tool use without a result', ['x', use('1')]],
    ['a result that is missing', ['x', use('1', '2'), result('1')]],
    ['a result for another use', ['x', use('1'), result('2')]],
    ['a result given twice', ['x', use('1'), result('1', '1')]],
    ['a result of nothing', ['x', result('1')]],
    ['another message in between', ['x', use('1'), 'wait', result('1')]],
    [
      'results mixed with text',
      [
        'x',
        use('1'),
        { role: 'user', content: [...result('1').content, { type: 'text', text: 'here' }] },
      ],
    ],
    ['results by the assistant', ['x', use('1'), { ...result('1'), role: 'assistant' }]],
    ['a tool use by the user', ['x', { ...use('1'), role: 'user' }, result('1')]],
    ['one id used twice', ['x', use('1', '1'), result('1')]],
  ])('refuses %s when the ask is built', (_, messages) => {
    expect(() => sample(['x', use('1'), result('1')])).not.toThrow();
    expect(() => sample(messages)).toThrow(refused);
  });

  it.each<[string, unknown]>([
    ['no parameters', undefined],
    ['no messages', { maxTokens: 1 }],
    ['an empty list', { messages: [], maxTokens: 1 }],
    ['only absent messages', { messages: [undefined], maxTokens: 1 }],
    [
      'another role',
      { messages: [{ role: 'system', content: { type: 'text', text: 'x' } }], maxTokens: 1 },
    ],
    ['bare content', { messages: [{ role: 'user', content: 'x' }], maxTokens: 1 }],
    ['null', { messages: [null], maxTokens: 1 }],
    ['no bound', { messages: ['x'] }],
    ['a bound of nothing', { messages: ['x'], maxTokens: 0 }],
  ])('refuses %s', (_, params) => {
    expect(() => ask.sample({ messages: ['x'], maxTokens: 1 })).not.toThrow();
    expect(() => ask.sample(params as SampleParams)).toThrow(refused);
  });

  it('reads one block and several alike, as copies', async () => {
    const read = async (raw: unknown) => {
      const accepted = classify('sample', raw);
      if (accepted.kind !== 'accept') throw new Error('misfit');
      return {
        content: accepted.content,
        reading: await sample(['x']).read(accepted.content, noCompiler),
      };
    };
    const block = { type: 'text', text: 'Par' };
    const image = { type: 'image', data: 'aa', mimeType: 'image/png' };
    expect(
      (await read({ role: 'assistant', content: block, model: 'm', stopReason: 'maxTokens' }))
        .reading,
    ).toEqual({
      ok: true,
      value: { text: 'Par', content: [block], model: 'm', stopReason: 'maxTokens' },
    });
    const { content, reading } = await read({
      role: 'assistant',
      content: [block, image, { type: 'text', text: 'is' }],
    });
    expect(reading).toEqual({
      ok: true,
      value: { text: 'Paris', content: [block, image, { type: 'text', text: 'is' }], model: '' },
    });
    expect((reading as { value: { content: unknown[] } }).value.content[0]).not.toBe(
      ((content as { content: Json }).content as Json[])[0],
    );
  });
});

describe('ask.roots', () => {
  it('is a roots/list request and reads the roots', async () => {
    const question = one(ask.roots());
    expect(question).toMatchObject({
      kind: 'roots',
      needs: { roots: {} },
      wire: { method: 'roots/list', params: {} },
    });
    expect(await question.read({ roots: [{ uri: 'file:///a' }] }, noCompiler)).toEqual({
      ok: true,
      value: [{ uri: 'file:///a' }],
    });
    expect(one(ask.roots({ optional: true })).digest).not.toBe(question.digest);
  });
});

describe('ask.all', () => {
  it('keeps its members in order, and may have none', () => {
    const questions = questionsOf(
      ask.all({
        b: ask.form('B?', Confirm),
        'a.log': ask.roots(),
        c: ask.url('C', 'https://example.com'),
      }),
    );
    if (questions === undefined || !('all' in questions)) throw new Error('no members');
    expect([...questions.all].map(([name, { kind }]) => [name, kind])).toEqual([
      ['b', 'form'],
      ['a.log', 'roots'],
      ['c', 'url'],
    ]);
    expect(questionsOf(ask.all({}))).toEqual({ all: new Map() });
  });

  it.each<[string, unknown]>([
    ['no record', undefined],
    ['a list', [ask.roots()]],
    ['an empty name', { '': ask.roots() }],
    ['a member that is no ask', { a: { kind: 'form' } }],
    ['a skipped member', { a: undefined }],
    ['an ask.all in an ask.all', { a: ask.all({ b: ask.roots() }) }],
    [
      'more asks than a request may answer',
      Object.fromEntries(Array.from({ length: 257 }, (_, at) => [`a${at}`, ask.roots()])),
    ],
  ])('refuses %s', (_, asks) => {
    expect(() => ask.all({ a: ask.roots() })).not.toThrow();
    expect(() => ask.all(asks as Record<string, Ask<unknown>>)).toThrow(refused);
  });
});

describe('again', () => {
  it('carries a value to the next round', () => {
    expect({ ...again({ at: 3 }, { afterMs: 500 }) }).toEqual({
      again: true,
      carry: { at: 3 },
      afterMs: 500,
    });
    expect({ ...again(1) }).toEqual({ again: true, carry: 1 });
  });

  it('is told from JSON that looks like it', () => {
    expect(isAgain(again(1))).toBe(true);
    for (const value of [{ again: true, carry: 1 }, null, undefined, 'again', 1])
      expect(isAgain(value)).toBe(false);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number])(
    'refuses to wait %s ms',
    (afterMs) => {
      expect(() => again(1, { afterMs })).toThrow(RangeError);
    },
  );
});
