import type ts from 'typescript';
import type { Box } from '../read/box.js';
import { type Component, isStatic } from '../read/component.js';
import { rootOf, type Write, writesIn, writtenTo } from '../read/writes.js';
import type { Rule } from '../rule.js';

/**
 * Every round has an instance of its own, often on another replica: what was kept in it is gone.
 */
export const memoryInThis: Rule = {
  name: 'memory-in-this',
  level: 'error',
  about: 'a field written outside of the constructor, #private too',
  component(component, { box }, report) {
    for (const method of component.methods) {
      const where = `${component.name}.${method.name}`;
      if (method.name === 'dispose' || method.role === 'other') continue;
      for (const write of writesIn(method.node.body, box)) {
        if (!writesToField(write, component, box)) continue;
        report(
          write.node,
          `${where} writes to ${writtenTo(write, box)}, which the next round does not have`,
          'return the value from a @Compute, which is sealed, and read its answer',
        );
      }
    }
  },
};

/**
 * A field of the component itself; the members of a service that it was given are the service's.
 */
function writesToField({ target, inside }: Write, { lineage }: Component, box: Box): boolean {
  const { ts, checker } = box;
  const { root, first } = rootOf(target, box);
  const isOfClass = (type: ts.Type) =>
    lineage.some((part) => part === type.getSymbol()?.valueDeclaration);
  if (!isOfClass(checker.getTypeAtLocation(root)) || isClassItself(root, box)) return false;
  if (first === undefined) return !inside; // Object.assign(this, …)
  if (first === target && !inside) return true;
  const name = ts.isPropertyAccessExpression(first) ? first.name : undefined;
  const field = name && checker.getSymbolAtLocation(name)?.valueDeclaration;
  if (field === undefined || !ts.isPropertyDeclaration(field)) return false;
  return field.initializer !== undefined && !isStatic(field, box);
}

/** `Deploy` in `Deploy.count`, and `this` in a static method. */
const isClassItself = (root: ts.Expression, { checker }: Box): boolean =>
  checker.getTypeAtLocation(root).getConstructSignatures().length > 0;
