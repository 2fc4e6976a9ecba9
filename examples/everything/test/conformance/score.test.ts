import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REVISIONS, required } from '../../src/conformance/requirements.js';
import { fullMarks, report, score } from '../../src/conformance/score.js';
import { type Check, written } from '../../src/conformance/suite.js';

const passed: Check = { id: 'looked-at', status: 'SUCCESS' };
const NAMES = { required: ['first', 'second'], unscored: ['extra'] };

const scored = (checks: Record<string, Check[]>, exitCode: number | null = 0) =>
  score(
    { revision: '2026-07-28', checks: new Map(Object.entries(checks)), exitCode, output: '' },
    NAMES,
  );
const ALL = {
  first: [passed],
  second: [passed, { id: 'told', status: 'INFO' as const }],
  extra: [passed],
};

describe('a score', () => {
  it('has full marks when every scenario passed, by our reading and by the suite’s', () => {
    expect(fullMarks(scored(ALL))).toBe(true);
    expect(report(scored(ALL))).toEqual([
      '2026-07-28: 2/2 required scenarios; 2 checks passed, 0 failures, 0 warnings, 0 skipped',
      '  passed extra (not required)',
    ]);
  });

  it.each(['FAILURE', 'WARNING', 'SKIPPED'] as const)(
    'has less for one %s, which it names',
    (status) => {
      const marred = scored({
        ...ALL,
        second: [passed, { id: 'looked-closer', status, errorMessage: 'not so' }],
      });
      expect(fullMarks(marred)).toBe(false);
      expect(report(marred)[0]).toContain('1/2 required');
      expect(report(marred)).toContain(`  ${status} second: looked-closer not so`);
    },
  );

  it('has less for a required scenario that did not run, or looked at nothing', () => {
    const { second: _, ...without } = ALL;
    for (const marred of [scored(without), scored({ ...ALL, second: [] })]) {
      expect(fullMarks(marred)).toBe(false);
      expect(report(marred)).toContain('  FAILURE second: nothing was checked');
    }
  });

  it('has less for what the suite does not count, too', () => {
    const marred = scored({ ...ALL, extra: [{ id: 'looked-at', status: 'FAILURE' }] });
    expect(fullMarks(marred)).toBe(false);
    expect(report(marred)).toContain('  FAILED extra (not required)');
  });

  it.each([1, null])('has less when the suite ended with %s all the same', (exitCode) => {
    expect(fullMarks(scored(ALL, exitCode))).toBe(false);
    expect(report(scored(ALL, exitCode)).at(-1)).toContain(`exit code ${exitCode}`);
  });
});

it.each([
  ['2026-07-28', 37],
  ['2025-11-25', 30],
] as const)('%s requires %i scenarios of a server', (revision, count) => {
  expect(REVISIONS).toContain(revision);
  expect(new Set(required(revision)).size).toBe(count);
});

describe('what the suite wrote', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'written-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is read by the name of the scenario', () => {
    for (const name of [
      'server-server-stateless-2026-07-29T01-02-03-004Z',
      'server-json-schema-2020-12-2026-07-29T01-02-03-004Z',
    ]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'checks.json'), JSON.stringify([passed]));
    }
    expect([...written(folder)]).toEqual([
      ['json-schema-2020-12', [passed]],
      ['server-stateless', [passed]],
    ]);
  });
});
