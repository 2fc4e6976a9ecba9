import { isRecord, type JsonObject, own } from '../json.js';
import type { Reader, ReaderResult } from './reader.js';

/** Whether a field was left empty. Form clients send these for what nobody touched, and for what was cleared. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The fields of a form that may be left out: optional ones, and those with a default. */
export function leavable({ properties, required }: JsonObject): ReadonlySet<string> {
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  return new Set(Object.keys(properties as JsonObject).filter((name) => !needed.has(name)));
}

/** Copies an answer without the fields named. */
export const without = (content: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)));

/**
 * Reads a blank that does not fit as left out, in the fields that may be left out (R5): nobody could correct it, since nothing is
 * what they wanted to say. A blank that fits stays, and a field that must be there is never left out.
 */
export function leavingBlanksOut(read: Reader, fields: ReadonlySet<string>): Reader {
  const settle = (result: ReaderResult, content: unknown): ReturnType<Reader> => {
    if (result.ok) return { ...result, from: content };
    if (!isRecord(content)) return result;
    const blank = result.problems
      .map(({ field }) => field)
      .filter((field) => fields.has(field) && isBlank(own(content, field)));
    // Every turn leaves out a field more, so this ends.
    return blank.length === 0 ? result : reading(without(content, blank));
  };
  const reading: Reader = (content) => {
    const result = read(content);
    return result instanceof Promise
      ? result.then((late) => settle(late, content))
      : settle(result, content);
  };
  return reading;
}
