import { isRecord, yesOf } from '@countersign/core/internal';
import type { AskView } from './asks.js';

/**
 * Answers by wire key, short for an accept: `true` or `false` for a confirmation, or the text that
 * it wants typed; the content of a form, `true` for a URL, a text or a message for a sample, URIs
 * or roots for roots. `'decline'` and `'cancel'` refuse a form or a URL. The members of an
 * `ask.all` may stand under their step: `{ files: { a: {…}, b: {…} } }`.
 */
export type GivenAnswers = Readonly<Record<string, unknown>>;

/** What a client's model wrote: its text, or a message of which role and model may be left out. */
export type GivenSample =
  | string
  | {
      readonly content: unknown;
      readonly role?: string;
      readonly model?: string;
      readonly stopReason?: string;
    };

/** What a client lets the server work on: URIs, or roots with names. */
export type GivenRoots = readonly (string | { readonly uri: string; readonly name?: string })[];

type Asks = Readonly<Record<string, AskView>>;

/** Writes short answers as the wire has them. Throws `TypeError` for a key that is not asked and for what cannot answer its question. */
export function wireAnswers(asks: Asks, given: GivenAnswers): Record<string, unknown> {
  const written = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    if (Object.hasOwn(asks, key)) return [[key, accepted(key, askAt(asks, key), value)]];
    const hasMembers = Object.keys(asks).some((asked) => asked.startsWith(`${key}.`));
    if (!hasMembers || !isRecord(value)) throw notAsked(asks, key);
    return Object.entries(value).map(([member, answer]) => [
      `${key}.${member}`,
      accepted(key, askAt(asks, `${key}.${member}`), answer),
    ]);
  });
  return Object.fromEntries(written);
}

/** The open question of that key. Throws `TypeError` naming those that there are. */
export function askAt(asks: Asks, key: string): AskView {
  const ask = Object.hasOwn(asks, key) ? asks[key] : undefined;
  if (ask === undefined) throw notAsked(asks, key);
  return ask;
}

/** The key of the only question of a kind. Throws `TypeError` when there are none or several. */
export function onlyOf(asks: Asks, kind: AskView['kind']): string {
  const [key, ...others] = Object.keys(asks).filter((asked) => asks[asked]?.kind === kind);
  if (key === undefined || others.length > 0) {
    throw new TypeError(
      `${key === undefined ? 'no' : 'more than one'} question of kind ${kind} is open; use answer({ step: … })`,
    );
  }
  return key;
}

/** Refuses a question without one. Only elicitation has these actions (spec: client/elicitation, Response Actions). */
export function refusal(
  asks: Asks,
  key: string,
  action: 'decline' | 'cancel',
): Record<string, unknown> {
  const { kind } = askAt(asks, key);
  if (kind !== 'form' && kind !== 'url')
    throw new TypeError(
      `${key}: a ${kind} cannot be answered by ${action}; use answerRaw() to send it all the same`,
    );
  return { [key]: { action } };
}

const notAsked = (asks: Asks, key: string) =>
  new TypeError(
    `${key} is not asked; ${Object.keys(asks).join(', ') || 'nothing'} is. Use answerRaw() to send it all the same`,
  );

/**
 * The content that a short answer to a confirmation stands for: `true`, `false`, or the text that
 * is typed.
 */
function confirmed(yes: string, value: boolean | string): unknown {
  if (value === false && yes !== 'yes') return { action: 'decline' };
  const confirm = value === true ? yes : value === false ? 'no' : value;
  return { action: 'accept', content: { confirm } };
}

function accepted(key: string, ask: AskView, value: unknown): unknown {
  const { kind } = ask;
  const needs = (what: string) =>
    new TypeError(
      `${key}: a ${kind} is answered by ${what}; use answerRaw() to send anything else`,
    );
  if ((kind === 'form' || kind === 'url') && (value === 'decline' || value === 'cancel'))
    return { action: value };
  switch (kind) {
    case 'form': {
      const yes = yesOf(ask.requestedSchema);
      if (yes !== undefined && (typeof value === 'boolean' || typeof value === 'string'))
        return confirmed(yes, value);
      if (!isRecord(value))
        throw needs("the content of its form, an object, or by 'decline' or 'cancel'");
      return { action: 'accept', content: value };
    }
    case 'url':
      if (value !== true) throw needs("true, or by 'decline' or 'cancel'");
      return { action: 'accept' };
    case 'sample':
      if (typeof value !== 'string' && !isRecord(value)) throw needs('a text or a message');
      return sampled(value as GivenSample);
    case 'roots':
      if (!Array.isArray(value)) throw needs('a list of URIs or roots');
      return {
        roots: (value as GivenRoots).map((root) =>
          typeof root === 'string' ? { uri: root } : root,
        ),
      };
  }
}

function sampled(given: GivenSample): unknown {
  const message = typeof given === 'string' ? { content: { type: 'text', text: given } } : given;
  return { role: 'assistant', model: 'play', ...message };
}
