import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MODES } from '../support/modes.js';
import { type NamedTest, testsIn, testsOf } from './tests.js';

const PACKAGE = new URL('../../', import.meta.url);
const [prose = '', list = ''] = readFileSync(new URL('../../docs/eras.md', PACKAGE), 'utf8').split(
  '\n## The tests\n',
);

interface Footnote {
  readonly file: string;
  readonly title: string;
}
const definitions = [...list.matchAll(/^\[\^([\w-]+)\]: `(.+?)`: (.+)$/gm)].map(
  ([, name = '', file = '', title = '']) => [name, { file, title }] as const,
);
const footnotes: ReadonlyMap<string, Footnote> = new Map(definitions);
const marksIn = (text: string) =>
  [...text.matchAll(/\[\^([\w-]+)\]/g)].map(([, name = '']) => name);

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
/** The tables with a column for each mode: of every cell, its row, its mode and its footnotes. */
function cells() {
  return prose
    .split(/\n{2,}/)
    .filter((block) => block.startsWith('| |'))
    .flatMap((block) => {
      const [head = [], , ...rows] = block.trim().split('\n').map(cellsOf);
      expect(head.slice(1)).toEqual([...MODES]);
      return rows.flatMap(([row = '', ...of]) =>
        MODES.map((mode, at) => ({ row, mode, marks: marksIn(of[at] ?? '') })),
      );
    });
}

const read = new Map<string, readonly NamedTest[]>();
function namedBy({ file, title }: Footnote): readonly NamedTest[] {
  const tests = read.get(file) ?? testsOf(new URL(file, PACKAGE));
  read.set(file, tests);
  return tests.filter((test) => test.title === title);
}

describe('docs/eras.md', () => {
  it('backs every cell by a test that runs in the mode of its column', () => {
    const all = cells();
    expect(all.length).toBeGreaterThan(20 * MODES.length);
    const unbacked = all.filter(
      ({ mode, marks }) =>
        !marks.some((mark) => {
          const footnote = footnotes.get(mark);
          return (
            footnote !== undefined && namedBy(footnote).some(({ each }) => each.includes(mode))
          );
        }),
    );
    expect(unbacked).toEqual([]);
  });

  it('names in every footnote a test that there is', () => {
    const missing = [...footnotes].filter(([, footnote]) => namedBy(footnote).length === 0);
    expect(missing).toEqual([]);
  });

  it('defines every footnote once, and uses every one', () => {
    expect(definitions.map(([name]) => name).sort()).toEqual([...new Set(marksIn(prose))].sort());
    expect(
      list
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('[^')),
    ).toHaveLength(definitions.length);
  });
});

describe('the tests that are read off a file', () => {
  it('are those that run, with the names that they run for', () => {
    const source = `
      describe.each(['a', 'b'] as const)('over %s', () => {
        it('runs', () => undefined);
        it.each([1])('runs for %i', () => undefined);
        it.skip('is skipped', () => undefined);
        it.todo('is planned');
      });
      describe.skip('never', () => { it('never runs', () => undefined); });
      describe('alone', () => { it('runs alone', () => undefined); });
    `;
    expect(testsIn(source)).toEqual([
      { title: 'runs', each: ['a', 'b'] },
      { title: 'runs for %i', each: ['a', 'b'] },
      { title: 'runs alone', each: [] },
    ]);
  });
});
