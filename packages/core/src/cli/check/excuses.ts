import type ts from 'typescript';
import { type Finding, findingAt } from './finding.js';
import type { Box } from './read/box.js';

/**
 * `// countersign-check-ignore <rule>: <why>`: lets a rule's findings pass in the next line of
 * code, or in its own.
 */
export interface Excuse {
  readonly rule: string;
  /** The line of code that it stands for, from 1. */
  readonly line: number;
  readonly position: number;
}

const MARK = /\/\/[ \t]*countersign-check-ignore\b([^\r\n]*)/g;
const FORM = /^[ \t]+([\w-]+)[ \t]*:[ \t]*\S/;

/** The excuses of a file, and what is wrong with those that do not count. */
export function excusesIn(
  source: ts.SourceFile,
  box: Box,
  rules: ReadonlySet<string>,
): { readonly excuses: Excuse[]; readonly findings: Finding[] } {
  const excuses: Excuse[] = [];
  const findings: Finding[] = [];
  for (const { index, 1: rest = '' } of source.text.matchAll(MARK)) {
    if (isInText(index, source, box)) continue;
    const rule = FORM.exec(rest)?.[1];
    if (rule !== undefined && rules.has(rule)) {
      excuses.push({ rule, line: codeLine(source, index), position: index });
      continue;
    }
    const message =
      rule === undefined
        ? 'this excuse says no rule or no reason'
        : `this excuse names a rule that there is not, "${rule}"`;
    findings.push(findingAt(source, index, { ...WRONG, level: 'error', message }));
  }
  return { excuses, findings };
}

const WRONG = {
  rule: 'ignore',
  cure: 'write // countersign-check-ignore <rule>: <why it is meant>; --help lists the rules',
};

/** An excuse for what is not there any more. */
export const unusedExcuse = (source: ts.SourceFile, { rule, position }: Excuse): Finding =>
  findingAt(source, position, {
    rule: 'ignore',
    level: 'warning',
    message: `nothing in this place is against ${rule}`,
    cure: 'remove the comment',
  });

/**
 * Lines whose excuses count for a node: its own, and those where its statement and its member of a
 * class begin.
 */
export function anchorsOf(node: ts.Node, { ts }: Box): ReadonlySet<number> {
  const source = node.getSourceFile();
  const lineOf = (at: ts.Node) =>
    source.getLineAndCharacterOfPosition(at.getStart(source)).line + 1;
  const lines = new Set([lineOf(node)]);
  const { parent } = node;
  if (parent !== undefined && ts.isClassElement(parent) && parent.name === node)
    return lines.add(lineOf(parent)); // above its decorators
  for (let at = node; at !== undefined && !ts.isSourceFile(at); at = at.parent)
    if (ts.isStatement(at) && !ts.isBlock(at)) return lines.add(lineOf(at));
  return lines;
}

/** In a string, a template, a regular expression or a block comment it is no comment of its own. */
function isInText(position: number, source: ts.SourceFile, box: Box): boolean {
  const { ts } = box;
  const before = source.text.slice(0, position);
  if (before.lastIndexOf('/*') > before.lastIndexOf('*/')) return true;
  const node = box.nodeAt(position, source);
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateLiteralToken(node) ||
    ts.isRegularExpressionLiteral(node)
  );
}

/**
 * The comment's own line if code stands before it, else the first one after it that is no comment.
 */
function codeLine({ text }: ts.SourceFile, position: number): number {
  const before = text.slice(0, position).split('\n');
  if (before.at(-1)?.trim() !== '') return before.length;
  const after = text.slice(position).split('\n');
  const code = after.findIndex((line) => line.trim() !== '' && !line.trim().startsWith('//'));
  return before.length + Math.max(code, 0);
}
