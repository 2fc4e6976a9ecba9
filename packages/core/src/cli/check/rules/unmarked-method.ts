import type ts from 'typescript';
import { holdsAsk } from '../read/asks.js';
import type { Box } from '../read/box.js';
import { type Component, isStatic } from '../read/component.js';
import type { Rule } from '../rule.js';

const HELPER = 'if it is a helper, make it #private or mark it @Helper()';

/**
 * A forgotten decorator: the toolkit does not know the method, so that its question is never put.
 */
export const unmarkedMethod: Rule = {
  name: 'unmarked-method',
  level: 'error',
  about: 'a method without a decorator; a function in a field',
  component(component, { box }, report) {
    for (const { name, role, node } of component.methods) {
      if (role !== 'unmarked') continue;
      const asks = resultHoldsAsk(node, box);
      report(
        node.name ?? node,
        asks
          ? `${component.name}.${name} builds a question without a decorator: nobody is asked`
          : `${component.name}.${name} has no decorator: nobody enters it`,
        `mark it ${asks ? '@Elicit(), @Sample() or @Roots()' : '@Compute()'}; ${HELPER}`,
      );
    }
    for (const member of functionsInFields(component, box))
      report(
        member.name ?? member,
        `${component.name}.${box.nameOf(member.name)} is a function in a field: nothing marks it`,
        `write it as a method; ${HELPER}`,
      );
    for (const member of fieldsThatAsk(component, box))
      report(
        member.name ?? member,
        `${component.name}.${box.nameOf(member.name)} is no method: nobody is asked its question`,
        'write it as a method, and mark it @Elicit(), @Sample() or @Roots()',
      );
  },
};

const resultHoldsAsk = (node: ts.SignatureDeclaration, box: Box): boolean => {
  const result = box.resultOf(node);
  return result !== undefined && holdsAsk(result, box);
};

/** `render = () => …`: the server refuses it at start, unless it is given to the constructor. */
const functionsInFields = ({ lineage }: Component, box: Box): ts.ClassElement[] =>
  lineage
    .flatMap((part) => [...part.members])
    .filter((member) => {
      const { ts } = box;
      if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) return false;
      if (isStatic(member, box) || box.nameOf(member.name) === undefined) return false;
      const value = box.bare(member.initializer);
      return ts.isArrowFunction(value) || ts.isFunctionExpression(value);
    })
    .filter((member) => !fieldAsks(member, box));

/** `confirm = () => ask.form(…)` and `get confirm()`, which look like a question and are none. */
const fieldsThatAsk = ({ lineage }: Component, box: Box): ts.ClassElement[] =>
  lineage.flatMap((part) => [...part.members]).filter((member) => fieldAsks(member, box));

function fieldAsks(member: ts.ClassElement, box: Box): boolean {
  const { ts, checker } = box;
  if (isStatic(member, box) || box.nameOf(member.name) === undefined) return false;
  if (ts.isGetAccessor(member)) return resultHoldsAsk(member, box);
  if (!ts.isPropertyDeclaration(member)) return false;
  const type = checker.getTypeAtLocation(member);
  return (
    holdsAsk(type, box) ||
    type.getCallSignatures().some((signature) => {
      const result = signature.getReturnType();
      return holdsAsk(checker.getAwaitedType(result) ?? result, box);
    })
  );
}
