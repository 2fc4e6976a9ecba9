import type { Json } from '../json.js';

const EMAIL = /^[\w+'-]+(?:\.[\w+'-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i;
const URI = /^[a-z][a-z\d+.-]*:\/\/(?:[\w.~:/?#@!$&'()*+,;=-]|%[\da-f]{2})+$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const isDate = (text: string): boolean =>
  DATE.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => EMAIL.test(text),
  uri: (text) => URI.test(text) && URL.canParse(text),
  date: isDate,
  'date-time': (text) => text[10] === 'T' && isDate(text.slice(0, 10)) && TIME.test(text.slice(11)),
};

/**
 * Whether a value is of a form's format (RFC 5321, RFC 3986, RFC 3339), judged narrowly: what passes here passes every
 * validator, and some of what is valid does not pass. `undefined` is no format, and fits everything.
 */
export const isOfFormat = (format: Json | undefined, value: Json): boolean =>
  format === undefined ||
  (typeof value === 'string' && (FORMATS[format as string]?.(value) ?? false));
