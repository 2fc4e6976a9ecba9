import { describe, expect, it } from 'vitest';
import { isAlive, type Mutant, scoreOf, tableOf } from '../mutation/score.mjs';

const mutants = (counts: Readonly<Record<string, number>>): Mutant[] =>
  Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => ({
      status,
      fileName: 'a.ts',
      location: { start: { line: 1 } },
      mutatorName: 'BlockStatement',
    })),
  );

describe('the score of a folder', () => {
  it('counts a mutant that no test runs as one that survived, and a time-out as noticed', () => {
    expect(scoreOf(mutants({ Killed: 7, Timeout: 1, Survived: 1, NoCoverage: 1 }))).toMatchObject({
      killed: 8,
      score: 80,
      enough: true,
    });
    expect(scoreOf(mutants({ Killed: 7, Timeout: 1, Survived: 1, NoCoverage: 2 }))).toMatchObject({
      killed: 8,
      enough: false,
    });
    expect(scoreOf(mutants({ Killed: 7, Timeout: 1, Survived: 2, NoCoverage: 1 }))).toMatchObject({
      killed: 8,
      enough: false,
    });
  });

  it('leaves out what was not to be made and what broke the run itself', () => {
    const score = scoreOf(
      mutants({ Killed: 4, Survived: 1, Ignored: 90, RuntimeError: 2, CompileError: 1 }),
    );
    expect(score).toEqual({
      killed: 4,
      survived: 1,
      uncovered: 0,
      errors: 3,
      score: 80,
      enough: true,
    });
  });

  it('is nothing where there is nothing to kill', () => {
    expect(scoreOf([])).toMatchObject({ score: 0, enough: false });
    expect(scoreOf(mutants({ Ignored: 3, RuntimeError: 1 }))).toMatchObject({
      score: 0,
      enough: false,
    });
  });

  it('is cut and not rounded, and says when it is not enough', () => {
    const rows = [
      { of: 'packages/a', score: scoreOf(mutants({ Killed: 7999, Survived: 2001 })) },
      { of: 'b', score: scoreOf(mutants({ Killed: 2, Survived: 1 })) },
      { of: 'c', score: scoreOf(mutants({ Killed: 1 })) },
    ];
    expect(tableOf(rows).map((line) => line.split(/ {2,}/))).toEqual([
      ['', 'killed', 'survived', 'no coverage', 'errors', 'score'],
      ['packages/a', '7999', '2001', '0', '0', '79.9 % < 80 %'],
      ['b', '2', '1', '0', '0', '66.6 % < 80 %'],
      ['c', '1', '0', '0', '0', '100.0 %'],
    ]);
    expect(new Set(tableOf(rows).map(({ length }) => length)).size).toBe(1);
  });
});

describe('a mutant', () => {
  it('is alive when tests ran it and passed, or when none ran it', () => {
    expect(
      ['Survived', 'NoCoverage', 'Killed', 'Timeout', 'Ignored'].filter((status) =>
        mutants({ [status]: 1 }).every(isAlive),
      ),
    ).toEqual(['Survived', 'NoCoverage']);
  });
});
