import { isRecord, type Json, type JsonObject } from '../json.js';
import { checkFormat, refuseField, refuseSlips } from './restricted.js';
import { refuseForeignPattern, type ToldChecks, toldChecks, withWords } from './told-checks.js';
import { layers, type ZodSchema } from './zod-schema.js';

/** Keywords that constrain: dropping one would change what the client may send, so each has its say or is refused. */
const CURES: Readonly<Record<string, string>> = {
  exclusiveMinimum: 'Use .min() (or an integer, where .gt() has an inclusive form)',
  exclusiveMaximum: 'Use .max() (or an integer, where .lt() has an inclusive form)',
  multipleOf: 'Use .refine() instead of .multipleOf()',
  not: 'Remove it',
  allOf: 'Take one check that a form knows, and .refine() the rest',
  contentEncoding: 'Take z.string() and .refine() it',
  contentMediaType: 'Take z.string() and .refine() it',
  uniqueItems: 'Remove it: a choice of several takes each value once anyway',
  propertyNames: 'Ask for each member as a field of its own',
  additionalProperties: 'Ask for each member as a field of its own',
};
const KEPT = [
  'type',
  'title',
  'description',
  'default',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
];

/**
 * Narrows one converted property to the restricted schema of a form: keeps the listed keywords, drops what zod adds
 * without meaning (safe-integer bounds, annotations), rewrites what has an equal form, tells checks that a form cannot
 * carry in words, and refuses the rest. The result is still to be checked by `checkField`.
 */
export function narrowField(path: string, schema: ZodSchema, json: JsonObject): JsonObject {
  refuseLoose(path, schema);
  if (acceptsNull(json)) refuseField(path, 'may be null', 'A form has no null: use .optional()');
  const told = toldChecks(path, schema, json);
  const field = narrowed(path, json, told);
  refuseSlips(path, field);
  return withWords(field, told.words);
}

function narrowed(path: string, json: JsonObject, { format, patterns }: ToldChecks): JsonObject {
  const kept = Object.fromEntries(
    Object.entries(json).filter(([keyword]) => KEPT.includes(keyword)),
  );
  const options = choicesOf(path, json);
  if (options !== undefined) {
    return {
      ...kept,
      type: 'string',
      ...(hasTitles(options)
        ? { oneOf: withTitles(options) }
        : { enum: options.map(({ value }) => value) }),
    };
  }
  if (json.type === 'array') return { ...kept, items: narrowItems(path, json.items) };
  if (format !== undefined) {
    checkFormat(path, format);
    kept.format = format;
  }
  if (json.type === 'integer') integerBounds(json, kept);
  const isText = json.type === 'string';
  if (isText) refuseForeignPattern(path, json, patterns);
  for (const keyword of Object.keys(json)) {
    if (
      !Object.hasOwn(CURES, keyword) ||
      (keyword === 'allOf' && isText) ||
      (keyword.startsWith('exclusive') && json.type === 'integer')
    )
      continue;
    if (json.type === 'object') break;
    refuseField(path, `uses ${keyword}, which a form cannot carry`, CURES[keyword] as string);
  }
  return kept;
}

/** What would turn a wrong answer into a right one before anyone looks: no form guesses what a person meant. */
function refuseLoose(path: string, schema: ZodSchema): void {
  for (const { _zod } of layers(schema)) {
    const { type, coerce } = _zod.def;
    if (coerce === true) {
      refuseField(
        path,
        `is z.coerce.${type}(), which takes "${type === 'boolean' ? 'false' : 'anything'}" for an answer`,
        type === 'boolean'
          ? 'Use z.boolean(), or z.stringbool() for text such as "yes"'
          : `Use z.${type}()`,
      );
    }
    if (type === 'transform')
      refuseField(
        path,
        'is preprocessed, so a wrong answer could pass for a right one',
        'Validate first, then .transform()',
      );
    if (type === 'catch')
      refuseField(
        path,
        'uses .catch(), which answers in the place of the person',
        'Use .default(), or .optional()',
      );
  }
}

const acceptsNull = (json: JsonObject): boolean =>
  json.type === 'null' ||
  (Array.isArray(json.type) && json.type.includes('null')) ||
  (Array.isArray(json.anyOf) &&
    json.anyOf.some((member: Json) => isRecord(member) && member.type === 'null'));

interface Choice {
  readonly value: Json;
  readonly title?: string;
}

/** The choices of an enum, a literal or a union of them; `undefined` when the schema is none of these. */
function choicesOf(path: string, json: JsonObject): readonly Choice[] | undefined {
  const choices = listChoices(json);
  if (choices === 'mixed')
    refuseField(path, 'is a union of types', 'Ask one type, or a union of string literals');
  if (choices?.some(({ value }) => typeof value !== 'string'))
    refuseField(
      path,
      'has choices that are no strings',
      'Offer string values and map them in the step',
    );
  return choices;
}

function listChoices(json: JsonObject): readonly Choice[] | undefined | 'mixed' {
  if ('const' in json) return [{ value: json.const as Json }];
  if (Array.isArray(json.enum)) return json.enum.map((value: Json) => ({ value }));
  const members = json.anyOf ?? json.oneOf;
  if (!Array.isArray(members)) return Array.isArray(json.type) ? 'mixed' : undefined;
  const all: Choice[] = [];
  for (const member of members as readonly JsonObject[]) {
    const choices = listChoices(member);
    if (choices === undefined || choices === 'mixed') return 'mixed';
    const { title } = member;
    for (const choice of choices)
      all.push(typeof title === 'string' && choices.length === 1 ? { ...choice, title } : choice);
  }
  return all;
}

const hasTitles = (choices: readonly Choice[]): boolean =>
  choices.some(({ title }) => title !== undefined);

/** A choice without a title of its own shows its value. */
const withTitles = (choices: readonly Choice[]): Json =>
  choices.map(({ value, title }) => ({ const: value, title: title ?? (value as string) }));

function narrowItems(path: string, items: Json | undefined): Json {
  const options = isRecord(items) ? choicesOf(path, items as JsonObject) : undefined;
  if (options === undefined) {
    return refuseField(
      path,
      'is a list of free values',
      'A list in a form is a choice of several: z.array(z.enum([...])) or z.array(choices({...}))',
    );
  }
  return hasTitles(options)
    ? { anyOf: withTitles(options) }
    : { type: 'string', enum: options.map(({ value }) => value) };
}

/** Integers: exclusive bounds have an inclusive form, and zod's safe-integer range says nothing about the question. */
function integerBounds(json: JsonObject, kept: Record<string, Json>): void {
  const least = [json.minimum, above(json.exclusiveMinimum)].filter(
    (bound) => typeof bound === 'number',
  );
  const most = [json.maximum, below(json.exclusiveMaximum)].filter(
    (bound) => typeof bound === 'number',
  );
  delete kept.minimum;
  delete kept.maximum;
  const minimum = Math.max(...least);
  const maximum = Math.min(...most);
  if (minimum > Number.MIN_SAFE_INTEGER) kept.minimum = minimum;
  if (maximum < Number.MAX_SAFE_INTEGER) kept.maximum = maximum;
}
const above = (bound: Json | undefined): number | undefined =>
  typeof bound === 'number' ? Math.floor(bound) + 1 : undefined;
const below = (bound: Json | undefined): number | undefined =>
  typeof bound === 'number' ? Math.ceil(bound) - 1 : undefined;
