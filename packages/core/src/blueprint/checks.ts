import { type ConfigCode, ConfigError } from '../errors.js';
import { isRecord } from '../json.js';
import { BARE } from '../metadata/keys.js';
import { type Middleware, useProblem } from '../middleware.js';
import { notNull, nullProblem } from '../options.js';
import { throughJson } from '../strict-json.js';

/** A decorator's options while they are checked: nothing about them is believed, since JavaScript callers have no types. */
export interface Options {
  /** Begins every message: `Deploy: @Tool`, or `Deploy.confirm: @Elicit`. */
  readonly where: string;
  readonly given: Readonly<Record<string, unknown>>;
}

export const configError = (
  code: ConfigCode,
  where: string,
  problem: string,
  options?: ErrorOptions,
): ConfigError => new ConfigError(code, `${where}: ${problem}`, options);

const invalid = (where: string, problem: string) => configError('invalid_option', where, problem);

/** Takes the options of a decorator and refuses those it does not know: a misspelt `presuplied` must not pass for absent. */
export function optionsOf(given: unknown, known: readonly string[], where: string): Options {
  if (given === BARE) throw invalid(where, 'the decorator is not called. Write its parentheses');
  const problem = nullProblem(given);
  if (problem !== undefined) throw invalid(where, problem);
  if (!isRecord(given)) throw invalid(where, 'its options must be an object');
  for (const name of Object.keys(given)) {
    if (!known.includes(name))
      throw invalid(where, `unknown option "${name}". It takes ${known.join(', ') || 'none'}`);
  }
  return { where, given };
}

/** A string that is not blank, or absent. */
export function text({ where, given }: Options, name: string): string | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.trim() === '')
    throw invalid(where, `${name} must be a string that is not empty`);
  return value;
}

export function requiredText(options: Options, name: string): string {
  const value = text(options, name);
  if (value === undefined) throw invalid(options.where, `${name} is missing`);
  return value;
}

export function flag({ where, given }: Options, name: string): boolean {
  const value = given[name] ?? false;
  if (typeof value !== 'boolean') throw invalid(where, `${name} must be true or false`);
  return value;
}

/** A function that judges, or absent. */
export function predicate<F>({ where, given }: Options, name: string): F | undefined {
  const value = given[name];
  if (value !== undefined && typeof value !== 'function')
    throw invalid(where, `${name} must be a function that returns true or false`);
  return value as F | undefined;
}

/** A whole number of at least 1, or absent. */
export function count(
  { where, given }: Options,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most) {
    throw invalid(
      where,
      `${name} must be a whole number from 1${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
    );
  }
  return value;
}

/** A value that is listed as it is: an object, or a list of objects, made of JSON. */
export function listed(
  { where, given }: Options,
  name: string,
  shape: 'object' | 'objects',
): unknown {
  const value = given[name];
  if (value === undefined) return undefined;
  const fits =
    shape === 'object'
      ? isRecord(value)
      : Array.isArray(value) && Array.from(value).every(isRecord);
  if (!fits)
    throw invalid(
      where,
      `${name} must be ${shape === 'object' ? 'an object' : 'a list of objects'}`,
    );
  for (const [at, part] of [value].flat().entries())
    if (name !== '_meta' && Object.values(part as object).includes(null))
      throw invalid(where, notNull(`a member of ${name}${shape === 'objects' ? `[${at}]` : ''}`));
  try {
    return throughJson(value);
  } catch (cause) {
    throw configError('invalid_option', where, `${name} cannot be written as JSON`, { cause });
  }
}

/** Scope tokens (RFC 6749 §3.3): no blanks, quotes or backslashes. */
export function scopes({ where, given }: Options): readonly string[] {
  const value = given.scopes ?? [];
  if (
    !Array.isArray(value) ||
    !Array.from(value).every(
      (scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope),
    )
  ) {
    throw invalid(
      where,
      'scopes must be a list of scope names, each without blanks, quotes and backslashes',
    );
  }
  return Object.freeze([...value]);
}

/** The component's own middleware. */
export function middleware({ where, given }: Options): readonly Middleware[] {
  const value = given.use ?? [];
  const problem = useProblem(value);
  if (problem !== undefined) throw invalid(where, problem);
  return Object.freeze([...(value as readonly Middleware[])]);
}
