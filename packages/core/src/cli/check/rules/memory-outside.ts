import type ts from 'typescript';
import type { Box } from '../read/box.js';
import type { Component, Method } from '../read/component.js';
import { rootOf, type Write, writesIn, writtenTo } from '../read/writes.js';
import type { Rule } from '../rule.js';

/**
 * What a module keeps is shared by all calls of one process, and is not there on another replica.
 */
export const memoryOutside: Rule = {
  name: 'memory-outside',
  level: 'warning',
  about: 'what a step writes to a variable that all calls share',
  component(component, { box }, report) {
    for (const method of component.methods) {
      const where = `${component.name}.${method.name}`;
      if (method.role !== 'question' && method.role !== 'compute') continue;
      for (const write of writesIn(method.node.body, box)) {
        const variable = sharedVariable(write, component, box);
        if (variable === undefined || !isReadElsewhere(variable, method, component, box)) continue;
        report(
          write.node,
          `${where} writes to ${writtenTo(write, box)}, which all calls share, and other replicas lack`,
          'return the value from a @Compute, which is sealed, and read its answer',
        );
      }
    }
  },
};

/** The module's variable, or the static field, that is written to. */
function sharedVariable(
  { target }: Write,
  { lineage }: Component,
  box: Box,
): ts.Symbol | undefined {
  const { ts } = box;
  const { root, first } = rootOf(target, box);
  const symbol = ts.isIdentifier(root) ? box.symbolOf(root) : undefined;
  const declared = symbol?.valueDeclaration;
  if (declared === undefined) return undefined;
  if (lineage.some((part) => part === declared))
    return first !== undefined && ts.isPropertyAccessExpression(first)
      ? box.symbolOf(first.name)
      : undefined;
  if (!ts.isVariableDeclaration(declared) || box.isBuiltIn(declared)) return undefined;
  const statement = declared.parent.parent;
  return ts.isSourceFile(statement.parent) ? symbol : undefined;
}

const isReadElsewhere = (
  variable: ts.Symbol,
  writer: Method,
  { methods }: Component,
  box: Box,
): boolean =>
  methods.some(
    ({ node }) =>
      node !== writer.node &&
      [...box.nodes(node.body)].some(
        (below) => box.ts.isIdentifier(below) && box.symbolOf(below) === variable,
      ),
  );
