import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Streams } from '../streams.js';
import { type Checked, check } from './check.js';
import type { Finding } from './finding.js';
import { type CheckOptions, HELP, readCheckOptions } from './options.js';
import { type Project, projectsOf, Unusable } from './projects.js';
import { isFailed, jsonReport, textReport } from './report.js';
import { findTypeScript, type TypeScript } from './typescript.js';

/**
 * Runs `countersign check`; returns its exit code: 0, 1 for errors or no component, 2 where it
 * could not look. `beside`: where else the compiler is looked for; default this package.
 */
export async function runCheck(
  args: readonly string[],
  { out, err }: Omit<Streams, 'thrown'>,
  beside?: string,
): Promise<number> {
  const stop = async (problem: string, help = '') => {
    await err(`countersign check: ${problem}\n${help}`);
    return 2;
  };
  let options: CheckOptions | 'help';
  try {
    options = readCheckOptions(args);
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error), `\n${HELP}`);
  }
  if (options === 'help') {
    await out(HELP);
    return 0;
  }
  const found = findTypeScript(folderOf(options), beside);
  if ('problem' in found) return stop(found.problem);
  try {
    const checked = checkAll(projectsOf(options, found.ts), found.ts);
    if (checked.files === 0)
      return stop(`no file of a tsconfig.json is in ${options.paths.join(', ')}`);
    const report = options.json ? jsonReport : textReport;
    await out(report(checked, process.cwd()));
    return isFailed(checked) ? 1 : 0;
  } catch (error) {
    if (error instanceof Unusable) return stop(error.message);
    throw error;
  }
}

/** Where the compiler is looked for: beside the code that it reads. */
function folderOf({ paths: [first = '.'], project }: CheckOptions): string {
  const path = resolve(project ?? first);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
}

function checkAll(projects: Iterable<Project>, ts: TypeScript): Checked {
  const all = { findings: [] as Finding[], excused: 0, components: 0, files: 0 };
  for (const { program, files, config } of projects) {
    const { findings, excused, components, files: looked } = check(ts, program, files);
    all.findings.push(...laxity(program, config), ...findings);
    all.excused += excused;
    all.components += components;
    all.files += looked;
  }
  return all;
}

/** Without strict checks for null, what may be absent cannot be seen. */
function laxity(program: ReturnType<TypeScript['createProgram']>, file: string): Finding[] {
  const checker = program.getTypeChecker();
  if (!checker.isTypeAssignableTo(checker.getUndefinedType(), checker.getStringType())) return [];
  const message =
    'strictNullChecks is off: a value that may be absent is not told from one that is there';
  const cure = 'set "strict": true';
  return [{ file, line: 1, column: 1, rule: 'strict', level: 'warning', message, cure }];
}
