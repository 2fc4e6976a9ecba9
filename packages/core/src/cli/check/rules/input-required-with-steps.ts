import { CORE, SDK } from '../read/box.js';
import type { Rule } from '../rule.js';

const BY_HAND = ['inputResponses', 'mintRequestState', 'requestState'];

/**
 * Steps and a hand-written `inputRequired` are two ways to ask. In one class the second would never
 * be asked.
 */
export const inputRequiredWithSteps: Rule = {
  name: 'input-required-with-steps',
  level: 'error',
  about: 'inputRequired in a class that has steps',
  component({ name, steps, methods }, { box }, report) {
    if (steps.size === 0) return;
    const cure = 'ask in a method marked @Elicit; or write the whole class by hand, without steps';
    let written = false;
    for (const { node } of methods)
      for (const below of box.nodes(node.body)) {
        if (!box.ts.isIdentifier(below)) continue;
        const symbol = box.symbolOf(below);
        const isBuilder =
          box.isFrom(symbol, SDK, 'inputRequired') || box.isFrom(symbol, CORE, 'inputRequired');
        if (!isBuilder && !box.isFrom(symbol, CORE, ...BY_HAND)) continue;
        written = true;
        report(
          below,
          `${name} has steps, and uses ${below.text}, which only a class without steps may`,
          cure,
        );
      }
    for (const method of written ? [] : methods) {
      if (method.role !== 'run' && method.role !== 'declined') continue;
      const result = box.resultOf(method.node);
      const asks = box.parts(result ?? box.checker.getVoidType()).some((part) => {
        const type = box.checker.getPropertyOfType(part, 'resultType');
        const value = type && box.checker.getTypeOfSymbol(type);
        return value?.isStringLiteral() && value.value === 'input_required';
      });
      if (asks)
        report(
          method.node.name ?? method.node,
          `${name} has steps, and its ${method.name} may return inputRequired: nobody is asked`,
          cure,
        );
    }
  },
};
