import type ts from 'typescript';
import type { Box } from './box.js';

/**
 * Values that become part of a text in and below a node, through variables and functions of the
 * program.
 */
export function valuesInTexts(node: ts.Node, box: Box): ts.Expression[] {
  const found = new Set<ts.Expression>();
  follow(node, box, new Set(), found);
  return [...found];
}

function follow(node: ts.Node, box: Box, seen: Set<ts.Node>, found: Set<ts.Expression>): void {
  if (seen.has(node)) return;
  seen.add(node);
  const { ts } = box;
  for (const value of turnedToText(node, box)) found.add(value);
  const elsewhere = ts.isIdentifier(node)
    ? initializerOf(node, box)
    : ts.isCallExpression(node)
      ? textMaker(node, box)
      : undefined;
  if (elsewhere !== undefined) follow(elsewhere, box, seen, found);
  ts.forEachChild(node, (child) => follow(child, box, seen, found));
}

/** The values that this very node turns into text. */
function turnedToText(node: ts.Node, box: Box): ts.Expression[] {
  const { ts, checker } = box;
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const adds = kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.PlusEqualsToken;
    const isText = (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0;
    return adds && isText ? [node.left, node.right] : [];
  }
  if (!ts.isCallExpression(node)) return [];
  const callee = box.calleeOf(node);
  const { expression } = node;
  if (callee === undefined || !box.isBuiltIn(callee)) return [];
  if (ts.isIdentifier(expression)) return expression.text === 'String' ? [...node.arguments] : [];
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const { name, expression: on } = expression;
  if (name.text === 'concat') return isTextual(on, box) ? [...node.arguments] : [];
  return name.text === 'join' || name.text === 'toString' ? [on] : [];
}

const isTextual = (node: ts.Expression, { ts, checker }: Box): boolean =>
  (checker.getTypeAtLocation(node).flags & ts.TypeFlags.StringLike) !== 0;

/** What a variable of the program was made with. */
function initializerOf(name: ts.Identifier, box: Box): ts.Expression | undefined {
  const declared = box.symbolOf(name)?.valueDeclaration;
  return declared !== undefined && box.ts.isVariableDeclaration(declared)
    ? declared.initializer
    : undefined;
}

/** The body of a function of the program that a call enters, if it gives text. */
function textMaker(call: ts.CallExpression, box: Box): ts.Node | undefined {
  if (!isTextual(call, box)) return undefined;
  const callee = box.calleeOf(call);
  return callee !== undefined && 'body' in callee
    ? (callee.body as ts.Node | undefined)
    : undefined;
}
