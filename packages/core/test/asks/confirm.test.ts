import { describe, expect, it } from 'vitest';
import { ask } from '../../src/asks/ask.js';
import { type Ask, questionsOf } from '../../src/asks/question.js';
import { isRefusal, responseOf } from '../../src/asks/responses.js';
import { noCompiler } from '../support/compile-json-schema.js';

function one(value: Ask<unknown>) {
  const questions = questionsOf(value);
  if (questions === undefined || !('one' in questions)) throw new Error('no single ask');
  return questions.one;
}
const field = (value: Ask<unknown>) =>
  (one(value).wire.params.requestedSchema as { properties: { confirm: object } }).properties
    .confirm;
const read = async (value: Ask<unknown>, content: unknown) =>
  one(value).read(content as never, noCompiler);

const sure = ask.confirm('Drop it?');
const typed = ask.confirm('Drop it?', { type: 'DROP customers' });

/** What hosts and careless clients send as the content of an accept; none of it is a chosen yes. */
const ACCIDENTS: readonly unknown[] = [
  {},
  null,
  'yes',
  ['yes'],
  { yes: 'yes' },
  { Confirm: 'yes' },
  { value: 'yes' },
  { confirm: { confirm: 'yes' } },
  ...[true, false, 1, 0, '', ' yes', 'yes ', 'Yes', 'YES', 'y', 'true', 'on', 'ok', 'ｙｅｓ'].map(
    (confirm) => ({ confirm }),
  ),
  { confirm: null },
  { confirm: ['yes'] },
  { confirm: ['no', 'yes'] },
  { confirm: 'no,yes' },
  { confirm: 'drop customers' },
  Object.create({ confirm: 'yes' }),
  JSON.parse('{"__proto__":{"confirm":"yes"}}'),
];

describe('ask.confirm', () => {
  it('is a form of one required choice: the harmless one first, and no default', () => {
    expect(one(sure)).toMatchObject({
      kind: 'form',
      optional: false,
      needs: { elicitation: { form: {} } },
      wire: { method: 'elicitation/create' },
    });
    expect(one(sure).wire.params).toEqual({
      mode: 'form',
      message: 'Drop it?',
      requestedSchema: {
        type: 'object',
        properties: { confirm: { type: 'string', title: 'Confirm', enum: ['no', 'yes'] } },
        required: ['confirm'],
      },
    });
  });

  it('is, with a text to type, a required text whose title says what to type', () => {
    expect(field(typed)).toEqual({
      type: 'string',
      title: 'Type "DROP customers" to confirm',
    });
    expect(one(typed).wire.params).toMatchObject({ requestedSchema: { required: ['confirm'] } });
  });

  it('answers true, or the text that had to be typed', async () => {
    expect(await read(sure, { confirm: 'yes' })).toEqual({ ok: true, value: true });
    expect(await read(sure, { confirm: 'yes', extra: 1 })).toEqual({ ok: true, value: true });
    expect(await read(typed, { confirm: 'DROP customers' })).toEqual({
      ok: true,
      value: 'DROP customers',
    });
  });

  it.each(ACCIDENTS.map((content) => [JSON.stringify(content), content]))(
    'takes %s for no yes',
    async (_, content) => {
      for (const question of [sure, typed])
        expect(await read(question, content)).toMatchObject({ ok: false, field: 'confirm' });
      expect(isRefusal(one(sure), { action: 'accept', content })).toBe(false);
    },
  );

  it('wants the text letter for letter, and names what was wanted and not what came', async () => {
    for (const confirm of ['yes', 'drop customers', 'DROP customers ', 'DROP  customers', 'DROP'])
      expect(await read(typed, { confirm })).toEqual({
        ok: false,
        problem: 'The text must be exactly "DROP customers".',
        field: 'confirm',
      });
    expect(await read(sure, { confirm: 'SECRET' })).toEqual({
      ok: false,
      problem: 'Choose "no" or "yes".',
      field: 'confirm',
    });
  });

  it('takes a chosen no for a decline, and no word for a text that was to be typed', () => {
    const no = { action: 'accept', content: { confirm: 'no' } };
    expect(responseOf(one(sure), no)).toEqual({ kind: 'decline' });
    expect(isRefusal(one(sure), no)).toBe(true);
    expect(isRefusal(one(sure), { action: 'cancel', content: { confirm: 'yes' } })).toBe(true);
    expect(isRefusal(one(typed), no)).toBe(false);
    expect(isRefusal(one(ask.form('?', { type: 'object', properties: {} })), no)).toBe(false);
  });

  it('has a digest of message and text, which no form has (R2)', () => {
    const form = one(sure).wire.params.requestedSchema as object;
    const asks: readonly Ask<unknown>[] = [
      sure,
      typed,
      ask.confirm('Drop all?'),
      ask.confirm('Drop it?', { type: 'DROP' }),
      ask.form('Drop it?', form as never),
    ];
    expect(new Set(asks.map((each) => one(each).digest)).size).toBe(asks.length);
    expect(one(ask.confirm('Drop it?', {})).digest).toBe(one(sure).digest);
    expect(one(ask.confirm('Drop it?', { type: undefined })).digest).toBe(one(sure).digest);
  });

  it.each<[string, object]>([
    ['optional', { optional: true }],
    ['default', { default: true }],
    ['title', { title: 'x' }],
  ])('has no option %s: it says so and names the one it has', (name, options) => {
    expect(() => ask.confirm('Drop it?', options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid_ask',
        message: expect.stringMatching(new RegExp(`"${name}".*only option is \`type\``)),
      }),
    );
  });

  it.each<[string, unknown]>([
    ['blank', ''],
    ['of space', '  '],
    ['with space around it', ' DROP'],
    ['of two lines', 'a\nb'],
    ['with a character that does not show', 'a\u200bb'],
    ['that turns the direction of reading', 'a\u202eb'],
    ['of half a character', 'a\ud800'],
    ['longer than anybody types', 'x'.repeat(201)],
    ['that is null', null],
    ['that is no text', 7],
    ['that nobody awaited', 'DROP [object Promise]'],
  ])('refuses a text to type %s', (_, type) => {
    expect(() => ask.confirm('Drop it?', { type: 'x'.repeat(200) })).not.toThrow();
    expect(() => ask.confirm('Drop it?', { type } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_ask' }),
    );
  });

  it('takes words that are meant as they are, in the message and in the text to type', async () => {
    const table = 'null';
    const drop = ask.confirm(ask.text`Drop ${table}?`, { type: ask.text`DROP ${table}` });
    expect(one(drop).wire.params.message).toBe('Drop null?');
    expect(await read(drop, { confirm: 'DROP null' })).toEqual({ ok: true, value: 'DROP null' });
    expect(() => ask.confirm(`Drop ${undefined}?`)).toThrow(
      expect.objectContaining({ code: 'invalid_ask' }),
    );
    expect(() => ask.confirm('')).toThrow(expect.objectContaining({ code: 'invalid_ask' }));
  });
});

describe('ask.nothing', () => {
  it('is one frozen value, told from anything that looks like it', () => {
    expect(Object.isFrozen(ask.nothing)).toBe(true);
    expect(questionsOf(ask.nothing)).toEqual({ none: true });
    expect(questionsOf({ none: true })).toBeUndefined();
  });

  it('is no member of an ask.all: what is not to be asked is left out', () => {
    expect(() => ask.all({ a: ask.nothing } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_ask', message: expect.stringContaining('"a"') }),
    );
  });
});
