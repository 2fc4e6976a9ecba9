import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { again } from '../../src/asks/again.js';
import { ask } from '../../src/asks/ask.js';
import type { Again, Ask } from '../../src/asks/question.js';
import type { Root, Sampled } from '../../src/asks/sampled.js';
import { choices } from '../../src/schema/choices.js';
import { type Form, form, type RawAnswer } from '../../src/schema/form.js';

const Ticket = form(
  z.object({
    id: z.string(),
    level: z.int().default(1),
    when: z
      .string()
      .transform((text) => text.length)
      .optional(),
  }),
);
type Ticket = { id: string; level: number; when?: number | undefined };

test('a form knows the answer it reads', () => {
  expectTypeOf(Ticket).toEqualTypeOf<Form<Ticket>>();
  expectTypeOf(form(z.strictObject({ a: z.boolean() }))).toEqualTypeOf<Form<{ a: boolean }>>();
  expectTypeOf(form({ type: 'object', properties: {} })).toEqualTypeOf<Form<RawAnswer>>();
  // @ts-expect-error a form is an object
  form(z.string());
});

test('choices are the values, not the titles', () => {
  const colour = choices({ r: 'Red', g: 'Green' });
  expectTypeOf<z.output<typeof colour>>().toEqualTypeOf<'r' | 'g'>();
  expectTypeOf(form(z.object({ colours: z.array(colour).default(['r']) }))).toEqualTypeOf<
    Form<{ colours: ('r' | 'g')[] }>
  >();
  // @ts-expect-error a default is a value
  colour.default('Red');
});

test('an ask knows its answer and its kind', () => {
  expectTypeOf(ask.form('?', Ticket)).toEqualTypeOf<Ask<Ticket, 'form'>>();
  expectTypeOf(ask.form('?', z.object({ a: z.boolean() }))).toEqualTypeOf<
    Ask<{ a: boolean }, 'form'>
  >();
  expectTypeOf(ask.form('?', { type: 'object' })).toEqualTypeOf<Ask<RawAnswer, 'form'>>();
  expectTypeOf(ask.url('?', 'https://example.com')).toEqualTypeOf<Ask<true, 'url'>>();
  expectTypeOf(ask.sample({ messages: ['x', undefined], maxTokens: 1 })).toEqualTypeOf<
    Ask<Sampled, 'sample'>
  >();
  expectTypeOf(ask.roots()).toEqualTypeOf<Ask<Root[], 'roots'>>();
  expectTypeOf(again(1)).toEqualTypeOf<Again>();
});

test('an optional ask may have no answer', () => {
  const optional = { optional: true } as const;
  expectTypeOf(ask.form('?', Ticket, optional)).toEqualTypeOf<Ask<Ticket | undefined, 'form'>>();
  expectTypeOf(ask.form('?', z.object({ a: z.boolean() }), optional)).toEqualTypeOf<
    Ask<{ a: boolean } | undefined, 'form'>
  >();
  expectTypeOf(ask.url('?', 'https://example.com', optional)).toEqualTypeOf<
    Ask<true | undefined, 'url'>
  >();
  expectTypeOf(ask.sample({ messages: ['x'], maxTokens: 1 }, optional)).toEqualTypeOf<
    Ask<Sampled | undefined, 'sample'>
  >();
  expectTypeOf(ask.roots(optional)).toEqualTypeOf<Ask<Root[] | undefined, 'roots'>>();
  // @ts-expect-error required is the default, and says nothing
  ask.roots({ optional: false });
});

test('several asks answer as a record', () => {
  const both = ask.all({
    a: ask.form('?', z.object({ yes: z.boolean() })),
    b: ask.url('?', 'https://example.com', { optional: true }),
  });
  expectTypeOf(both).toEqualTypeOf<
    Ask<{ readonly a: { yes: boolean }; readonly b: true | undefined }, 'form' | 'url'>
  >();
  const many = ask.all(Object.fromEntries(['x'].map((name) => [name, ask.form(name, Ticket)])));
  expectTypeOf(many).toEqualTypeOf<Ask<{ readonly [name: string]: Ticket }, 'form'>>();
  // @ts-expect-error members are asks
  ask.all({ a: 'yes' });
});

test('a check knows the answer that it checks', () => {
  const Small = z.object({ a: z.int() });
  const check = { check: ({ id, level }: Ticket) => (level > 3 ? id : undefined) };
  expectTypeOf(ask.form('?', Ticket, check)).toEqualTypeOf<Ask<Ticket, 'form'>>();
  const inferred = ask.form('?', Small, { check: ({ a }) => (a > 3 ? 'Too many' : undefined) });
  expectTypeOf(inferred).toEqualTypeOf<Ask<{ a: number }, 'form'>>();
  const late = ask.form('?', Small, { optional: true, check: async ({ a }) => `${a}` });
  expectTypeOf(late).toEqualTypeOf<Ask<{ a: number } | undefined, 'form'>>();
  // @ts-expect-error a check reads what the form gives
  ask.form('?', Small, { check: ({ b }) => b });
  // @ts-expect-error a check tells in words what is wrong
  ask.form('?', Small, { check: ({ a }) => a > 3 });
});

test('a choice is one of the values', () => {
  const rows = [] as { value: string; title: string }[];
  expectTypeOf(ask.choose('?', ['a', 'b'])).toEqualTypeOf<Ask<'a' | 'b', 'form'>>();
  expectTypeOf(ask.choose('?', { a: 'A', b: 'B' })).toEqualTypeOf<Ask<'a' | 'b', 'form'>>();
  expectTypeOf(ask.choose('?', rows)).toEqualTypeOf<Ask<string, 'form'>>();
  expectTypeOf(ask.choose('?', [{ value: 'a', title: 'A' }])).toEqualTypeOf<Ask<'a', 'form'>>();
  const many = ask.choose('?', ['a', 'b'], { many: true, max: 1 });
  expectTypeOf(many).toEqualTypeOf<Ask<('a' | 'b')[], 'form'>>();
  expectTypeOf(ask.choose('?', ['a'], { optional: true })).toEqualTypeOf<
    Ask<'a' | undefined, 'form'>
  >();
  expectTypeOf(ask.choose('?', ['a'], { many: true, optional: true })).toEqualTypeOf<
    Ask<'a'[] | undefined, 'form'>
  >();
  // @ts-expect-error values are strings
  ask.choose('?', [1, 2]);
  // @ts-expect-error how many is for a choice of several
  ask.choose('?', ['a'], { min: 1 });
});

test('each thing is answered by its key', () => {
  const rows = [{ id: 1 }];
  const page = (name: string) => ask.url(name, 'https://example.com');
  const keyed = ask.each(rows, ({ id }) => page(`${id}`), { key: ({ id }) => `${id}` });
  expectTypeOf(keyed).toEqualTypeOf<Ask<{ readonly [key: string]: true }, 'url'>>();
  const some = ask.each(['a'], (name, at) => (at > 0 ? page(name) : ask.nothing));
  expectTypeOf(some).toEqualTypeOf<Ask<{ readonly [key: string]: true }, 'url'>>();
  const optional = ask.each(['a'], (name) => ask.form(name, Ticket, { optional: true }));
  expectTypeOf(optional).toEqualTypeOf<
    Ask<{ readonly [key: string]: Ticket | undefined }, 'form'>
  >();
  // @ts-expect-error things that are no strings need a key
  ask.each(rows, ({ id }) => page(`${id}`));
  // @ts-expect-error a question, or nothing
  ask.each(['a'], () => undefined);
});
