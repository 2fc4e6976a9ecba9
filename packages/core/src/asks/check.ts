import { ConfigError } from '../errors.js';
import { frozenCopy } from '../json.js';
import { type Text, wordsOf } from '../text.js';
import type { Question } from './question.js';

/** What is wrong with an answer, in words for the person who gave it; `undefined` for nothing. */
export type Problem = string | Text | undefined;

/**
 * Checks an answer that fits its form against what only the step knows: its input, and the answers that it read. Called
 * for a new answer, and in every later round for the one that was taken; so it is pure, and cheap. What it throws is the
 * author's error, and fails the call.
 */
export type Check<A> = (answer: A) => Problem | Promise<Problem>;

type Read = Question['read'];

/** Adds a check to what reads an answer. A problem is a misfit: the question is put again with it (R5). */
export function checked(read: Read, check: Check<never> | undefined): Read {
  if (check === undefined) return read;
  if (typeof check !== 'function')
    throw new ConfigError('invalid_ask', 'ask.form(): check must be a function of the answer');
  return async (content, compile) => {
    const reading = await read(content, compile);
    if (!reading.ok) return reading;
    const problem: unknown = await check(frozenCopy(reading.value) as never);
    if (problem === undefined) return reading;
    return { ok: false, problem: problemOf(problem) };
  };
}

function problemOf(given: unknown): string {
  const problem =
    given === null || typeof given === 'boolean' || typeof given === 'number'
      ? ''
      : wordsOf(given, 'ask.form(): what check returned');
  if (problem === '')
    throw new ConfigError(
      'invalid_ask',
      'ask.form(): check returned no text. Return what is wrong in words, or undefined',
    );
  return problem;
}
