import { stepsReadBy } from '../read/answers.js';
import { type Box, CORE } from '../read/box.js';
import type { Component, Method } from '../read/component.js';
import { outsideCalls } from '../read/outside.js';
import { reachOf } from '../read/reach.js';
import type { Rule } from '../rule.js';

/** A compute runs at least once, and before a question that reads it. */
export const effectInCompute: Rule = {
  name: 'effect-in-compute',
  level: 'warning',
  about: 'an effect in a @Compute, without a key or before a question',
  component(component, { box }, report) {
    for (const method of component.methods) {
      if (method.role !== 'compute') continue;
      const question = readerAmongQuestions(method.name, component, box);
      const keyed = takesKey(method, component, box);
      if (keyed && question === undefined) continue;
      for (const { node, written, changes } of outsideCalls(method, component, box)) {
        if (!changes) continue;
        const calls = `${component.name}.${method.name} is a @Compute, and calls ${written}`;
        if (question !== undefined)
          report(
            node,
            `${calls} before "${question}", which reads it, is answered`,
            'do it in run, which is entered once every question is answered',
          );
        else
          report(
            node,
            `${calls}, which may be done more than once`,
            'hand it ctx.step.idempotencyKey, or do it in run',
          );
      }
    }
  },
};

/** The question that reads a compute, by itself or through other computes. */
function readerAmongQuestions(
  name: string,
  component: Component,
  box: Box,
  seen: ReadonlySet<string> = new Set(),
): string | undefined {
  if (seen.has(name)) return undefined;
  const readers = component.methods.filter((method) => stepsReadBy(method, box).has(name));
  const question = readers.find(({ role }) => role === 'question');
  if (question !== undefined) return question.name;
  const known = new Set([...seen, name]);
  for (const reader of readers) {
    if (reader.role !== 'compute') continue;
    const found = readerAmongQuestions(reader.name, component, box, known);
    if (found !== undefined) return found;
  }
  return undefined;
}

const takesKey = (method: Method, component: Component, box: Box): boolean =>
  [...method.node.parameters, ...reachOf(method, component, box)].some((node) =>
    [node, ...box.nodes(node)].some(
      (below) =>
        box.ts.isIdentifier(below) &&
        below.text === 'idempotencyKey' &&
        (box.isFrom(box.symbolOf(below), CORE) || box.ts.isBindingElement(below.parent)),
    ),
  );
