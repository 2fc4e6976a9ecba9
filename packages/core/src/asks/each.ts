import { ConfigError } from '../errors.js';
import { MAX_ANSWERS } from '../limits.js';
import { checkOptions } from './ask-options.js';
import { type Ask, askOf, type Nothing, type Question, questionsOf } from './question.js';

/** How many questions are open at a time where the step does not say. */
const BATCH = 10;

interface Batch {
  /** Most questions that are open at a time, from 1 to 256; default 10. */
  readonly batch?: number | undefined;
}
interface Key<T> {
  /** The name of an item: its key on the wire, after the step's and a dot, and in the answer. */
  readonly key: (item: T) => string;
}

type KindOf<Q> = Q extends Ask<unknown, infer K> ? K : never;
type AnswerOf<Q> = Q extends Ask<infer A> ? A : never;
type Answers<Q> = Ask<{ readonly [key: string]: AnswerOf<Q> }, KindOf<Q>>;

const refuse = (what: string, cure: string): never => {
  throw new ConfigError('invalid_ask', `ask.each(): ${what}. ${cure}`);
};

/**
 * Asks about any number of things, in their order, with at most `batch` questions open at a time. Each is settled, asked
 * again and declined alone, as a member of `ask.all` is; the answer is a record by key. An item for which `ask.nothing` is
 * returned is left out. How many things fit into one flow is in docs/state.md; more than can ever be asked fail at once.
 * @throws ConfigError `invalid_ask` for keys that are empty, no strings or there twice, by the place of the item, and for
 * what is no ask.
 */
export function each<T extends string, Q extends Ask<unknown> | Nothing>(
  items: readonly T[],
  question: (item: T, index: number) => Q,
  options?: Batch & Partial<Key<T>>,
): Answers<Q>;
export function each<T, Q extends Ask<unknown> | Nothing>(
  items: readonly T[],
  question: (item: T, index: number) => Q,
  options: Batch & Key<T>,
): Answers<Q>;
export function each<T, Q extends Ask<unknown> | Nothing>(
  items: readonly T[],
  question: (item: T, index: number) => Q,
  options?: Batch & Partial<Key<T>>,
): Answers<Q> {
  checkOptions('ask.each()', options, ['key', 'batch']);
  const { key, batch = BATCH } = options ?? {};
  if (!Array.isArray(items))
    refuse('the things to ask about are no array', 'Await them, or spread them: [...items]');
  if (typeof question !== 'function' || (key !== undefined && typeof key !== 'function'))
    refuse('the question and the key are functions of an item', 'Write (item) => …');
  if (!Number.isSafeInteger(batch) || batch < 1 || batch > MAX_ANSWERS)
    refuse(`batch must be a whole number from 1 to ${MAX_ANSWERS}`, 'A request answers no more');
  const members = new Map<string, Question>();
  const places = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const name: unknown = key === undefined ? item : key(item);
    checkKey(name, at, places, key === undefined);
    const asked = questionOf(question(item, at), at);
    if (asked !== undefined) members.set(name, asked);
  }
  const [first] = members.values();
  return askOf((first?.kind ?? 'form') as KindOf<Q>, { all: members, batch });
}

function checkKey(
  name: unknown,
  at: number,
  places: Map<string, number>,
  isItem: boolean,
): asserts name is string {
  const whose = `the key of item ${at}`;
  if (typeof name !== 'string')
    return refuse(
      `${whose} is no string`,
      isItem ? 'Say what its key is: { key: (item) => item.id }' : 'Write String(item.id)',
    );
  if (name === '') refuse(`${whose} is empty`, 'It is a name on the wire: leave the item out');
  if (name.includes('[object ')) refuse(`${whose} is an object`, 'Await it, or name its field');
  const first = places.get(name);
  if (first !== undefined)
    refuse(`${whose} is that of item ${first} as well`, 'Name each differently, or leave one out');
  places.set(name, at);
}

/** The question about an item; `undefined` for none. */
function questionOf(asked: unknown, at: number): Question | undefined {
  const questions = questionsOf(asked);
  if (questions !== undefined && 'one' in questions) return questions.one;
  if (questions !== undefined && 'none' in questions) return undefined;
  const whose = `the question of item ${at}`;
  if (asked === undefined) refuse(`${whose} is undefined`, 'Return the ask, or ask.nothing');
  if (asked instanceof Promise) refuse(`${whose} is a promise`, 'Await what it needs before');
  return refuse(`${whose} is no single ask`, 'Return ask.confirm(…), ask.form(…), or the like');
}
