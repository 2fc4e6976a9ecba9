// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One way to break the code, and the test that has to notice.
 * @typedef {object} Mutation
 * @property {string} id The case of docs/cases.md that it belongs to.
 * @property {string} what What goes wrong then.
 * @property {string} file Paths are relative to the top of the repository.
 * @property {string} text Occurs exactly once in the file.
 * @property {string} replacement
 * @property {{ file: string, title: string }} test The title as it is written, placeholders of `it.each` included.
 */

/**
 * Finds what is to be broken.
 * @param {string} root
 * @param {Pick<Mutation, 'file' | 'text' | 'replacement'>} mutation
 * @returns {{ original: string } | { problem: string }}
 */
export function originalOf(root, { file, text, replacement }) {
  const path = join(root, file);
  if (!existsSync(path)) return { problem: `there is no ${file}` };
  const original = readFileSync(path, 'utf8');
  const times = original.split(text).length - 1;
  if (times !== 1) return { problem: `the text is ${times === 0 ? 'gone' : `there ${times} times`}: ${JSON.stringify(text)}` };
  return text === replacement ? { problem: 'the replacement changes nothing' } : { original };
}

/**
 * Runs something against the broken file, and mends it again.
 * @template R
 * @param {string} path
 * @param {string} original
 * @param {Pick<Mutation, 'text' | 'replacement'>} mutation
 * @param {() => Promise<R>} look
 * @returns {Promise<R>}
 */
export async function mutated(path, original, { text, replacement }, look) {
  // By a function: a `$` in the replacement is a `$`.
  writeFileSync(
    path,
    original.replace(text, () => replacement),
  );
  try {
    return await look();
  } finally {
    writeFileSync(path, original);
  }
}
