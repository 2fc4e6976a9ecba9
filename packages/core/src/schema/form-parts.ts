import { type Digest, digestJson } from '../digest.js';
import { freezeDeep, isRecord, type Json, type JsonObject, only, own } from '../json.js';
import {
  type JsonSchemaCompiler,
  keeping,
  type Problem,
  type Reader,
  type ReaderResult,
  type Reading,
} from './reader.js';
import { refilled } from './refill.js';

/** The properties of a form, by field name. */
export type Fields = { readonly [name: string]: JsonObject };

/** What an ask needs of a form. Not part of the public surface. */
export interface FormParts {
  /** What the client is shown (spec: client/elicitation, Requested Schema). Frozen. */
  readonly requestedSchema: JsonObject;
  /** Of `requestedSchema`. */
  readonly digest: Digest;
  read(content: Json, compile: JsonSchemaCompiler): Reading | Promise<Reading>;
  /** `requestedSchema` for an answer that did not fit: what fitted comes back as defaults. */
  refill(content: Json, misfits: readonly string[]): JsonObject;
}

/** Most problems that one message names. */
const MAX_PROBLEMS = 3;

/**
 * Puts a form together. `reader` makes or finds the reader of whole answers; `filled` are defaults that read as the
 * same value, whether they were sent or left out.
 */
export function formPartsOf(
  requestedSchema: JsonObject,
  reader: (compile: JsonSchemaCompiler) => Reader,
  filled: JsonObject = {},
): FormParts {
  const fields = requestedSchema.properties as Fields;
  const finish = (result: ReaderResult, content: Json): Reading => {
    const problems = result.ok ? chosenTwice(content, fields) : result.problems;
    if (!result.ok || problems.length > 0) return misfit(problems, content, fields);
    const read = result.from ?? content;
    return keeping({ ok: true, value: result.value }, { ...filled, ...only(read, fields) });
  };
  return Object.freeze({
    requestedSchema: freezeDeep(requestedSchema),
    digest: digestJson(requestedSchema),
    read(content: Json, compile: JsonSchemaCompiler) {
      const result = reader(compile)(content);
      return result instanceof Promise
        ? result.then((late) => finish(late, content))
        : finish(result, content);
    },
    refill: (content: Json, misfits: readonly string[]) =>
      refilled(requestedSchema, content, misfits),
  });
}

/** Sums up problems in one sentence for whoever has to answer again: people know a field by its title. */
function misfit(problems: readonly Problem[], content: Json, fields: Fields): Reading {
  const names = Object.keys(fields);
  const nameOf = ({ field }: Problem): string | undefined =>
    names.find((name) => field === name) ??
    names.find((name) => field.startsWith(`${name}.`) || field.startsWith(`${name}[`));
  const said = problems.slice(0, MAX_PROBLEMS).map((problem) => {
    const name = nameOf(problem);
    if (name === undefined)
      return problem.field === '' ? problem.message : `${problem.field}: ${problem.message}`;
    const title = fields[name]?.title;
    const message = missing(content, name, problem) ? 'needs an answer' : problem.message;
    return `${typeof title === 'string' ? title : name}: ${message}`;
  });
  const field = problems[0]?.field;
  const misfits = problems.flatMap((problem) => nameOf(problem) ?? []);
  return {
    ok: false,
    problem: said.join('; '),
    ...(field ? { field } : {}),
    ...(misfits.length > 0 ? { misfits } : {}),
  };
}

/** Whether zod speaks in its own words of a field that was left out: they are no words for people. */
const missing = (content: Json, name: string, { field, message }: Problem): boolean =>
  field === name &&
  isRecord(content) &&
  own(content, name) === undefined &&
  message.endsWith('received undefined');

/** A choice of several is a set; the restricted schema has no word for that, so it is checked here. */
const chosenTwice = (content: Json, fields: Fields): readonly Problem[] =>
  Object.entries(fields).flatMap(([field, { type }]) => {
    const chosen = type === 'array' && isRecord(content) ? own(content, field) : undefined;
    return Array.isArray(chosen) && new Set(chosen).size !== chosen.length
      ? [{ field, message: 'choose each value once' }]
      : [];
  });
