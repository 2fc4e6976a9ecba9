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
 * The characters of a text that a formatter never changes, each with its place: white space and trailing commas are left out.
 * @param {string} text
 */
function essence(text) {
  const places = [];
  let characters = '';
  for (let at = 0; at < text.length; at++) {
    if (/\s/.test(text.charAt(at))) continue;
    if (/^,\s*[)\]}]/.test(text.slice(at, at + 120))) continue;
    places.push(at);
    characters += text.charAt(at);
  }
  return { characters, places };
}

/**
 * Finds what is to be broken, however the formatter has broken its lines.
 * @param {string} root
 * @param {Pick<Mutation, 'file' | 'text' | 'replacement'>} mutation
 * @returns {{ original: string, from: number, to: number } | { problem: string }}
 */
export function originalOf(root, { file, text, replacement }) {
  const path = join(root, file);
  if (!existsSync(path)) return { problem: `there is no ${file}` };
  const original = readFileSync(path, 'utf8');
  const { characters, places } = essence(original);
  const wanted = essence(text).characters;
  const times = characters.split(wanted).length - 1;
  if (times !== 1) {
    const found = times === 0 ? 'gone' : `there ${times} times`;
    return { problem: `the text is ${found}: ${JSON.stringify(text)}` };
  }
  if (text === replacement) return { problem: 'the replacement changes nothing' };
  const first = characters.indexOf(wanted);
  const from = places[first] ?? 0;
  const to = (places[first + wanted.length - 1] ?? 0) + 1;
  return { original, from, to };
}

/**
 * Runs something against the broken file, and mends it again.
 * @template R
 * @param {string} path
 * @param {{ original: string, from: number, to: number }} found As `originalOf` finds it.
 * @param {Pick<Mutation, 'replacement'>} mutation
 * @param {() => Promise<R>} look
 * @returns {Promise<R>}
 */
export async function mutated(path, { original, from, to }, { replacement }, look) {
  writeFileSync(path, original.slice(0, from) + replacement + original.slice(to));
  try {
    return await look();
  } finally {
    writeFileSync(path, original);
  }
}
