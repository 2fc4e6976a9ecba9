import { isQuestion } from '../read/component.js';
import { outsideCalls } from '../read/outside.js';
import type { Rule } from '../rule.js';

/**
 * What a question waits for is fetched again in every round, and may be another the next time: then
 * so is the question.
 */
export const awaitInQuestion: Rule = {
  name: 'await-in-question',
  level: 'warning',
  about: 'a method that asks waits for something outside',
  component(component, { box }, report) {
    for (const method of component.methods.filter(isQuestion))
      for (const { node, written, changes, waits } of outsideCalls(method, component, box))
        if (waits && !changes)
          report(
            node,
            `${component.name}.${method.name} asks, and waits for ${written} again in every round`,
            'move it into a @Compute, which is memoised, and read its answer',
          );
  },
};
