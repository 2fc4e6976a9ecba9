import { fingerprint } from '../digest.js';
import { ConfigError } from '../errors.js';
import { isPlainObject, isRecord, type Json, type JsonObject, own } from '../json.js';
import type { Reading } from '../schema/reader.js';
import { type Wording, wordsOf } from '../text.js';
import { checkOptions } from './ask-options.js';
import type { Ask, Question } from './question.js';
import { messageOf, single } from './single.js';

/** One thing to choose: its title is shown, its value is the answer. */
export interface Choice<V extends string = string> {
  readonly value: V;
  readonly title: Wording;
}

/** What there is to choose from: values that are their own titles, titles by value, or choices in their order. */
export type Choices = readonly string[] | readonly Choice[] | { readonly [value: string]: Wording };

/** The values of choices. */
export type Chosen<C> = C extends readonly (infer E)[]
  ? E extends { readonly value: infer V extends string }
    ? V
    : Extract<E, string>
  : Extract<keyof C, string>;

interface One {
  readonly many?: false | undefined;
}
interface Many {
  readonly many: true;
  /** Fewest that may be chosen; default 1. */
  readonly min?: number | undefined;
  /** Most that may be chosen; default all. */
  readonly max?: number | undefined;
}
interface Optional {
  readonly optional: true;
}
interface Required {
  readonly optional?: undefined;
}

type Options =
  | (Omit<Many, 'many'> & {
      readonly many?: boolean | undefined;
      readonly optional?: true | undefined;
    })
  | undefined;

const WHERE = 'ask.choose()';
const refuse = (what: string, cure: string): never => {
  throw new ConfigError('invalid_ask', `${WHERE}: ${what}. ${cure}`);
};

/**
 * Asks a person to choose, once, with titles made from data: the answer is the value that was chosen, or with
 * `{ many: true }` a list of them, each at most once and in the order sent. Not for a yes: that is `ask.confirm`.
 * @throws ConfigError `invalid_ask` where there is nothing to choose from (return `ask.nothing`), for a value or title that
 * is there twice, for values that are no strings, and for `min` and `max` that no answer fits.
 */
export function choose<const C extends Choices>(
  message: Wording,
  choices: C,
  options: Many & Optional,
): Ask<Chosen<C>[] | undefined, 'form'>;
export function choose<const C extends Choices>(
  message: Wording,
  choices: C,
  options: Many & Required,
): Ask<Chosen<C>[], 'form'>;
export function choose<const C extends Choices>(
  message: Wording,
  choices: C,
  options: One & Optional,
): Ask<Chosen<C> | undefined, 'form'>;
export function choose<const C extends Choices>(
  message: Wording,
  choices: C,
  options?: One & Required,
): Ask<Chosen<C>, 'form'>;
export function choose(given: Wording, from: Choices, options?: Options): Ask<unknown, 'form'> {
  const message = messageOf(WHERE, given);
  checkOptions(WHERE, options, ['many', 'min', 'max', 'optional']);
  const { many = false } = options ?? {};
  if (typeof many !== 'boolean') refuse('many must be true or false', 'Say many: true');
  const choices = choicesOf(from);
  const field = many ? 'choices' : 'choice';
  const shown = many ? severalOf(choices, options ?? {}) : oneOf(choices, options);
  const requestedSchema = { type: 'object', properties: { [field]: shown }, required: [field] };
  const params = { mode: 'form', message, requestedSchema };
  return single(
    'form',
    { message, schema: fingerprint(requestedSchema) },
    options,
    { method: 'elicitation/create', params },
    { read: readerOf(field, shown, new Set(choices.map(({ value }) => value))) },
  );
}

type Titled = { readonly value: string; readonly title: string };

