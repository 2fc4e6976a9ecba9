import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from '../../src/asks/ask.js';
import { type Ask, type Question, questionsOf } from '../../src/asks/question.js';
import { choices } from '../../src/schema/choices.js';
import { form } from '../../src/schema/form.js';

const Keep = form(z.object({ keep: z.boolean() }));
const one = (value: Ask<unknown>): Question => {
  const questions = questionsOf(value);
  if (questions === undefined || !('one' in questions)) throw new Error('no single ask');
  return questions.one;
};
const paramsOf = (value: Ask<unknown>) => one(value).wire.params;
const refused = (cure = /ask\.text/) =>
  expect.objectContaining({
    name: 'ConfigError',
    code: 'invalid_ask',
    message: expect.stringMatching(cure),
  });

/** What a value looks like that nobody awaited, or of which no field was named. */
const SLIPS: readonly (readonly [string, unknown])[] = [
  ['a promise', Promise.resolve(3)],
  ['an object', { id: 1 }],
  ['a list of objects', [{ id: 1 }]],
  ['a map', new Map()],
  ['nothing', undefined],
  ['null', null],
  ['no number', Number.NaN],
  ['no date', new Date('x')],
];

describe('a text with a value in it that is none', () => {
  const places: readonly (readonly [string, (text: string) => Ask<unknown>])[] = [
    ['the message of a form', (text) => ask.form(text, Keep)],
    ['the message of a page', (text) => ask.url(text, 'https://example.com/')],
    ['a message to the model', (text) => ask.sample({ messages: [text], maxTokens: 9 })],
    [
      'a block of a message to the model',
      (text) =>
        ask.sample({
          messages: [{ role: 'user', content: [{ type: 'text', text }] }],
          maxTokens: 9,
        }),
    ],
    [
      'a system prompt',
      (text) => ask.sample({ messages: ['Go on'], systemPrompt: text, maxTokens: 9 }),
    ],
    ['a member of ask.all', (text) => ask.all({ one: ask.form(text, Keep) })],
  ];

  it.each(places)('is refused in %s', (_, asking) => {
    expect(() => asking('Delete 3 rows?')).not.toThrow();
    for (const [what, value] of SLIPS)
      expect(() => asking(`Delete ${value} rows?`), what).toThrow(refused(/[Aa]wait it/));
  });

  it('is refused in the title of a choice, and in what a form says of a field', () => {
    expect(() => choices({ a: `Row ${{}}` })).toThrow(/ask\.text/);
    expect(() => choices({ a: `Row ${undefined}` })).toThrow(/ask\.text/);
    const titled = (title: string) => () => form(z.object({ keep: z.boolean().meta({ title }) }));
    expect(titled('Keep it')).not.toThrow();
    expect(titled(`Keep ${Promise.resolve()}`)).toThrow(/"keep".*title/);
    expect(titled(`${undefined}`)).toThrow(/"keep".*title/);
    const raw = { type: 'string', oneOf: [{ const: 'a', title: `Row ${{}}` }] };
    expect(() => form({ type: 'object', properties: { row: raw } })).toThrow(/"row".*title/);
  });

  it('is refused at each place of a URL, however it is written', () => {
    const at = (url: string) => () => ask.url('Pay', url);
    expect(at('https://pay.example/orders/42?of=ann#top')).not.toThrow();
    expect(at('https://pay.example/nullable/undefinedness?of=NaNa')).not.toThrow();
    for (const [what, value] of SLIPS) {
      const encoded = encodeURIComponent(`${value}`);
      for (const url of [
        `https://pay.example/orders/${value}`,
        `https://pay.example/orders/${encoded}/pay`,
        `https://pay.example/orders/order-${encoded}`,
        `https://pay.example/?of=${encoded}`,
        `https://pay.example/?${new URLSearchParams({ of: `${value}` })}`,
        `https://pay.example/#${encoded}`,
        new URL(`https://pay.example/${value}`).href,
      ])
        expect(at(url), `${what}: ${url}`).toThrow(refused(/the URL holds/));
    }
    expect(at(`https://${undefined}.pay.example/`)).toThrow(refused());
  });

  it('says no more of it than what slipped in', () => {
    expect(() => ask.form(`SECRET ${{}} SECRET`, Keep)).not.toThrow(/SECRET/);
    expect(() => ask.url('Pay', `https://pay.example/SECRET/${undefined}`)).not.toThrow(/SECRET/);
  });

  it('is none where the word is part of another, or the data of a model', () => {
    for (const fine of ['nullable', 'Nullam', 'undefinedness', 'énull', 'null_id', 'object Object'])
      expect(() => ask.form(`Delete ${fine}?`, Keep), fine).not.toThrow();
    const written = { role: 'assistant', content: { type: 'text', text: 'x is null' } } as const;
    expect(() => ask.sample({ messages: ['Go', written, 'On'], maxTokens: 9 })).not.toThrow();
  });
});

