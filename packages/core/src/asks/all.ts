import { ConfigError } from '../errors.js';
import { isPlainObject } from '../json.js';
import { MAX_ANSWERS } from '../limits.js';
import { type Ask, askOf, type Question, questionsOf } from './question.js';

type KindOf<Q> = Q extends Ask<unknown, infer K> ? K : never;
type AnswerOf<Q> = Q extends Ask<infer A> ? A : never;

const refuse = (what: string, cure: string): never => {
  throw new ConfigError('invalid_ask', `ask.all(): ${what}. ${cure}`);
};

/**
 * Asks several questions of one step at once, each under a name of its own. At most 256, and as many as the state has room
 * for: `ask.each` asks about any number.
 * @throws ConfigError `invalid_ask` for what is no record of single asks, and for more than 256.
 */
export function all<R extends { readonly [member: string]: Ask<unknown> }>(
  asks: R,
): Ask<{ readonly [K in keyof R]: AnswerOf<R[K]> }, KindOf<R[keyof R]>> {
  if (!isPlainObject(asks))
    refuse(
      `expected a record of asks, and this is ${kindOf(asks)}`,
      'Name each: { name: ask, … }; about a list of things, ask.each(items, (item) => ask, { key }) asks',
    );
  const names = Object.keys(asks);
  if (names.length > MAX_ANSWERS)
    refuse(
      `${names.length} asks, and a request answers at most ${MAX_ANSWERS}`,
      'Use ask.each(items, (item) => ask, { key }), which asks some at a time',
    );
  const members = new Map(names.map((name) => [name, memberOf(name, asks[name])]));
  const [first] = members.values();
  return askOf((first?.kind ?? 'form') as KindOf<R[keyof R]>, { all: members });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Promise) return 'a promise: await it';
  return value === null || typeof value !== 'object'
    ? String(typeof value)
    : 'an object of a class';
}

function memberOf(name: string, ask: unknown): Question {
  if (name === '') refuse('a member has an empty name', 'Its name is its key on the wire');
  const questions = questionsOf(ask);
  if (questions !== undefined && 'one' in questions) return questions.one;
  return refuse(
    `"${name}" must be a single ask`,
    'Leave out what is not asked, and spread the members of another ask.all() into this one',
  );
}
