import { relative } from 'node:path';
import type { Checked } from './check.js';
import type { Finding, Level } from './finding.js';

/** The report for people: a line a finding, and one at the end. */
export function textReport(checked: Checked, folder: string): string {
  const lines = checked.findings.map((finding) => lineOf(finding, folder));
  return [...lines, summaryOf(checked), ''].join('\n');
}

/** The report for programs. Paths are those of the lines. */
export function jsonReport(checked: Checked, folder: string): string {
  const { findings, excused, components, files } = checked;
  const report = {
    findings: findings.map((finding) => ({ ...finding, file: pathOf(finding, folder) })),
    errors: countOf(findings, 'error'),
    warnings: countOf(findings, 'warning'),
    excused,
    components,
    files,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** Whether the check failed: by an error, or since there was nothing to look at. */
export const isFailed = ({ findings, components }: Checked): boolean =>
  components === 0 || countOf(findings, 'error') > 0;

function lineOf(finding: Finding, folder: string): string {
  const { line, column, level, rule, message, cure } = finding;
  return `${pathOf(finding, folder)}:${line}:${column} ${level} ${rule}: ${message} — ${cure}`;
}

const pathOf = ({ file }: Finding, folder: string): string =>
  relative(folder, file).replaceAll('\\', '/');

function summaryOf({ findings, excused, components, files }: Checked): string {
  const where = count(files, 'file');
  const looked =
    components === 0
      ? `no class is marked @Tool, @Prompt or @Resource in ${where}`
      : `${count(components, 'component')} in ${where}`;
  const passed = excused > 0 ? `; ${excused} excused by a comment` : '';
  const errors = count(countOf(findings, 'error'), 'error');
  const warnings = count(countOf(findings, 'warning'), 'warning');
  return `countersign check: ${errors}, ${warnings}; ${looked}${passed}`;
}

const countOf = (findings: readonly Finding[], level: Level): number =>
  findings.filter((finding) => finding.level === level).length;

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;
