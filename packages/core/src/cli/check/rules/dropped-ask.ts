import { holdsAsk } from '../read/asks.js';
import type { Rule } from '../rule.js';

/** A branch that builds a question and forgets `return`: nobody is asked, and run is entered. */
export const droppedAsk: Rule = {
  name: 'dropped-ask',
  level: 'error',
  about: 'a question that is built and not returned',
  component(component, { box }, report) {
    const { ts, checker } = box;
    for (const { name, node } of component.methods)
      for (const below of box.nodes(node.body)) {
        if (!ts.isExpressionStatement(below)) continue;
        const expression = box.bare(below.expression);
        if (box.isAssignment(expression)) continue;
        const type = checker.getTypeAtLocation(expression);
        if (holdsAsk(checker.getAwaitedType(type) ?? type, box))
          report(
            expression,
            `${component.name}.${name} builds a question and drops it: nobody is asked`,
            'return it',
          );
      }
  },
};
