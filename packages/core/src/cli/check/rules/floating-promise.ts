import type ts from 'typescript';
import type { Body, Box } from '../read/box.js';
import type { Rule } from '../rule.js';

/**
 * The call answers before the work is done, and nobody hears of its failure. In a step, a read that
 * waits is lost.
 */
export const floatingPromise: Rule = {
  name: 'floating-promise',
  level: 'error',
  about: 'a promise that nobody awaits; void says that it is meant',
  component(component, { box }, report) {
    for (const { name, node } of component.methods)
      for (const [at, what] of floating(node, box))
        report(
          at,
          `${component.name}.${name} ${what}: the call ends before it, and its failure is lost`,
          'await it; if it shall run on by itself, write void before it',
        );
  },
};

function* floating(method: Body, box: Box): Generator<[ts.Node, string]> {
  const { ts, checker } = box;
  for (const node of box.nodes(method.body)) {
    if (ts.isExpressionStatement(node)) {
      const expression = box.bare(node.expression);
      if (box.isAssignment(expression)) continue;
      const type = checker.getTypeAtLocation(expression);
      if (box.isPromise(type)) yield [expression, 'does not await a promise'];
      else if (isListOfPromises(type, box)) yield [expression, 'awaits none of these promises'];
    } else if (ts.isVariableDeclaration(node)) {
      if (isLeft(node, method, box)) yield [node, `never awaits ${node.name.getText()}`];
    } else if (ts.isCallExpression(node)) {
      const [callback] = node.arguments;
      if (callback !== undefined && isForEach(node, box) && givesPromise(callback, box))
        yield [callback, 'gives forEach an async function, which it does not await'];
    }
  }
}

const isListOfPromises = (type: ts.Type, box: Box): boolean => {
  if (!box.checker.isArrayType(type)) return false;
  const [element] = box.checker.getTypeArguments(type as ts.TypeReference);
  return element !== undefined && box.isPromise(element);
};

/** A promise in a variable that nothing looks at again. */
function isLeft({ name, initializer }: ts.VariableDeclaration, method: Body, box: Box): boolean {
  if (initializer === undefined || !box.ts.isIdentifier(name)) return false;
  if (!box.isPromise(box.checker.getTypeAtLocation(name))) return false;
  const symbol = box.symbolOf(name);
  return ![...box.nodes(method.body)].some(
    (node) => node !== name && box.ts.isIdentifier(node) && box.symbolOf(node) === symbol,
  );
}

function isForEach({ expression }: ts.CallExpression, box: Box): boolean {
  if (!box.ts.isPropertyAccessExpression(expression) || expression.name.text !== 'forEach')
    return false;
  const declared = box.symbolOf(expression.name)?.valueDeclaration;
  return declared !== undefined && box.isBuiltIn(declared);
}

const givesPromise = (callback: ts.Expression, box: Box): boolean =>
  box.checker
    .getTypeAtLocation(callback)
    .getCallSignatures()
    .some((signature) => box.isPromise(signature.getReturnType()));
