import type ts from 'typescript';
import { answerUses } from '../read/answers.js';
import type { Box } from '../read/box.js';
import type { Rule } from '../rule.js';

/** The answer to a form is an object, and an object is true: whatever its fields say. */
export const answerAsCondition: Rule = {
  name: 'answer-as-condition',
  level: 'error',
  about: 'the answer to a form as a condition, which always holds',
  component(component, { box }, report) {
    for (const method of component.methods)
      for (const { step, at } of answerUses(method, box)) {
        if (at === undefined || component.steps.get(step) !== 'question') continue;
        if (!isCondition(at, box) || !isAlwaysObject(box.checker.getTypeAtLocation(at), box))
          continue;
        report(
          at,
          `the answer "${step}" is an object, which is true whatever people said`,
          'compare its field; or ask with ask.confirm, whose no ends the call',
        );
      }
  },
};

function isCondition(at: ts.Expression, box: Box): boolean {
  const { ts } = box;
  const { parent } = at;
  if (ts.isParenthesizedExpression(parent)) return isCondition(parent, box);
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isConditionalExpression(parent)) return parent.condition === at;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === at;
  if (!ts.isBinaryExpression(parent) || parent.left !== at) return false;
  const { AmpersandAmpersandToken, BarBarToken } = ts.SyntaxKind;
  return [AmpersandAmpersandToken, BarBarToken].includes(parent.operatorToken.kind as never);
}

const isAlwaysObject = (type: ts.Type, box: Box): boolean =>
  box.parts(type).every(({ flags }) => (flags & box.ts.TypeFlags.Object) !== 0);
