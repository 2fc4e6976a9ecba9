import { isRecord, yesOf } from '@countersign/core/internal';
import type { GivenAnswers } from '../answers.js';
import type { AskView } from '../asks.js';
import type { Members } from '../members.js';

/** Answers that fit every open question, as far as a schema says what fits. */
export const madeUp = (asks: Readonly<Record<string, AskView>>): GivenAnswers =>
  Object.fromEntries(Object.entries(asks).map(([key, ask]) => [key, answerTo(ask)]));

function answerTo(ask: AskView): unknown {
  switch (ask.kind) {
    case 'form': {
      const confirm = yesOf(ask.requestedSchema);
      return confirm === undefined ? content(ask.requestedSchema, ask.fields) : { confirm };
    }
    case 'url':
      return true;
    case 'sample':
      return 'made up';
    case 'roots':
      return ['file:///made-up'];
  }
}

/** What is required, and nothing else. */
function content({ required }: Members, fields: Readonly<Record<string, Members>>): Members {
  const needed = Array.isArray(required) ? (required as unknown[]) : [];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      needed.includes(name) ? [[name, value(field)]] : [],
    ),
  );
}

/** The fields of a form are of few kinds (spec: client/elicitation, Requested Schema). */
function value(field: Members): unknown {
  if (field.default !== undefined) return field.default;
  const [choice] = choices(field);
  if (choice !== undefined) return choice;
  switch (field.type) {
    case 'boolean':
      return true;
    case 'integer':
      return Math.ceil(number(field));
    case 'number':
      return number(field);
    case 'array':
      return choices(isRecord(field.items) ? field.items : {}).slice(
        0,
        Math.max(1, Number(field.minItems ?? 0)),
      );
    default:
      return text(field);
  }
}

const choices = (field: Members): readonly unknown[] =>
  Array.isArray(field.enum)
    ? field.enum
    : [field.oneOf, field.anyOf].flatMap((titled) =>
        Array.isArray(titled) ? titled.map((each: Members) => each.const) : [],
      );

const number = ({ minimum, maximum }: Members): number =>
  Number(minimum ?? Math.min(0, Number(maximum ?? 0)));

const FORMATS: Readonly<Record<string, string>> = {
  email: 'made-up@example.test',
  uri: 'https://example.test/made-up',
  date: '2026-07-28',
  'date-time': '2026-07-28T00:00:00Z',
};

function text({ format, minLength, maxLength }: Members): string {
  const known = FORMATS[String(format)];
  return (
    known ??
    'made up'
      .padEnd(Number(minLength ?? 0), '.')
      .slice(0, Number(maxLength ?? Number.POSITIVE_INFINITY))
  );
}
