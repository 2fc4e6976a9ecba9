import type ts from 'typescript';
import type { Box } from '../read/box.js';
import { reachOf } from '../read/reach.js';
import type { Rule } from '../rule.js';

const VOLATILE = new Set([
  'now',
  'random',
  'randomUUID',
  'randomBytes',
  'randomInt',
  'getRandomValues',
  'hrtime',
  'uptime',
]);

/**
 * A question that is worded anew in every round is never the one that was answered: the call ends
 * at its third change.
 */
export const volatileQuestion: Rule = {
  name: 'volatile-question',
  level: 'error',
  about: 'the time or something random in a method that asks',
  component(component, { box }, report) {
    for (const method of component.methods) {
      if (method.role !== 'question') continue;
      for (const node of reachOf(method, component, box)) {
        if (!isVolatile(node, box)) continue;
        report(
          node,
          `${component.name}.${method.name} asks by ${node.getText()}: every round has another question`,
          'move it into a @Compute, which is memoised, and read its answer',
        );
      }
    }
  },
};

function isVolatile(node: ts.Node, box: Box): boolean {
  const { ts } = box;
  if (ts.isNewExpression(node))
    return (
      (node.arguments ?? []).length === 0 &&
      node.expression.getText() === 'Date' &&
      isBuiltIn(node.expression, box)
    );
  if (!ts.isCallExpression(node)) return false;
  const name = ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name
    : node.expression;
  return ts.isIdentifier(name) && VOLATILE.has(name.text) && isBuiltIn(name, box);
}

function isBuiltIn(name: ts.Node, box: Box): boolean {
  const [declared] = box.symbolOf(name)?.declarations ?? [];
  return declared !== undefined && box.isBuiltIn(declared);
}
