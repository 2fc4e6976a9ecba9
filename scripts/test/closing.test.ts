import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { closing, tally } from '../closing.mjs';
import { ClosingLine } from '../closing-line.mjs';

interface Module {
  errors?: number;
  suiteErrors?: number;
  tests?: ('passed' | 'failed' | 'skipped' | 'pending')[];
}

const moduleOf = ({ errors = 0, suiteErrors = 0, tests = [] }: Module): TestModule =>
  ({
    errors: () => Array.from({ length: errors }),
    children: {
      allSuites: () => [{ errors: () => Array.from({ length: suiteErrors }) }],
      allTests: () => tests.map((state) => ({ result: () => ({ state }) })),
    },
  }) as unknown as TestModule;

/** What the reporter prints when the process ends. */
function printed(modules: Module[], errors: unknown[] = []): string {
  const once = vi.spyOn(process, 'once').mockReturnThis();
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  new ClosingLine().onTestRunEnd(modules.map(moduleOf), errors);
  expect(write).not.toHaveBeenCalled();
  const [event, print] = once.mock.calls[0] ?? [];
  expect(event).toBe('exit');
  print?.();
  return String(write.mock.calls[0]?.[0]);
}

describe('the closing line', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('counts passed and failed tests, and names skipped ones only if there are any', () => {
    expect(printed([{ tests: ['passed', 'passed', 'failed'] }, { tests: ['passed'] }])).toBe(
      '3 passed, 1 failed\n',
    );
    vi.restoreAllMocks();
    expect(printed([{ tests: ['passed', 'skipped'] }])).toBe('1 passed, 0 failed, 1 skipped\n');
  });

  it.each<[string, Module[], unknown[]]>([
    ['a file that does not load', [{ tests: ['passed'] }, { errors: 1 }], []],
    ['a hook that throws', [{ tests: ['passed'], suiteErrors: 1 }], []],
    ['a test without a verdict', [{ tests: ['passed', 'pending'] }], []],
    ['an error that nobody caught', [{ tests: ['passed'] }], [new Error('unhandled')]],
  ])('counts %s as a failure', (_, modules, errors) => {
    expect(printed(modules, errors)).toBe('1 passed, 1 failed\n');
  });

  it('is read back as it was written', () => {
    const counted = { passed: 12, failed: 3, skipped: 1 };
    expect(tally(`noise\n${closing(counted)}\nmore noise\n`)).toEqual(counted);
    expect(tally(`${closing({ passed: 1, failed: 0, skipped: 0 })}\n${closing(counted)}`)).toEqual(
      counted,
    );
  });

  it('is not found in a log that has none, or only something like it', () => {
    expect(tally('Tests  4 passed (4)\nthe 4 passed, 0 failed\n')).toBeUndefined();
  });
});
