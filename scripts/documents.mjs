// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, StepError } from './steps.mjs';

/**
 * A ```ts block of a document.
 * @typedef {object} Block
 * @property {string} document path from the top of the repository
 * @property {number} line where its code begins in the document, from 1
 * @property {string | undefined} name `deploy.ts`, if its first line is `// deploy.ts`: a file that the document's other blocks can import
 * @property {string} code as readers see it
 * @property {string} given what the comment before the block says goes without saying, in lines that are compiled before it
 * @property {boolean} fragment not compiled, only parsed: ```ts fragment
 */

/**
 * @typedef {object} Document
 * @property {string} path from the top of the repository
 * @property {string[]} beside documents whose named files it builds on: `<!-- beside README.md -->`
 * @property {Block[]} blocks
 */

/** Everything that people read and that may hold code; not what is generated from the sources. */
export function documents() {
  const readmes = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  const guides = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...readmes, ...guides.map((name) => `docs/${name}`)]
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => readDocument(path, readFileSync(join(ROOT, path), 'utf8')));
}

/**
 * Finds the code of a document. A block is TypeScript if it is fenced by ```ts; other words for it would leave a block unchecked.
 * @param {string} path
 * @param {string} text
 * @returns {Document}
 */
export function readDocument(path, text) {
  const at = (/** @type {number} */ index) => text.slice(0, index).split('\n').length;
  const indented = /^(?:[ \t]+```|[ \t]*~~~)/m.exec(text);
  if (indented !== null)
    throw new StepError(
      `${path}:${at(indented.index)}: begin fences at the first column, by \`\`\``,
    );
  /** @type {Block[]} */
  const blocks = [];
  for (const { index, 1: given = '', 2: info = '', 3: code = '' } of text.matchAll(
    /(?:^<!-- given\n([\s\S]*?)^-->\n+)?^```([^\n`]*)\n([\s\S]*?)^```$/gm,
  )) {
    const [language, ...marks] = info.trim().split(/\s+/);
    const line = at(text.indexOf('```', index)) + 1;
    if (language !== 'ts') {
      if (/^(typescript|tsx|mts|cts|javascript|js|mjs)$/i.test(language ?? ''))
        throw new StepError(`${path}:${line}: fence code as \`\`\`ts`);
      continue;
    }
    if (marks.some((mark) => mark !== 'fragment'))
      throw new StepError(`${path}:${line}: \`\`\`ts takes "fragment" and nothing else`);
    const name = /^\/\/ ([\w.-]+\.ts)\b/.exec(code)?.[1];
    if (name !== undefined && blocks.some((block) => block.name === name))
      throw new StepError(`${path}:${line}: a second ${name}`);
    blocks.push({ document: path, line, name, code, given, fragment: marks.length > 0 });
  }
  const beside = [...text.matchAll(/^<!-- beside (\S+) -->$/gm)].map(([, other = '']) => other);
  return { path, beside, blocks };
}
