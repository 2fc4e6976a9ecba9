import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../steps.mjs';
import { documented, rulesOf } from './support/cases.ts';

const cases = documented();

describe('docs/cases.md', () => {
  it('names, for every case, tests that there are under that name', () => {
    expect(cases.length).toBeGreaterThan(40);
    expect(cases.filter(({ tests }) => tests.length === 0)).toEqual([]);
    const missing = cases.flatMap(({ id, tests }) =>
      tests
        .filter(({ file, title }) => !rulesOf(file).has(title))
        .map(({ file, title }) => `${id}: ${file}: ${title}`),
    );
    expect(missing).toEqual([]);
  });

  it('has every case once, in order', () => {
    const ids = cases.map(({ id }) => id);
    expect(ids.every((id) => /^(B\d\d|C\d\d|M\d{1,2})$/.test(id))).toBe(true);
    const byNumber = new Intl.Collator('en', { numeric: true });
    expect(ids).toEqual([...new Set(ids)].sort(byNumber.compare));
  });

  it('has no line in a list that is no test', () => {
    const lines = readFileSync(join(ROOT, 'docs/cases.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    expect(lines).toHaveLength(cases.flatMap(({ tests }) => tests).length);
  });
});

describe('the rules of a file', () => {
  it('are the titles of its tests, or what must not compile, and none of a file that is not there', () => {
    expect(rulesOf('scripts/test/cases.test.ts')).toContain('has every case once, in order');
    expect(rulesOf('packages/core/test/authoring/authoring.test-d.ts')).toContain(
      '`run` is no step',
    );
    expect(rulesOf('scripts/test/none.test.ts').size).toBe(0);
  });
});
