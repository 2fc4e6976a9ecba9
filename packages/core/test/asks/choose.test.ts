import { describe, expect, it } from 'vitest';
import { ask } from '../../src/asks/ask.js';
import { type Ask, type Question, questionsOf } from '../../src/asks/question.js';
import type { Json, JsonObject } from '../../src/json.js';
import { compileJsonSchema } from '../../src/serving/calls/json-schema.js';
import { noCompiler } from '../support/compile-json-schema.js';
import { accept, type ComponentSpec, journalOf, resultOf, round } from '../support/rounds.js';

const one = (value: Ask<unknown>): Question => {
  const questions = questionsOf(value);
  if (questions === undefined || !('one' in questions)) throw new Error('no single ask');
  return questions.one;
};
const schemaOf = (value: Ask<unknown>) => one(value).wire.params.requestedSchema as JsonObject;
const read = async (value: Ask<unknown>, content: Json) => one(value).read(content, noCompiler);
const refused = (cure: RegExp) =>
  expect.objectContaining({ code: 'invalid_ask', message: expect.stringMatching(cure) });

const BRANCHES = [
  { value: 'main', title: 'The main line' },
  { value: 'next', title: 'What comes next' },
] as const;

describe('ask.choose', () => {
  it('is one question with titles made from data, in their order', () => {
    const question = one(ask.choose('Which branch?', BRANCHES));
    expect(question.wire).toEqual({
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Which branch?',
        requestedSchema: {
          type: 'object',
          properties: {
            choice: {
              type: 'string',
              title: 'Choice',
              oneOf: [
                { const: 'main', title: 'The main line' },
                { const: 'next', title: 'What comes next' },
              ],
            },
          },
          required: ['choice'],
        },
      },
    });
    expect(question).toMatchObject({ kind: 'form', needs: { elicitation: { form: {} } } });
  });

  it('takes a record of titles, or values that are their own titles', () => {
    const titled = schemaOf(ask.choose('Which?', { main: 'The main line', next: 'Soon' }));
    expect(titled).toMatchObject({
      properties: { choice: { oneOf: [{ const: 'main' }, { const: 'next', title: 'Soon' }] } },
    });
    expect(schemaOf(ask.choose('Which?', ['b', 'a']))).toMatchObject({
      properties: { choice: { type: 'string', enum: ['b', 'a'] } },
    });
  });

  it('answers with the value that was chosen', async () => {
    const asked = ask.choose('Which branch?', BRANCHES);
    expect(await read(asked, { choice: 'next', stray: 1 })).toEqual({ ok: true, value: 'next' });
    const wrong: readonly Json[] = [{}, null, 'next', { choice: 'What comes next' }];
    const odd: readonly Json[] = ['', 'dev', null, 5, ['next'], '__proto__'];
    for (const content of [...wrong, ...odd.map((choice) => ({ choice }))])
      expect(await read(asked, content), JSON.stringify(content)).toMatchObject({
        ok: false,
        field: 'choice',
      });
  });

  it('answers with several, each once, as many as may be', async () => {
    const asked = ask.choose('Which?', ['a', 'b', 'c'], { many: true, max: 2 });
    expect(schemaOf(asked)).toMatchObject({
      properties: {
        choices: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          items: { type: 'string', enum: ['a', 'b', 'c'] },
        },
      },
      required: ['choices'],
    });
    expect(await read(asked, { choices: ['c', 'a'] })).toEqual({ ok: true, value: ['c', 'a'] });
    for (const choices of [[], ['a', 'a'], ['a', 'b', 'c'], ['d'], 'a', [['a']], null])
      expect(await read(asked, { choices }), JSON.stringify(choices)).toMatchObject({ ok: false });
    const none = ask.choose('Which?', ['a'], { many: true, min: 0 });
    expect(await read(none, { choices: [] })).toEqual({ ok: true, value: [] });
    expect(await read(none, {})).toMatchObject({ ok: false });
  });

  it('takes just what its listed schema takes', async () => {
    const asks = [
      ask.choose('Which?', BRANCHES),
      ask.choose('Which?', BRANCHES, { many: true }),
      ask.choose('Which?', ['main', 'next', 'old'], { many: true, min: 2, max: 2 }),
    ];
    const items = ['main', 'next', 'old', '', 5, null];
    const lists = items.flatMap((a) => [[a], ...items.map((b) => [a, b])]);
    for (const asked of asks) {
      const field = Object.keys(schemaOf(asked).properties as object)[0] as string;
      for (const given of [...items, [], ...lists]) {
        if (Array.isArray(given) && new Set(given).size !== given.length) continue;
        const content = { [field]: given } as Json;
        const listed = compileJsonSchema(schemaOf(asked))(content).ok;
        expect((await read(asked, content)).ok, JSON.stringify(content)).toBe(listed);
      }
    }
  });

  it('is another question when the data are others', () => {
    const digests = [
      ask.choose('Which?', ['a', 'b']),
      ask.choose('Which?', ['b', 'a']),
      ask.choose('Which?', { a: 'A', b: 'B' }),
      ask.choose('Which?', ['a', 'b'], { many: true }),
      ask.choose('Which?', ['a', 'b'], { many: true, min: 0 }),
      ask.choose('Which?', ['a', 'b'], { optional: true }),
    ].map((asked) => one(asked).digest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(one(ask.choose('Which?', ['a', 'b'])).digest).toBe(digests[0]);
  });

  it('refuses what nobody could choose from', () => {
    const choosing = (from: unknown, options?: object) => () =>
      ask.choose('Which?', from as readonly string[], options as never);
    expect(choosing(['a'])).not.toThrow();
    for (const none of [[], {}]) expect(choosing(none)).toThrow(refused(/ask\.nothing/));
    expect(choosing(['SECRET', 'b', 'SECRET'])).toThrow(refused(/choices 1 and 3.*value/));
    const twice = [
      ['Ann', 'Ann'],
      ['Ann  Lee', ' Ann Lee'],
      ['Ann', 'A\u200Bnn'],
      ['Ann\u00A0Lee', 'Ann Lee'],
      ['Ame\u0301lie', 'Amélie'],
    ];
    for (const [a, b] of twice) {
      expect(choosing({ a, b }), `${a}/${b}`).toThrow(refused(/choices 1 and 2.*title/));
    }
    expect(choosing({ a: 'Ann', b: 'ann' })).not.toThrow();
    for (const blank of ['', ' ', '\u200B'])
      expect(choosing({ a: 'A', b: blank })).toThrow(refused(/title of choice 2 shows nothing/));
    for (const odd of [5, null, undefined, true, ['a']])
      expect(choosing(['a', odd])).toThrow(refused(/choice 2 .*no string/));
    expect(choosing([{ value: 1, title: 'One' }])).toThrow(refused(/choice 1 .*no string/));
    for (const odd of ['ab', null, undefined, new Map([['a', 'A']]), new Set(['a'])])
      expect(choosing(odd)).toThrow(refused(/no list and no record/));
    expect(choosing(Promise.resolve(['a']))).toThrow(refused(/no list and no record/));
    expect(choosing(['a', 'b'])).not.toThrow(/SECRET/);
  });

  it('refuses a title into which a value slipped', () => {
    const slipped = `Row ${{}}`;
    for (const from of [{ a: slipped }, [slipped], [{ value: 'a', title: slipped }]])
      expect(() => ask.choose('Which?', from as readonly string[])).toThrow(refused(/ask\.text/));
    const meant = [{ value: 'a', title: ask.text`Row ${'null'}` }];
    expect(schemaOf(ask.choose('Which?', meant))).toMatchObject({
      properties: { choice: { oneOf: [{ title: 'Row null' }] } },
    });
  });

  it('refuses bounds that no answer fits, and options that mean nothing', () => {
    const choosing = (options: object) => () => ask.choose('Which?', ['a', 'b'], options as never);
    expect(choosing({ many: true, min: 2, max: 9 })).not.toThrow();
    for (const bounds of [{ min: 3 }, { min: 2, max: 1 }, { max: 0 }, { min: 0, max: 0 }])
      expect(choosing({ many: true, ...bounds })).toThrow(refused(/fit no answer/));
    for (const odd of [{ min: -1 }, { max: 1.5 }, { min: '1' }, { max: Number.NaN }])
      expect(choosing({ many: true, ...odd })).toThrow(refused(/whole numbers/));
    for (const odd of [{ min: 1 }, { max: 1 }, { many: false, max: 1 }])
      expect(choosing(odd)).toThrow(refused(/many: true/));
    expect(choosing({ many: null })).toThrow(refused(/null/));
    expect(choosing({ many: 'yes' })).toThrow(refused(/many/));
    expect(choosing({ multiple: true })).toThrow(refused(/"multiple"/));
  });

  it('settles in a flow, and compiles no schema there', async () => {
    const compiled: unknown[] = [];
    const spec: ComponentSpec = {
      steps: {
        branch: { is: () => ask.choose('Which?', BRANCHES) },
        files: { is: (_, { branch }) => ask.choose(`${branch}?`, ['a', 'b'], { many: true }) },
      },
    };
    const options = {
      compileJsonSchema: (schema: unknown) => {
        compiled.push(schema);
        return () => ({ ok: true }) as const;
      },
    };
    const first = journalOf(await round(spec, undefined, undefined, options));
    const answered = { branch: { action: 'accept', content: { choice: 'main' } } };
    const second = journalOf(await round(spec, first, answered, options));
    const odd = journalOf(await round(spec, second, { files: accept('x') }, options));
    const files = { files: { action: 'accept', content: { choices: ['b'] } } };
    const done = await round(spec, odd, files, options);
    expect(resultOf(done)).toEqual({ branch: 'main', files: ['b'] });
    expect(compiled).toEqual([]);
  });
});
