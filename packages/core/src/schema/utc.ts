import { isRecord } from '../json.js';
import type { Reader, ReaderResult } from './reader.js';

/** RFC 3339 §5.6: letters of either case, a blank for the T, any offset. */
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** Writes a time of any offset in UTC, with the fraction it had; what is no such time stays. */
export function utc(text: string): string {
  const [, date, time, fraction = '', sign, hours, minutes] = DATE_TIME.exec(text) ?? [];
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  const at = Date.parse(`${date}T${time}Z`) - ahead * 60_000;
  if (Number.isNaN(at) || !isDay(String(date))) return text;
  return `${new Date(at).toISOString().slice(0, 19)}${fraction}Z`;
}

/** `Date` makes the first of March of a 30 February. */
const isDay = (date: string): boolean =>
  new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);

/**
 * Reads an answer once more with its times in UTC, where it did not fit. A form says `date-time`, which takes any offset,
 * and has no word for `z.iso.datetime()`, which takes UTC alone: it is the same time.
 */
export function readingTimes(read: Reader, times: readonly string[]): Reader {
  if (times.length === 0) return read;
  return (value) => {
    const again = (first: ReaderResult): ReturnType<Reader> => {
      if (first.ok || !isRecord(value)) return first;
      const inUtc = times.flatMap((name) => {
        const given = Object.hasOwn(value, name) ? value[name] : undefined;
        const written = typeof given === 'string' ? utc(given) : given;
        return written === given ? [] : [[name, written] as const];
      });
      if (inUtc.length === 0) return first;
      const second = read({ ...value, ...Object.fromEntries(inUtc) });
      const better = (late: ReaderResult) => (late.ok ? late : first);
      return second instanceof Promise ? second.then(better) : better(second);
    };
    const first = read(value);
    return first instanceof Promise ? first.then(again) : again(first);
  };
}
