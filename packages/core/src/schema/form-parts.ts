import { type Digest, digestJson } from '../digest.js';
import { freezeDeep, isRecord, type Json, type JsonObject, own } from '../json.js';
import { type JsonSchemaCompiler, type Reader, type Reading, readingOf } from './reader.js';

/** The properties of a form, by field name. */
export type Fields = { readonly [name: string]: JsonObject };

/** What an ask needs of a form. Not part of the public surface. */
export interface FormParts {
  /** What the client is shown (spec: client/elicitation, Requested Schema). Frozen. */
  readonly requestedSchema: JsonObject;
  /** Of `requestedSchema`. */
  readonly digest: Digest;
  read(content: Json, compile: JsonSchemaCompiler): Reading | Promise<Reading>;
}

/** Puts a form together. `reader` makes or finds the reader of whole answers. */
export function formPartsOf(
  requestedSchema: JsonObject,
  reader: (compile: JsonSchemaCompiler) => Reader,
): FormParts {
  const fields = requestedSchema.properties as Fields;
  const finish = (reading: Reading, content: Json): Reading =>
    reading.ok ? (chosenTwice(content, fields) ?? reading) : reading;
  return Object.freeze({
    requestedSchema: freezeDeep(requestedSchema),
    digest: digestJson(requestedSchema),
    read(content: Json, compile: JsonSchemaCompiler) {
      const result = reader(compile)(content);
      return result instanceof Promise
        ? result.then((late) => finish(readingOf(late), content))
        : finish(readingOf(result), content);
    },
  });
}

/** A choice of several is a set; the restricted schema has no word for that, so it is checked here. */
function chosenTwice(content: Json, fields: Fields): Reading | undefined {
  if (!isRecord(content)) return undefined;
  for (const [field, { type }] of Object.entries(fields)) {
    const chosen = type === 'array' ? own(content, field) : undefined;
    if (Array.isArray(chosen) && new Set(chosen).size !== chosen.length)
      return { ok: false, problem: `${field}: choose each value once`, field };
  }
  return undefined;
}
