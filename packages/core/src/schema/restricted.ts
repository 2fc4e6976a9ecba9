import { ConfigError } from '../errors.js';
import { isRecord, type Json, type JsonObject } from '../json.js';
import { slipIn } from '../text.js';
import { isOfFormat } from './formats.js';

/** The formats a form's string may have (spec: client/elicitation, Requested Schema). */
export const FORMATS: readonly string[] = ['email', 'uri', 'date', 'date-time'];

const ANNOTATIONS = ['type', 'title', 'description', 'default'];
const STRING = [...ANNOTATIONS, 'minLength', 'maxLength', 'format'];
const NUMBER = [...ANNOTATIONS, 'minimum', 'maximum'];
const MULTI = [...ANNOTATIONS, 'minItems', 'maxItems', 'items'];

/** Refuses a form's field: names it, says what is wrong and what to write instead. */
export function refuseField(path: string, what: string, cure: string): never {
  throw new ConfigError('invalid_schema', `form(): field "${path}" ${what}. ${cure}`);
}

/**
 * Checks that a field is one of the restricted schemas of the specification, with listed keywords only and a default that
 * fits: a string, a number, a boolean, or one of the four choices (single or multiple, with or without titles).
 * `enumNames` is the specification's older titled choice, allowed in raw schemas only.
 * @throws ConfigError `invalid_schema`, naming the field and the cure.
 */
export function checkField(
  path: string,
  field: JsonObject,
  options: { readonly enumNames: boolean },
): void {
  const allowed = keywordsOf(path, field, options.enumNames);
  for (const keyword of Object.keys(field)) {
    if (!allowed.includes(keyword)) {
      refuseField(
        path,
        `uses "${keyword}", which a form cannot carry`,
        `A form knows ${allowed.join(', ')} here: drop the keyword, and check the answer by ask.form(…, { check })`,
      );
    }
  }
  for (const keyword of ['title', 'description']) {
    if (keyword in field && typeof field[keyword] !== 'string')
      refuseField(path, `has a ${keyword} that is no string`, 'Write it as text');
  }
  if (options.enumNames) {
    refuseSlips(path, field);
    for (const title of titlesOf(field)) refuseSlip(path, 'choice with a title', title);
  }
  for (const keyword of ['minLength', 'maxLength', 'minItems', 'maxItems']) {
    if (keyword in field && !isCount(field[keyword]))
      refuseField(path, `has a ${keyword} that is no count`, 'Write a whole number from 0');
  }
  for (const keyword of ['minimum', 'maximum']) {
    if (keyword in field && typeof field[keyword] !== 'number')
      refuseField(path, `has a ${keyword} that is no number`, 'Write a number');
  }
  if ('default' in field) {
    const problem = misfit(field, field.default as Json);
    if (problem !== undefined)
      refuseField(
        path,
        `has a default that ${problem}`,
        'Give it a default that is itself a valid answer',
      );
  }
}

/** Refuses a title or description that a value slipped into (M5). @throws ConfigError `invalid_schema`. */
export function refuseSlips(path: string, { title, description }: JsonObject): void {
  refuseSlip(path, 'title', title);
  refuseSlip(path, 'description', description);
}

/** A field has no `ask.text`, and may speak of null, if not of null alone. */
function refuseSlip(path: string, what: string, text: Json | undefined): void {
  if (typeof text !== 'string') return;
  const slip = slipIn(text === 'null' ? text : text.replaceAll('null', ''));
  if (slip !== undefined)
    refuseField(path, `has a ${what} that holds "${slip}"`, 'Await the value, or name its field');
}

/** The titles of a raw field's choices: those of `choices()` were checked where `ask.text` is taken. */
const titlesOf = ({ oneOf, enumNames, items }: JsonObject): readonly Json[] =>
  [oneOf, enumNames, isRecord(items) ? (items.anyOf as Json) : undefined]
    .flatMap((options) => (Array.isArray(options) ? options : []))
    .map((option) => (isRecord(option) ? (option.title as Json) : option));

