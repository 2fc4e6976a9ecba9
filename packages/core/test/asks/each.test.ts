import { describe, expect, it } from 'vitest';
import { ask } from '../../src/asks/ask.js';
import { type Ask, questionsOf } from '../../src/asks/question.js';

const page = (name: string) => ask.url(`Open ${name}?`, 'https://x.example/');
const refused = (cure: RegExp) =>
  expect.objectContaining({ code: 'invalid_ask', message: expect.stringMatching(cure) });
const membersOf = (value: Ask<unknown>) => {
  const questions = questionsOf(value);
  if (questions === undefined || !('all' in questions)) throw new Error('no several asks');
  return questions;
};
const messagesOf = (value: Ask<unknown>) =>
  [...membersOf(value).all].map(([key, { wire }]) => [key, wire.params.message]);

describe('ask.each', () => {
  it('asks about each thing, in order, ten at a time, by its name', () => {
    const asked = ask.each(['b', 'a'], (file, at) => page(`${file}${at}`));
    expect(messagesOf(asked)).toEqual([
      ['b', 'Open b0?'],
      ['a', 'Open a1?'],
    ]);
    expect(membersOf(asked).batch).toBe(10);
    expect(membersOf(ask.each(['a'], page, { batch: 3 })).batch).toBe(3);
  });

  it('names things that are no strings by their key', () => {
    const rows = [
      { id: 7, name: 'Ann' },
      { id: 3, name: 'Bob' },
    ];
    const asked = ask.each(rows, ({ name }) => page(name), { key: ({ id }) => `row-${id}` });
    expect(messagesOf(asked)).toEqual([
      ['row-7', 'Open Ann?'],
      ['row-3', 'Open Bob?'],
    ]);
    const upper = ask.each(['a'], page, { key: (file) => file.toUpperCase() });
    expect(messagesOf(upper)).toEqual([['A', 'Open a?']]);
  });

  it('leaves out what there is nothing to ask about', () => {
    const asked = ask.each(['a', 'b', 'c'], (file) => (file === 'b' ? ask.nothing : page(file)));
    expect(messagesOf(asked).map(([key]) => key)).toEqual(['a', 'c']);
  });

  it('asks about nothing where there is nothing', () => {
    expect(messagesOf(ask.each([], page))).toEqual([]);
  });

  it('refuses keys that tell nothing apart, by their place and not by themselves', () => {
    const keyed = (...keys: unknown[]) => {
      return () => ask.each(keys, () => page('x'), { key: (key) => key as string });
    };
    expect(keyed('SECRET', 'b')).not.toThrow();
    expect(keyed('a', 'SECRET', 'SECRET')).toThrow(refused(/key of item 2 is that of item 1/));
    expect(keyed('a', '')).toThrow(refused(/key of item 1 is empty/));
    expect(keyed('a', 5)).toThrow(refused(/key of item 1 is no string.*String\(item\.id\)/));
    expect(keyed(undefined)).toThrow(refused(/key of item 0 is no string/));
    expect(keyed(`${{}}`)).toThrow(refused(/key of item 0 is an object/));
    expect(keyed('a', 'SECRET', 'SECRET')).not.toThrow(/SECRET/);
    // @ts-expect-error things that are no strings have a key
    expect(() => ask.each([{ id: 1 }], () => page('x'))).toThrow(refused(/\{ key: \(item\) =>/));
  });

  it('refuses what is no list, no single ask, or no batch', () => {
    const things = (items: unknown) => () => ask.each(items as string[], page);
    expect(things(['a'])).not.toThrow();
    for (const odd of ['ab', { a: 1 }, null, undefined, new Set(['a']), Promise.resolve(['a'])])
      expect(things(odd)).toThrow(refused(/no array/));
    const asking = (question: unknown) => () => ask.each(['a'], (() => question) as never);
    expect(asking(undefined)).toThrow(refused(/item 0 is undefined.*ask\.nothing/));
    expect(asking(Promise.resolve(page('a')))).toThrow(refused(/item 0 is a promise/));
    for (const odd of [null, {}, 'x', ask.all({}), ask.each(['a'], page)])
      expect(asking(odd)).toThrow(refused(/item 0 is no single ask/));
    for (const batch of [0, -1, 1.5, 257, Number.NaN, Number.POSITIVE_INFINITY, '5'])
      expect(() => ask.each(['a'], page, { batch: batch as number })).toThrow(refused(/batch/));
    expect(() => ask.each(['a'], page, { batch: 256 })).not.toThrow();
    expect(() => ask.each(['a'], page, { batch: null as never })).toThrow(refused(/null/));
    expect(() => ask.each(['a'], page, { size: 3 } as never)).toThrow(refused(/"size"/));
    expect(() => ask.each(['a'], page, { key: 'id' as never })).toThrow(refused(/functions/));
  });
});

describe('ask.all', () => {
  it('refuses more than a request may answer, and says what asks about any number', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, page('x')]));
    expect(() => ask.all(many(256))).not.toThrow();
    expect(() => ask.all(many(257))).toThrow(refused(/257.*256.*ask\.each/));
  });

  it('refuses a list, and whatever else has no names of its own', () => {
    expect(() => ask.all({ a: page('a') })).not.toThrow();
    // @ts-expect-error a list has no names
    expect(() => ask.all([page('a')])).toThrow(refused(/array.*\{ name: ask.*ask\.each/));
    class Fields {
      a = page('a');
    }
    for (const odd of [new Map([['a', page('a')]]), new Set(), Promise.resolve({}), new Fields()])
      expect(() => ask.all(odd as never)).toThrow(refused(/record of asks/));
    for (const odd of [null, undefined, 'a', 5])
      expect(() => ask.all(odd as never)).toThrow(refused(/record of asks/));
    expect(() => ask.all({ a: undefined as never })).toThrow(refused(/"a" must be a single ask/));
  });
});
