import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A test that runs, as its file has it. */
export interface NamedTest {
  readonly title: string;
  /** What `describe.each` around it lists, where that is a list of names. */
  readonly each: readonly string[];
}

export const testsOf = (file: URL): NamedTest[] => testsIn(readFileSync(file, 'utf8'));

/** Reads the tests off a source; those that are skipped, or only planned, are none. */
export function testsIn(source: string): NamedTest[] {
  const tree = ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest, true);
  const found: NamedTest[] = [];
  const visit = (node: ts.Node, each: readonly string[]): void => {
    const runner = ts.isCallExpression(node) ? runnerOf(node.expression) : undefined;
    const title = runner === undefined ? undefined : (node as ts.CallExpression).arguments[0];
    if (runner?.runs === false) return;
    if (runner?.name === 'it' && title !== undefined && ts.isStringLiteralLike(title))
      found.push({ title: title.text, each });
    else node.forEachChild((child) => visit(child, [...each, ...(runner?.each ?? [])]));
  };
  visit(tree, []);
  return found;
}

interface Runner {
  readonly name: 'it' | 'describe';
  readonly each: readonly string[];
  /** Whether it runs as it is written: `skip`, `todo` and the like do not, or not always. */
  readonly runs: boolean;
}

/** What is called in `it(…)`, `describe(…)`, `it.each(…)(…)` and `describe.each(…)(…)`. */
function runnerOf(callee: ts.Expression): Runner | undefined {
  if (ts.isIdentifier(callee))
    return isRunner(callee.text) ? { name: callee.text, each: [], runs: true } : undefined;
  const made = ts.isCallExpression(callee) ? callee.expression : callee;
  if (
    !ts.isPropertyAccessExpression(made) ||
    !ts.isIdentifier(made.expression) ||
    !isRunner(made.expression.text)
  )
    return undefined;
  const name = made.expression.text;
  if (made.name.text !== 'each') return { name, each: [], runs: false };
  // `it.each(…)` by itself is only half of it.
  return ts.isCallExpression(callee)
    ? { name, each: names(callee.arguments[0]), runs: true }
    : undefined;
}

const isRunner = (name: string): name is 'it' | 'describe' => name === 'it' || name === 'describe';

function names(list: ts.Expression | undefined): readonly string[] {
  if (list !== undefined && ts.isAsExpression(list)) return names(list.expression);
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return [];
  return list.elements.flatMap((element) =>
    ts.isStringLiteralLike(element) ? [element.text] : [],
  );
}
