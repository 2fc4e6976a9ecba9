import { regexes } from 'zod';
import { isRecord, type Json, type JsonObject } from '../json.js';
import { checkFormat, refuseField } from './restricted.js';
import { layers, type ZodDef, type ZodSchema } from './zod-schema.js';

/** How the formats that zod spells otherwise are called on the wire. */
const WIRE: Readonly<Record<string, string>> = { url: 'uri', datetime: 'date-time' };

const EMAILS = new Set(
  [
    regexes.email,
    regexes.html5Email,
    regexes.rfc5322Email,
    regexes.unicodeEmail,
    regexes.browserEmail,
  ].map((regex) => regex.source),
);

/** Whether the format on the wire says all of a check that a client needs to know; zod still applies the whole check. */
const isFormat = ({ format, pattern, local }: ZodDef): boolean =>
  format === 'date' ||
  format === 'url' ||
  (format === 'datetime' && local !== true) ||
  (format === 'email' && pattern instanceof RegExp && EMAILS.has(pattern.source));

const quoted = (text: unknown): string => JSON.stringify(text);
const from = (position: unknown): string =>
  typeof position === 'number' ? `, from character ${position + 1} on` : '';

/** What a check of zod wants, in words, by its format. One that is not here is refused. */
const WORDS: Readonly<Record<string, (def: ZodDef) => string>> = {
  regex: ({ pattern }) => `Matches ${pattern}`,
  email: ({ pattern }) => `Matches ${pattern}`,
  starts_with: ({ prefix }) => `Begins with ${quoted(prefix)}`,
  ends_with: ({ suffix }) => `Ends with ${quoted(suffix)}`,
  includes: ({ includes, position }) => `Contains ${quoted(includes)}${from(position)}`,
  lowercase: () => 'In lower case',
  uppercase: () => 'In upper case',
  time: () => 'A time of day, such as 14:30:00',
  datetime: () => 'A date and time, such as 2026-01-31T14:30:00',
};

/** What the checks of a field become on the wire. */
export interface ToldChecks {
  /** The one that the checks have, or the author's annotation. */
  readonly format?: Json;
  /** What a form cannot carry, each in words: checked here, and told in the field's description. */
  readonly words: readonly string[];
  /** The patterns that the words or the format stand for. */
  readonly patterns: ReadonlySet<string>;
}

/**
 * Sorts the checks of a text, and all `.refine()`s, into what a format says and what has to be told in words: by the
 * check's own message if it has a fixed one, else by its pattern.
 * @throws ConfigError `invalid_schema` for a format that neither is one of a form's nor has words.
 */
export function toldChecks(path: string, schema: ZodSchema, json: JsonObject): ToldChecks {
  const all = [...layers(schema)].reverse().flatMap(checksOf);
  const texts = all.filter(({ check }) => check === 'string_format');
  const formats = texts.filter(isFormat);
  for (const def of texts)
    if (!isFormat(def) && !Object.hasOwn(WORDS, def.format as string))
      checkFormat(path, def.format as Json);
  const told = all.filter((def) => !formats.includes(def)).flatMap(wordsOf);
  const spelled = template(schema);
  const words = spelled === undefined ? told : [`Matches ${spelled}`, ...told];
  const format = annotated(json.format, texts) ?? wireName(formats[0]);
  const patterns = [spelled, ...texts.map(({ pattern }) => pattern)];
  return {
    ...(format === undefined ? {} : { format }),
    words,
    patterns: new Set(patterns.flatMap((it) => (it instanceof RegExp ? [it.source] : []))),
  };
}

const checksOf = ({ _zod: { def } }: ZodSchema): readonly ZodDef[] => [
  def,
  ...(Array.isArray(def.checks) ? (def.checks as readonly ZodSchema[]) : []).map(
    (check) => check._zod.def,
  ),
];

function wordsOf(def: ZodDef): readonly string[] {
  if (def.check !== 'string_format' && def.check !== 'custom') return [];
  // A message that was given as text is a function without parameters; one that looks at the answer says nothing yet.
  const fixed = typeof def.error === 'function' && def.error.length === 0 ? def.error() : undefined;
  if (typeof fixed === 'string' && fixed !== '') return [fixed];
  const words = def.check === 'custom' ? undefined : WORDS[def.format as string];
  return words === undefined ? [] : [words(def)];
}

const wireName = (def: ZodDef | undefined): string | undefined =>
  def && (WIRE[def.format as string] ?? (def.format as string));

/** A format that the author wrote by `.meta()`: zod writes the last check's name otherwise, a form's format or not. */
const annotated = (format: Json | undefined, texts: readonly ZodDef[]): Json | undefined =>
  texts.some((def) => def.format === format || wireName(def) === format) ? undefined : format;

/** The pattern of a template literal. */
function template(schema: ZodSchema): RegExp | undefined {
  const { def, pattern } = (layers(schema).at(-1) as ZodSchema)._zod;
  return def.type === 'template_literal' ? pattern : undefined;
}

/**
 * Refuses a pattern, or several, that no check stands for: an annotation of the author's, which zod does not apply.
 * @throws ConfigError `invalid_schema`.
 */
export function refuseForeignPattern(path: string, json: JsonObject, known: ReadonlySet<string>) {
  const { pattern, allOf } = json;
  const spelled = [pattern, ...(Array.isArray(allOf) ? allOf.map(onlyPattern) : [])];
  if (spelled.every((it) => it === undefined || known.has(it as string))) return;
  refuseField(
    path,
    `uses a pattern, which a form cannot carry`,
    'Use z.string().regex(): the answer is checked here, and the client is told in the description',
  );
}

const onlyPattern = (part: Json): Json =>
  isRecord(part) && Object.keys(part).every((key) => key === 'pattern' || key === 'type')
    ? (part.pattern ?? null)
    : null;

/** Adds what a form cannot carry to what the author says of a field. */
export function withWords(field: JsonObject, words: readonly string[]): JsonObject {
  const said = typeof field.description === 'string' ? field.description : '';
  const news = [...new Set(words)].filter((word) => !said.includes(word)).join('; ');
  if (news === '') return field;
  const gap = said === '' ? '' : /[.!?:;]$/.test(said) ? ' ' : '. ';
  return { ...field, description: `${said}${gap}${news}` };
}