function keywordsOf(path: string, field: JsonObject, enumNames: boolean): readonly string[] {
  if ('oneOf' in field) {
    if (field.type !== 'string')
      refuseField(path, 'has titled choices without type "string"', 'Add type: "string"');
    checkOptions(path, titled(field.oneOf));
    return [...ANNOTATIONS, 'oneOf'];
  }
  if ('enum' in field) {
    if (field.type !== 'string')
      refuseField(
        path,
        'has choices that are no strings',
        'Offer string values and map them in the step',
      );
    checkOptions(path, strings(field.enum));
    if (!enumNames || !('enumNames' in field)) return [...ANNOTATIONS, 'enum'];
    if (strings(field.enumNames)?.length !== strings(field.enum)?.length)
      refuseField(path, 'has enumNames that do not match enum', 'Name every value');
    return [...ANNOTATIONS, 'enum', 'enumNames'];
  }
  switch (field.type) {
    case 'string':
      if ('format' in field) checkFormat(path, field.format);
      return STRING;
    case 'number':
    case 'integer':
      return NUMBER;
    case 'boolean':
      return ANNOTATIONS;
    case 'array':
      checkItems(path, field.items);
      return MULTI;
    default:
      return refuseField(
        path,
        `is ${typeof field.type === 'string' ? `of type "${field.type}"` : 'of no single type'}`,
        'A form is flat: strings, numbers, booleans and choices. Ask for the parts as fields of their own',
      );
  }
}

/** Refuses a format that is not one of the four. */
export function checkFormat(path: string, format: Json | undefined): void {
  if (FORMATS.includes(format as string)) return;
  refuseField(
    path,
    `has the format "${String(format)}"`,
    `A form knows ${FORMATS.join(', ')}: take z.string(), and .regex() or .refine() it`,
  );
}

function checkItems(path: string, items: Json | undefined): void {
  const cure =
    'A list in a form is a choice of several: z.array(z.enum([...])) or z.array(choices({...}))';
  if (!isRecord(items)) refuseField(path, 'is a list of anything', cure);
  const known = 'anyOf' in items ? ['type', 'anyOf'] : ['type', 'enum'];
  if (
    Object.keys(items).some((keyword) => !known.includes(keyword)) ||
    ('type' in items && items.type !== 'string')
  )
    refuseField(path, 'is a list of free values', cure);
  if ('enum' in items && items.type !== 'string')
    refuseField(
      path,
      'has choices that are no strings',
      'Offer string values and map them in the step',
    );
  const options = optionsOf({ type: 'array', items } as JsonObject);
  if (options === undefined) refuseField(path, 'is a list of free values', cure);
  checkOptions(path, options);
}

function checkOptions(path: string, options: readonly string[] | undefined): void {
  if (options === undefined || options.length === 0)
    refuseField(
      path,
      'has choices that are not all strings, with a title each where one has it',
      'Offer string values and map them in the step',
    );
  if (new Set(options).size !== options.length)
    refuseField(path, 'offers one value twice', 'Offer each value once');
}

/** The values a field offers, or `undefined` when it is no choice. */
export function optionsOf(field: JsonObject): readonly string[] | undefined {
  if (field.type === 'array')
    return isRecord(field.items)
      ? (strings(field.items.enum) ?? titled(field.items.anyOf as Json))
      : undefined;
  return strings(field.enum) ?? titled(field.oneOf);
}

const strings = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

function titled(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const plain = value.every(
    (item) =>
      isRecord(item) &&
      Object.keys(item).length === 2 &&
      typeof item.const === 'string' &&
      typeof item.title === 'string',
  );
  return plain ? value.map((item) => item.const) : undefined;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether a field takes a value, by its listed schema. A format is judged narrowly: when in doubt, it does not. */
export const fits = (field: JsonObject, value: Json): boolean =>
  misfit(field, value) === undefined && isOfFormat(field.format, value);

/** Says why a default does not fit its field; formats are left to whoever owns a validator. */
function misfit(field: JsonObject, value: Json): string | undefined {
  const options = optionsOf(field);
  if (field.type === 'array') {
    if (!Array.isArray(value) || value.some((item) => !options?.includes(item)))
      return 'is not a list of offered values';
    if (new Set(value).size !== value.length) return 'has one value twice';
    return outside(value.length, field.minItems, field.maxItems)
      ? 'has too few or too many values'
      : undefined;
  }
  if (options !== undefined)
    return options.includes(value as string) ? undefined : 'is not among the offered values';
  if (field.type === 'boolean') return typeof value === 'boolean' ? undefined : 'is no boolean';
  if (field.type === 'string') {
    if (typeof value !== 'string') return 'is no string';
    return outside([...value].length, field.minLength, field.maxLength)
      ? 'is too short or too long'
      : undefined;
  }
  if (typeof value !== 'number') return 'is no number';
  if (field.type === 'integer' && !Number.isInteger(value)) return 'is no integer';
  return outside(value, field.minimum, field.maximum) ? 'is out of bounds' : undefined;
}

const outside = (size: number, least: Json | undefined, most: Json | undefined): boolean =>
  (typeof least === 'number' && size < least) || (typeof most === 'number' && size > most);
