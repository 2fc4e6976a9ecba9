import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../documents.mjs';
import { ROOT } from '../steps.mjs';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '');

/** As GitHub names the headings of a document. */
const anchors = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a document that lead nowhere: to no file, or to no heading of one. */
function broken(path: string): string[] {
  const targets = [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => target,
  );
  return targets.filter((target) => {
    if (/^https?:\/\//.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, to))) return true;
    return anchor !== undefined && !anchors(read(to)).includes(anchor);
  });
}

describe('a document', () => {
  it.each(documents().map(({ path }) => path))('has links that lead somewhere: %s', (path) => {
    expect(broken(path)).toEqual([]);
  });
});

describe('the README', () => {
  it('leads to every guide', () => {
    const guides = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
    expect(guides.filter((name) => !read('README.md').includes(`](docs/${name})`))).toEqual([]);
  });
});
