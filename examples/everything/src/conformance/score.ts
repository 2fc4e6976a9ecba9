import { type Revision, required, UNSCORED } from './requirements.js';
import type { Check, SuiteRun } from './suite.js';

export interface ScenarioScore {
  readonly scenario: string;
  readonly passed: boolean;
  /** What keeps it from full marks, a line each. */
  readonly problems: readonly string[];
}

export interface Score {
  readonly revision: Revision;
  readonly required: readonly ScenarioScore[];
  readonly unscored: readonly ScenarioScore[];
  /** How often each verdict was given in the required scenarios. */
  readonly verdicts: Readonly<Record<Check['status'], number>>;
  /** The suite's own verdict, where it differs from ours; else undefined. */
  readonly dissent: string | undefined;
}

/**
 * Scores a run strictly: in a scenario that passes something succeeded, and nothing failed, was warned of, or was skipped since the
 * server did not offer it.
 */
export function score(
  { revision, checks, exitCode }: SuiteRun,
  names = { required: required(revision), unscored: UNSCORED[revision] },
): Score {
  const scored = (scenario: string) => scoreOf(scenario, checks.get(scenario));
  const verdicts = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
  for (const scenario of names.required)
    for (const { status } of checks.get(scenario) ?? []) verdicts[status]++;
  const scores = names.required.map(scored);
  const dissents = exitCode !== 0 && scores.every(({ passed }) => passed);
  return {
    revision,
    required: scores,
    unscored: names.unscored.map(scored),
    verdicts,
    dissent: dissents ? `the suite ended with exit code ${exitCode}` : undefined,
  };
}

/** Whether all that counts was passed, by our reading and by the suite's. */
export const fullMarks = ({ required, unscored, dissent }: Score): boolean =>
  dissent === undefined &&
  required.length > 0 &&
  [...required, ...unscored].every(({ passed }) => passed);

function scoreOf(scenario: string, checks: readonly Check[] = []): ScenarioScore {
  const problems = checks
    .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
    .map(({ status, id, errorMessage = '' }) =>
      `${status} ${scenario}: ${id} ${errorMessage}`.trimEnd(),
    );
  if (!checks.some(({ status }) => status === 'SUCCESS'))
    problems.push(`FAILURE ${scenario}: nothing was checked`);
  return { scenario, passed: problems.length === 0, problems };
}

/** Tells a score in lines. */
export function report({
  revision,
  required,
  unscored,
  verdicts,
  dissent,
}: Score): readonly string[] {
  const passed = required.filter((each) => each.passed).length;
  const { SUCCESS, FAILURE, WARNING, SKIPPED } = verdicts;
  const counts = `${SUCCESS} checks passed, ${FAILURE} failures, ${WARNING} warnings, ${SKIPPED} skipped`;
  return [
    `${revision}: ${passed}/${required.length} required scenarios; ${counts}`,
    ...unscored.map(
      (each) => `  ${each.passed ? 'passed' : 'FAILED'} ${each.scenario} (not required)`,
    ),
    ...[...required, ...unscored].flatMap(({ problems }) =>
      problems.map((problem) => `  ${problem.slice(0, 400)}`),
    ),
    ...(dissent === undefined ? [] : [`  ${dissent}`]),
  ];
}
