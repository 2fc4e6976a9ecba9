import type ts from 'typescript';
import { answerUses } from '../read/answers.js';
import { answersOf } from '../read/asks.js';
import type { Box } from '../read/box.js';
import type { Component } from '../read/component.js';
import type { Rule } from '../rule.js';

/** An optional question that nobody answered gives undefined, and undefined is not false. */
export const silenceAsYes: Rule = {
  name: 'silence-as-yes',
  level: 'error',
  about: 'an optional answer compared with false: a missing one passes',
  component(component, { box }, report) {
    const optional = optionalSteps(component, box);
    for (const method of component.methods)
      for (const { step, at } of answerUses(method, box)) {
        const compared = at && optional.has(step) ? comparedWithFalse(at, box) : undefined;
        if (compared === undefined) continue;
        report(
          compared,
          `${compared.getText()}: no answer "${step}", or a decline, counts as a yes`,
          'compare it with true; a confirmation is never optional: ask.confirm',
        );
      }
  },
};

/**
 * Questions that may be put optionally: `{ optional: true }`, and not those that may ask nothing.
 */
const optionalSteps = ({ methods }: Component, box: Box): ReadonlySet<string> =>
  new Set(
    methods.flatMap(({ name, role, node }) => {
      const isOptional =
        role === 'question' &&
        answersOf(node, box).some((answer) =>
          box.parts(answer).some(({ flags }) => (flags & box.ts.TypeFlags.Undefined) !== 0),
        );
      return isOptional ? [name] : [];
    }),
  );

/** The comparison of an answer, or of its field, in which undefined passes for a yes. */
function comparedWithFalse(at: ts.Expression, box: Box): ts.BinaryExpression | undefined {
  const { ts } = box;
  const { parent } = at;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === at)
    return comparedWithFalse(parent, box);
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent))
    return comparedWithFalse(parent, box);
  if (!ts.isBinaryExpression(parent)) return undefined;
  const other = box.bare(parent.left === at ? parent.right : parent.left).kind;
  const { FalseKeyword, TrueKeyword, ...kinds } = ts.SyntaxKind;
  const operator = parent.operatorToken.kind;
  if (other === TrueKeyword && operator === kinds.QuestionQuestionToken) return parent;
  const compares = [
    kinds.EqualsEqualsEqualsToken,
    kinds.ExclamationEqualsEqualsToken,
    kinds.EqualsEqualsToken,
    kinds.ExclamationEqualsToken,
  ].includes(operator as never);
  return other === FalseKeyword && compares ? parent : undefined;
}
