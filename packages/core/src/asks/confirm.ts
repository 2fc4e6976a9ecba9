import { ConfigError } from '../errors.js';
import { isRecord, type Json, type JsonObject, own } from '../json.js';
import { nullProblem } from '../options.js';
import { type Text, type Wording, wordsOf } from '../text.js';
import type { Ask } from './question.js';
import { messageOf, single } from './single.js';

/** The answer of a confirmation: `true`, or the text that had to be typed. */
type Confirmed<T> = T extends undefined ? true : T extends Text ? string : T;

/** The most UTF-16 units that a person has to type. */
const LONGEST_TYPE = 200;

/**
 * The one field, and its one harmless choice. First on the wire: hosts preselect what comes first.
 */
const FIELD = 'confirm';
const [NO, YES] = ['no', 'yes'];

/**
 * Asks a person for a yes, so that it cannot be given by accident: by nothing left out, filled in
 * or preselected. The answer is `true`; with `type`, the very text that the person had to type,
 * compared exactly (a wrong one is asked again, and costs an attempt). A no ends the call as a
 * decline does, through `declined` where there is one. It takes no default and no `optional`, and
 * its step may not be `presupplied`.
 * @throws ConfigError `invalid_ask` for an option that it does not have, and for a `type` that
 * nobody could type: blank, with space around it or characters that do not show, or longer than 200
 * UTF-16 units.
 */
export function confirm(
  message: Wording,
  options?: { readonly type?: undefined },
): Ask<true, 'form'>;
export function confirm<const T extends Wording | undefined>(
  message: Wording,
  options: { readonly type: T },
): Ask<Confirmed<T>, 'form'>;
export function confirm(given: Wording, options?: object): Ask<unknown, 'form'> {
  const message = messageOf('ask.confirm()', given);
  const type = typeIn(options);
  const yes = type ?? YES;
  const field: JsonObject =
    type === undefined
      ? { type: 'string', title: 'Confirm', enum: [NO, YES] }
      : { type: 'string', title: `Type "${type}" to confirm` };
  const requestedSchema = { type: 'object', properties: { [FIELD]: field }, required: [FIELD] };
  const params = { mode: 'form', message, requestedSchema };
  const problem =
    type === undefined ? `Choose "${NO}" or "${YES}".` : `The text must be exactly "${type}".`;
  return single(
    'form',
    { message, confirm: field },
    undefined,
    { method: 'elicitation/create', params },
    {
      read: (content) =>
        chosen(content) === yes
          ? { ok: true, value: type ?? true }
          : { ok: false, problem, field: FIELD },
      saysNo: (content) => type === undefined && chosen(content) === NO,
    },
  );
}

/**
 * Returns what says yes to a form that asks for one, as the wire carries it; `undefined` for any
 * other form. For tests.
 */
export function yesOf({ properties }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isRecord(properties) || Object.keys(properties).join() !== FIELD) return undefined;
  const field = own(properties, FIELD);
  if (!isRecord(field)) return undefined;
  const { title, enum: choices } = field as JsonObject;
  if (Array.isArray(choices)) return choices.join() === `${NO},${YES}` ? YES : undefined;
  return /^Type "(.*)" to confirm$/.exec(String(title))?.[1];
}

const chosen = (content: Json): unknown => (isRecord(content) ? own(content, FIELD) : undefined);

/** What has to be typed, checked; `undefined` for a choice. */
function typeIn(options: object | undefined): string | undefined {
  if (options === undefined) return undefined;
  const problem = nullProblem(options);
  if (problem !== undefined) throw new ConfigError('invalid_ask', `ask.confirm(): ${problem}`);
  if (!isRecord(options)) return refuse('the options are no object', 'Pass { type }, or nothing');
  const stray = Object.keys(options).find((name) => name !== 'type');
  if (stray !== undefined)
    refuse(
      `there is no option "${stray}"`,
      'A yes has no default and is never optional: its only option is `type`',
    );
  const given = own(options, 'type');
  if (given === undefined) return undefined;
  const type = wordsOf(given, 'ask.confirm(): type');
  if (type.trim() !== type || type === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(type))
    refuse(
      'type is blank, has space around it, or holds characters that do not show',
      'Pass a text that a person can read and type',
    );
  if (type.length > LONGEST_TYPE)
    refuse(`type has ${type.length} characters`, `Pass at most ${LONGEST_TYPE}`);
  return type;
}

function refuse(what: string, cure: string): never {
  throw new ConfigError('invalid_ask', `ask.confirm(): ${what}. ${cure}`);
}
