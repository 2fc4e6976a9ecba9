import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { mutated, originalOf } from '../prove/mutate.mjs';
import { MUTATIONS } from '../prove/mutations.mjs';
import { patternOf, stateOf } from '../prove/verdict.mjs';
import { ROOT } from '../steps.mjs';
import { documented, rulesOf } from './support/cases.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function file(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-mutate-'));
  folders.push(folder);
  writeFileSync(join(folder, 'a.ts'), text);
  return folder;
}

describe('the list of mutations', () => {
  it('still finds each text exactly once, and changes it', () => {
    const problems = MUTATIONS.flatMap((mutation) => {
      const found = originalOf(ROOT, mutation);
      return 'problem' in found ? [`${mutation.id} ${mutation.file}: ${found.problem}`] : [];
    });
    expect(problems).toEqual([]);
  });

  it('names tests that there are', () => {
    const missing = MUTATIONS.filter(({ test }) => !rulesOf(test.file).has(test.title)).map(
      ({ id, test }) => `${id} ${test.file}: ${test.title}`,
    );
    expect(missing).toEqual([]);
  });

  it('breaks every unsafe case of docs/cases.md, and names a test that stands there', () => {
    const cases = documented();
    const ids = new Set(MUTATIONS.map(({ id }) => id));
    expect(cases.filter(({ unsafe }) => unsafe).length).toBeGreaterThan(10);
    expect(cases.filter(({ id, unsafe }) => unsafe && !ids.has(id)).map(({ id }) => id)).toEqual(
      [],
    );
    const unknown = MUTATIONS.filter(
      ({ id, test }) =>
        !cases.some(
          (of) =>
            of.id === id &&
            of.tests.some(({ file: at, title }) => at === test.file && title === test.title),
        ),
    );
    expect(unknown.map(({ id, test }) => `${id} ${test.file}: ${test.title}`)).toEqual([]);
  });
});

describe('a text to break', () => {
  const mutation = { file: 'a.ts', text: 'if (a) b();', replacement: '$& c();' };

  it('must be there, once, and become another one', () => {
    expect(originalOf(file('x; if (a) b(); y;'), mutation)).toEqual({
      original: 'x; if (a) b(); y;',
      from: 3,
      to: 14,
    });
    expect(originalOf(file('x; y;'), mutation)).toMatchObject({
      problem: expect.stringMatching(/^the text is gone/),
    });
    expect(originalOf(file('if (a) b(); if (a) b();'), mutation)).toMatchObject({
      problem: expect.stringMatching(/^the text is there 2 times/),
    });
    expect(
      originalOf(file('if (a) b();'), { ...mutation, replacement: mutation.text }),
    ).toHaveProperty('problem');
    expect(originalOf(file(''), { ...mutation, file: 'b.ts' })).toEqual({
      problem: 'there is no b.ts',
    });
  });

  it('is found however a formatter has broken its lines', () => {
    const folder = file('y(\n  a,\n  b,\n);');
    expect(originalOf(folder, { ...mutation, text: 'y(a, b)' })).toMatchObject({ from: 0, to: 14 });
  });

  it('is broken as written while something looks, and mended also when that throws', async () => {
    const folder = file('x; if (a) b(); y;');
    const path = join(folder, 'a.ts');
    const seen: string[] = [];
    const look = async () => {
      seen.push(readFileSync(path, 'utf8'));
      throw new Error('no matter');
    };
    await expect(
      mutated(path, { original: 'x; if (a) b(); y;', from: 3, to: 14 }, mutation, look),
    ).rejects.toThrow('no matter');
    expect(seen).toEqual(['x; $& c(); y;']);
    expect(readFileSync(path, 'utf8')).toBe('x; if (a) b(); y;');
  });
});

describe('a mutation', () => {
  const report = (...tests: [string, string][]) => [
    { name: 'a.test.ts', assertionResults: tests.map(([title, status]) => ({ title, status })) },
  ];

  it('is proven by a red test alone: green, not run and not loaded say nothing', () => {
    expect(stateOf(report(['refuses it', 'failed']), 'refuses it')).toBe('red');
    expect(stateOf(report(['refuses it', 'passed']), 'refuses it')).toBe('green');
    expect(stateOf(report(['refuses it', 'skipped']), 'refuses it')).toBe('not run');
    expect(stateOf(report(['refuses it all', 'failed']), 'refuses it')).toBe('not run');
    expect(
      stateOf([{ name: 'a.test.ts', message: 'SyntaxError', assertionResults: [] }], 'refuses it'),
    ).toBe('not loaded');
    expect(stateOf([], 'refuses it')).toBe('not loaded');
  });

  it('finds the tests that it.each makes of one title, and takes the rest of a title literally', () => {
    expect(
      stateOf(
        report(['takes "x" (R5)', 'passed'], ['takes {"a":[1]} (R5)', 'failed']),
        'takes %j (R5)',
      ),
    ).toBe('red');
    expect(stateOf(report(['takes x', 'failed']), 'takes $name')).toBe('red');
    expect(patternOf('a (b) [c] $d')).toBe('a \\(b\\) \\[c\\] .*');
    expect(stateOf(report(['takes xRy', 'failed']), 'takes x.y')).toBe('not run');
  });
});
