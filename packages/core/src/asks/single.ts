import { fingerprint } from '../digest.js';
import { ConfigError } from '../errors.js';
import { nullProblem } from '../options.js';
import { type Wording, wordsOf } from '../text.js';
import { needsOf } from './capabilities.js';
import { type Ask, askOf, type Question, type WireAsk } from './question.js';

/** Options of a single ask, as its overloads take them. */
export type AskOptions = { readonly optional?: true | undefined } | undefined;

/**
 * Makes a question. `what` is the part that R2 compares: the question as the method returned it.
 */
export function single<K extends Question['kind']>(
  kind: K,
  what: object,
  options: AskOptions,
  wire: WireAsk,
  reading: Pick<Question, 'read' | 'refill' | 'saysNo'>,
): Ask<unknown, K> {
  const problem = options === undefined ? undefined : nullProblem(options);
  if (problem !== undefined) throw new ConfigError('invalid_ask', `ask.${kind}(): ${problem}`);
  const optional = options?.optional === true;
  const digest = fingerprint({ kind, what, optional });
  return askOf(kind, {
    one: Object.freeze({ kind, optional, wire, needs: needsOf(wire), digest, ...reading }),
  });
}

/** The text of a message, checked (M5). */
export function messageOf(where: string, given: Wording): string {
  const message = wordsOf(given, `${where}: the message`);
  if (message === '')
    throw new ConfigError('invalid_ask', `${where}: the message must say what is asked`);
  return message;
}
