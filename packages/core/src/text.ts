import { type ConfigCode, ConfigError } from './errors.js';

declare const meant: unique symbol;

/** A text that is meant word for word: made by `ask.text`, and taken wherever a message, title or URL is. */
export interface Text {
  readonly [meant]: true;
  /** The text itself. */
  toString(): string;
}

/** What may stand in an `ask.text` template. */
export type TextValue = string | number | boolean | bigint | Text;

/** A message, title or URL: plain text, or one whose words are meant as they are. */
export type Wording = string | Text;

/** Marks our texts across duplicate copies of this package. */
const TEXT = Symbol.for('countersign.text');

/**
 * What JavaScript writes for a value that is no text: an object, a promise, or what is not there. Only whole words count,
 * so that "nullable" passes.
 */
const SLIP =
  /\[object [^\]]*\]?|(?<![\p{L}\p{N}_])(?:undefined|NaN|null|Invalid Date)(?![\p{L}\p{N}_])/u;

const AWAIT = 'Await it, or name its field';
const MEANT = `${AWAIT}; if the text is meant, write it with ask.text`;

/**
 * Writes a text whose values are checked and whose words are free: `` ask.text`Delete ${count} rows?` ``. A value is a
 * string, a finite number, a boolean, a bigint or another such text; anything else does not compile.
 *
 * Plain strings are taken as well, but one that holds `[object …]`, or `undefined`, `NaN` or `null` as a word, is
 * refused: most likely a value slipped in that nobody awaited. Data that may hold such words goes into `ask.text`.
 * @throws ConfigError `invalid_ask` for a value that is no text, by its place in the template and never by its content.
 */
export function text(words: TemplateStringsArray, ...values: readonly TextValue[]): Text {
  if (!Array.isArray(words) || !Array.isArray(words.raw))
    throw new ConfigError('invalid_ask', 'ask.text is a tag: write it before a template');
  if (words.includes(undefined as never))
    throw new ConfigError('invalid_ask', 'ask.text: an escape in the template is no JavaScript');
  values.forEach((value, at) => {
    if (isText(value) || (typeof value !== 'number' && SIMPLE.has(typeof value))) return;
    if (typeof value === 'number' && Number.isFinite(value)) return;
    throw new ConfigError(
      'invalid_ask',
      `ask.text: value ${at + 1} is ${kindOf(value)}, and no text. ${AWAIT}`,
    );
  });
  const written = String.raw({ raw: words }, ...values.map(String));
  return Object.freeze(
    Object.defineProperties(
      {},
      {
        [TEXT]: { value: written },
        toString: { value: () => written },
        toJSON: { value: () => written },
      },
    ),
  ) as unknown as Text;
}

const SIMPLE: ReadonlySet<string> = new Set(['string', 'boolean', 'bigint']);

/** Tells what `ask.text` made. */
export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && TEXT in value;

function kindOf(value: unknown): string {
  if (typeof value === 'number') return 'no finite number';
  if (value === null || value === undefined) return String(value);
  if (value instanceof Promise) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What slipped into a text, if anything, in a form that is safe to repeat. */
export function slipIn(written: string): string | undefined {
  const slip = SLIP.exec(written)?.[0];
  return slip === undefined || /^(\[object [A-Z]\w{0,30}\]|[\w ]+)$/.test(slip)
    ? slip
    : '[object …]';
}

/**
 * Returns the text of a message or title, checked. `where` begins the error, as in `ask.form(): the message`.
 * @throws ConfigError for what is no text, and for a plain string into which a value slipped that is none.
 */
export function wordsOf(given: unknown, where: string, code: ConfigCode = 'invalid_ask'): string {
  if (isText(given)) return String(given);
  if (typeof given !== 'string')
    throw new ConfigError(code, `${where} is ${kindOf(given)}, and no text. ${AWAIT}`);
  return refuseSlip(given, slipIn(given), where, code);
}

/**
 * Returns the text of a URL, checked part by part, since values arrive there percent-encoded (RFC 3986 §2.1) or as a form
 * encodes them. Errors never repeat it: it may hold a one-time token.
 * @throws ConfigError as `wordsOf`.
 */
export function addressOf(given: unknown, where: string): string {
  if (typeof given !== 'string') return wordsOf(given, where);
  const parts = given.split(/[/?&=#]/).map(decoded);
  return refuseSlip(given, parts.map(slipIn).find(Boolean), where, 'invalid_ask');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

function refuseSlip(
  given: string,
  slip: string | undefined,
  where: string,
  code: ConfigCode,
): string {
  if (slip === undefined) return given;
  throw new ConfigError(code, `${where} holds "${slip}". ${MEANT}`);
}
