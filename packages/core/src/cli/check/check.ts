import type ts from 'typescript';
import { anchorsOf, excusesIn, unusedExcuse } from './excuses.js';
import { type Finding, findingAt, type Level } from './finding.js';
import { Box } from './read/box.js';
import { type Component, componentsIn } from './read/component.js';
import type { Rule } from './rule.js';
import { RULES } from './rules.js';
import type { TypeScript } from './typescript.js';

/** What a check came to. */
export interface Checked {
  /** In the order of their places. */
  readonly findings: readonly Finding[];
  /** How many findings a comment let pass. */
  readonly excused: number;
  /** How many classes were looked at. */
  readonly components: number;
  /** How many files were looked at. */
  readonly files: number;
}

/** A finding before its excuses were looked at. */
interface Found {
  readonly finding: Finding;
  readonly source: ts.SourceFile;
  readonly lines: ReadonlySet<number>;
}

/** Holds files of a program against every rule. */
export function check(
  typescript: TypeScript,
  program: ts.Program,
  files: readonly ts.SourceFile[],
): Checked {
  const box = new Box(typescript, program);
  const components = files.flatMap((file) => componentsIn(file, box));
  const found = findAll(files, components, box);
  const { findings, excused } = withoutExcused(found, files, box);
  return {
    findings: findings.toSorted(byPlace),
    excused,
    components: components.length,
    files: files.length,
  };
}

function findAll(
  files: readonly ts.SourceFile[],
  components: readonly Component[],
  box: Box,
): Found[] {
  const found = new Map<string, Found>();
  const scene = { box, components };
  const reporter =
    (rule: Rule) =>
    (node: ts.Node, message: string, cure: string, level: Level = rule.level): void => {
      const source = node.getSourceFile();
      const start = node.getStart(source);
      const finding = findingAt(source, start, { rule: rule.name, level, message, cure });
      // Two components may extend one class, and two rules of reading come upon one place.
      const key = `${source.fileName}:${start}:${rule.name}:${level}`;
      if (!found.has(key)) found.set(key, { finding, source, lines: anchorsOf(node, box) });
    };
  for (const rule of RULES) {
    for (const component of components) rule.component?.(component, scene, reporter(rule));
    for (const file of files) rule.file?.(file, scene, reporter(rule));
  }
  return [...found.values()];
}

function withoutExcused(
  found: readonly Found[],
  files: readonly ts.SourceFile[],
  box: Box,
): { readonly findings: Finding[]; readonly excused: number } {
  const rules = new Set(RULES.map(({ name }) => name));
  const findings: Finding[] = [];
  const passed = new Set<Found>();
  // A base class may stand in a file that was not asked about.
  const sources = new Set([...files, ...found.map(({ source }) => source)]);
  for (const source of sources) {
    const excuses = excusesIn(source, box, rules);
    findings.push(...excuses.findings);
    for (const excuse of excuses.excuses) {
      const meant = found.filter(
        ({ finding, source: at, lines }) =>
          at === source && finding.rule === excuse.rule && lines.has(excuse.line),
      );
      for (const each of meant) passed.add(each);
      if (meant.length === 0) findings.push(unusedExcuse(source, excuse));
    }
  }
  const left = found.filter((each) => !passed.has(each)).map(({ finding }) => finding);
  return { findings: [...findings, ...left], excused: passed.size };
}

const byPlace = (one: Finding, other: Finding): number =>
  one.file.localeCompare(other.file, 'en') ||
  one.line - other.line ||
  one.column - other.column ||
  one.rule.localeCompare(other.rule, 'en');
