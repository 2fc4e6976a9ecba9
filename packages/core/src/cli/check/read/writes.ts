import type ts from 'typescript';
import type { Box } from './box.js';

/** A place where something is assigned to, or a collection is changed. */
export interface Write {
  readonly node: ts.Node;
  /** What is written to: `this.total`, `this.seen`, `total`. */
  readonly target: ts.Expression;
  /**
   * A collection of the language's own is changed, by `push` or `set` say, and nothing is assigned.
   */
  readonly inside: boolean;
}

const CHANGERS = new Set(
  (
    'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append ' +
    'setTime setFullYear setMonth setDate setHours setMinutes setSeconds setMilliseconds'
  ).split(' '),
);

const INTO_FIRST = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']);

/** Every write in and below a node. */
export const writesIn = (node: ts.Node, box: Box): Write[] =>
  [...box.nodes(node)].flatMap((below) => writesAt(below, box));

function writesAt(node: ts.Node, box: Box): Write[] {
  const { ts } = box;
  const assigned = (target: ts.Expression): Write[] =>
    targetsOf(target, box).map((each) => ({ node, target: each, inside: false }));
  if (box.isAssignment(node)) return assigned(node.left);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
    const changes = node.operator === PlusPlusToken || node.operator === MinusMinusToken;
    return changes ? assigned(node.operand) : [];
  }
  if (ts.isDeleteExpression(node)) return assigned(node.expression);
  if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && ts.isExpression(node.initializer))
    return assigned(node.initializer);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const callee = box.calleeOf(node);
  if (callee === undefined || !box.isBuiltIn(callee)) return [];
  const { expression: on, name } = node.expression;
  const [first] = node.arguments;
  if (INTO_FIRST.has(name.text) && first !== undefined && /^(Object|Reflect)$/.test(on.getText()))
    return assigned(first);
  return CHANGERS.has(name.text) ? [{ node, target: box.bare(on), inside: true }] : [];
}

/** What an assignment writes to: `[this.a, { b: this.c }] = …` to two. */
function targetsOf(left: ts.Expression, box: Box): ts.Expression[] {
  const { ts } = box;
  const bare = box.bare(left);
  if (ts.isArrayLiteralExpression(bare))
    return bare.elements.flatMap((each) => targetsOf(each, box));
  if (ts.isSpreadElement(bare)) return targetsOf(bare.expression, box);
  if (ts.isBinaryExpression(bare)) return targetsOf(bare.left, box); // a default
  if (!ts.isObjectLiteralExpression(bare)) return [bare];
  return bare.properties.flatMap((property) => {
    if (ts.isPropertyAssignment(property)) return targetsOf(property.initializer, box);
    if (ts.isSpreadAssignment(property)) return targetsOf(property.expression, box);
    return ts.isShorthandPropertyAssignment(property) ? [property.name] : [];
  });
}

/** Where a chain of accesses begins, and its first access: `this` and `this.a` of `this.a.b[0]`. */
export function rootOf(
  target: ts.Expression,
  box: Box,
): { readonly root: ts.Expression; readonly first: ts.Expression | undefined } {
  const { ts } = box;
  let root = box.bare(target);
  let first: ts.Expression | undefined;
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) {
    first = root;
    root = box.bare(root.expression);
  }
  return { root, first };
}

/** What is written to, for a message. */
export const writtenTo = ({ target, inside }: Write, box: Box): string => {
  const { first, root } = rootOf(target, box);
  return (inside ? target : (first ?? root)).getText();
};
