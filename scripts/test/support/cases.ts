import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsIn } from '../../../packages/shim-legacy/test/pins/tests.ts';
import { ROOT } from '../../steps.mjs';

export interface Case {
  readonly id: string;
  /** Whether an action that nobody agreed to, or a leak, is what goes wrong. */
  readonly unsafe: boolean;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The cases that docs/cases.md tells of, in its order. */
export function documented(
  page = readFileSync(join(ROOT, 'docs/cases.md'), 'utf8'),
): readonly Case[] {
  return page
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      id: section.slice(0, section.indexOf(':')),
      unsafe: section.includes('**Unsafe'),
      tests: [...section.matchAll(/^- `(.+?)`: (.+)$/gm)].map(([, file = '', title = '']) => ({
        file,
        title,
      })),
    }));
}

const read = new Map<string, ReadonlySet<string>>();

/** The rules of a file: titles of its tests that run; of types that are tested, what must not compile. Each file is read once. */
export function rulesOf(file: string): ReadonlySet<string> {
  const rules = read.get(file) ?? rulesIn(file);
  read.set(file, rules);
  return rules;
}

function rulesIn(file: string): ReadonlySet<string> {
  const path = join(ROOT, file);
  if (!existsSync(path)) return new Set();
  const source = readFileSync(path, 'utf8');
  if (file.endsWith('.test-d.ts'))
    return new Set([...source.matchAll(/@ts-expect-error (.+)$/gm)].map(([, rule = '']) => rule));
  return new Set(testsIn(source).map(({ title }) => title));
}
