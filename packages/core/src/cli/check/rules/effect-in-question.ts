import { isQuestion } from '../read/component.js';
import { outsideCalls } from '../read/outside.js';
import type { Rule } from '../rule.js';

/**
 * A question is built anew in every round: what it changes is changed every time, before anybody
 * has agreed.
 */
export const effectInQuestion: Rule = {
  name: 'effect-in-question',
  level: 'error',
  about: 'a method that asks calls what, by its name, has an effect',
  component(component, { box }, report) {
    for (const method of component.methods.filter(isQuestion))
      for (const { node, written, changes } of outsideCalls(method, component, box))
        if (changes)
          report(
            node,
            `${component.name}.${method.name} calls ${written} in every round, before anybody answers`,
            'do it in run, which is entered once every question is answered',
          );
  },
};
