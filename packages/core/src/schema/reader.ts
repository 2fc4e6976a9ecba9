import type { Json, JsonObject } from '../json.js';

/** One thing wrong with untrusted data. `field` is a path such as `a.b[0]`, empty for the whole; neither holds the value. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** Reads untrusted data by a schema. `problems` name fields, never values. */
export type Reader = (value: unknown) => ReaderResult | Promise<ReaderResult>;
export type ReaderResult =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** What was read, where that is less than what was given. */
      readonly from?: unknown;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Accepted content read by the ask's own schema. `problem` is one sentence for the person answering, without the value. */
export type Reading =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** What was taken of the content: it reads as the same value. Hidden; absent: all that the question asked for. */
      readonly kept?: Json;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly field?: string;
      /** Names of the form's fields that did not fit; what is wrong may be the answer as a whole. */
      readonly misfits?: readonly string[];
    };

/** Says beside a reading what was taken of the content. */
export const keeping = (reading: Extract<Reading, { ok: true }>, kept: Json): Reading =>
  Object.defineProperty(reading, 'kept', { value: kept });

/** Compiles a raw JSON Schema once and validates with it. Handed in by serving, which owns the validator. */
export type JsonSchemaCompiler = (
  schema: JsonObject,
) => (
  value: unknown,
) =>
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly field?: string };

/** The part of Standard Schema that reading needs; every zod 4 schema has it (no `instanceof`: zod is a peer dependency). */
export interface StandardLike {
  readonly '~standard': { validate(value: unknown): StandardResult | Promise<StandardResult> };
}
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly unknown[] | undefined;
      }[];
    };

/** Longest field path or message passed on: record keys and unknown keys are the client's own text. */
const MAX_TEXT = 200;

/**
 * Makes a reader of a zod schema. Synchronous unless the schema has asynchronous checks. It throws only where the
 * author's own check throws.
 */
export function zodReader(schema: StandardLike): Reader {
  const { validate } = schema['~standard'];
  return (value) => {
    const result = validate(value);
    return result instanceof Promise ? result.then(readerResult) : readerResult(result);
  };
}

/** Makes a reader of a compiled raw JSON Schema. The value is handed on as it came. */
export function compiledReader(
  validate: ReturnType<JsonSchemaCompiler>,
): (value: unknown) => ReaderResult {
  return (value) => {
    const result = validate(value);
    return result.ok
      ? { ok: true, value }
      : { ok: false, problems: [{ field: cut(result.field ?? ''), message: cut(result.problem) }] };
  };
}

function readerResult(result: StandardResult): ReaderResult {
  if (result.issues === undefined) return { ok: true, value: result.value };
  return {
    ok: false,
    problems: result.issues.map((issue) => ({
      field: cut(pathText(issue.path ?? [])),
      message: cut(issue.message),
    })),
  };
}

/** Writes a path as `a.b[0]`. Standard Schema allows a segment to be `{ key }`. */
export function pathText(path: readonly unknown[]): string {
  return path.reduce<string>((text, segment) => {
    const key =
      typeof segment === 'object' && segment !== null && 'key' in segment ? segment.key : segment;
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

const cut = (text: string): string =>
  text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