describe('ask.text', () => {
  it('is taken as it is wherever people or the model read a text', () => {
    const name = 'null';
    const text = ask.text`Delete ${name}, ${3} of ${4n}, ${true}?`;
    expect(String(text)).toBe('Delete null, 3 of 4, true?');
    expect(paramsOf(ask.form(text, Keep)).message).toBe('Delete null, 3 of 4, true?');
    const page = paramsOf(ask.url(text, ask.text`https://x.example/${'undefined'}`));
    expect(page).toMatchObject({ message: `${text}`, url: 'https://x.example/undefined' });
    const block = { type: 'text', text } as const;
    const { messages, systemPrompt } = paramsOf(
      ask.sample({
        messages: [text, { role: 'user', content: block }, { role: 'user', content: [block] }],
        systemPrompt: text,
        maxTokens: 9,
      }),
    );
    expect(JSON.stringify({ messages, systemPrompt }).match(/Delete null, 3/g)).toHaveLength(4);
    const Row = form(z.object({ row: choices({ a: ask.text`null` }) }));
    expect(JSON.stringify(Row.requestedSchema)).toContain('"title":"null"');
  });

  it('makes the same question as the same words written plainly', () => {
    const plain = one(ask.form('Delete 3?', Keep));
    expect(one(ask.form(ask.text`Delete ${3}?`, Keep)).digest).toBe(plain.digest);
  });

  it('goes into another one', () => {
    const rows = ask.text`${2} rows of ${'null'}`;
    expect(String(ask.text`Delete ${rows}?`)).toBe('Delete 2 rows of null?');
  });

  it('is JSON as its text', () => {
    expect(JSON.stringify({ message: ask.text`a ${1}` })).toBe('{"message":"a 1"}');
  });

  it('refuses values that are no text, by their place', () => {
    const wrong = [...SLIPS.map(([, value]) => value), () => 1, Symbol('SECRET'), Infinity, []];
    for (const value of wrong) {
      const write = () => ask.text`Delete ${'fine'} and ${value as string}?`;
      expect(write).toThrow(refused(/value 2 .*([Aa]wait|name its field)/));
      expect(write).not.toThrow(/SECRET/);
    }
    // @ts-expect-error a promise is no text
    expect(() => ask.text`Delete ${Promise.resolve(3)}?`).toThrow(refused());
    // @ts-expect-error undefined is no text
    expect(() => ask.text`Delete ${undefined}?`).toThrow(refused());
  });

  it('is a tag, and no function of a string', () => {
    // @ts-expect-error a string is no template
    expect(() => ask.text('Delete?')).toThrow(refused(/ask\.text is a tag/));
    // @ts-expect-error a message is a text
    expect(() => ask.form({ text: 'Delete?' }, Keep)).toThrow(refused(/message/));
  });

  it('says nothing when it is empty', () => {
    expect(() => ask.form(ask.text``, Keep)).toThrow(refused(/say what is asked/));
  });
});