function choicesOf(from: Choices): readonly Titled[] {
  if (!Array.isArray(from) && !isPlainObject(from))
    refuse(
      'the choices are no list and no record',
      'Pass an array of values, a record of titles by value, or an array of { value, title }',
    );
  const given: readonly unknown[] = Array.isArray(from)
    ? from
    : Object.entries(from).map(([value, title]) => ({ value, title }));
  if (given.length === 0)
    refuse('there is nothing to choose from', 'Return ask.nothing where there is no choice');
  const choices = given.map(titledOf);
  firstTwice(choices, ({ value }) => value, 'value', 'Offer each value once');
  firstTwice(choices, ({ title }) => seen(title), 'title', 'Nobody can tell them apart: say more');
  return choices;
}

function titledOf(choice: unknown, at: number): Titled {
  const [value, title] = isRecord(choice) ? [choice.value, choice.title] : [choice, choice];
  if (typeof value !== 'string')
    return refuse(
      `the value of choice ${at + 1} is ${value === null ? 'null' : typeof value}, and no string`,
      'Offer string values, and map them in the step',
    );
  const words = wordsOf(title, `${WHERE}: the title of choice ${at + 1}`);
  if (seen(words) === '')
    refuse(`the title of choice ${at + 1} shows nothing`, 'Say what it is: { value, title }');
  return { value, title: words };
}

/** A title as people see it: without what does not show, and spaces alike (Unicode NFKC; categories Cf and Z). */
const seen = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

function firstTwice(
  choices: readonly Titled[],
  of: (choice: Titled) => string,
  what: string,
  cure: string,
): void {
  const places = new Map<string, number>();
  for (const [at, choice] of choices.entries()) {
    const first = places.get(of(choice));
    if (first !== undefined)
      refuse(`choices ${first + 1} and ${at + 1} have the same ${what}`, cure);
    places.set(of(choice), at);
  }
}

const areTitled = (choices: readonly Titled[]): boolean =>
  choices.some(({ value, title }) => value !== title);
const values = (choices: readonly Titled[]): Json => choices.map(({ value }) => value);
const titles = (choices: readonly Titled[]): Json =>
  choices.map(({ value, title }) => ({ const: value, title }));

function oneOf(choices: readonly Titled[], options: Options): JsonObject {
  if (options?.min !== undefined || options?.max !== undefined)
    refuse('min and max are for a choice of several', 'Add many: true, or leave them out');
  return {
    type: 'string',
    title: 'Choice',
    ...(areTitled(choices) ? { oneOf: titles(choices) } : { enum: values(choices) }),
  };
}

function severalOf(choices: readonly Titled[], { min = 1, max }: NonNullable<Options>): JsonObject {
  for (const count of [min, max ?? 1])
    if (!Number.isSafeInteger(count) || count < 0)
      refuse('min and max must be whole numbers from 0', 'Say how many may be chosen');
  if (max === 0 || min > (max ?? min) || min > choices.length)
    refuse(
      `${choices.length} choices, min ${min} and max ${max ?? choices.length} fit no answer`,
      'Ask for as many as there are',
    );
  return {
    type: 'array',
    title: 'Choices',
    ...(min > 0 ? { minItems: min } : {}),
    ...(max === undefined ? {} : { maxItems: max }),
    items: areTitled(choices)
      ? { anyOf: titles(choices) }
      : { type: 'string', enum: values(choices) },
  };
}

/** Reads the answer without a validator: the schema is another one whenever the data are. */
function readerOf(
  field: string,
  { type, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: JsonObject,
  offered: ReadonlySet<unknown>,
): Question['read'] {
  const misfit = (problem: string): Reading => ({ ok: false, problem, field });
  return (content) => {
    const chosen = isRecord(content) ? own(content, field) : undefined;
    if (chosen === undefined) return misfit('Choose from what is offered.');
    const all = type === 'array' ? chosen : [chosen];
    if (!Array.isArray(all) || !all.every((value) => offered.has(value)))
      return misfit('Choose only what is offered.');
    if (new Set(all).size !== all.length) return misfit('Choose each at most once.');
    if (type !== 'array') return { ok: true, value: chosen };
    if (all.length < (minItems as number)) return misfit(`Choose at least ${minItems}.`);
    if (all.length > (maxItems as number)) return misfit(`Choose at most ${maxItems}.`);
    return { ok: true, value: [...all] };
  };
}
