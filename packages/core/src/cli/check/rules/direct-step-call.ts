import type ts from 'typescript';
import type { Box } from '../read/box.js';
import type { Rule, Scene } from '../rule.js';

/**
 * A step that is called gives a value that nobody answered and nobody sealed: run acts on another
 * one than was shown.
 */
export const directStepCall: Rule = {
  name: 'direct-step-call',
  level: 'error',
  about: 'a step called as a method, also through a variable',
  file(source, scene, report) {
    const steps = stepsOf(scene);
    for (const node of scene.box.nodes(source)) {
      const step = stepTaken(node, steps, scene.box);
      if (step === undefined) continue;
      const [owner, name, kind] = step;
      report(
        node,
        `${owner}.${name} is a step: taken as a method, it runs once more, outside of the call`,
        kind === 'compute'
          ? `read its answer, "${name}", from the second parameter; share code in a #private method`
          : `read its answer, "${name}", from the second parameter`,
      );
    }
  },
};

type Step = readonly [owner: string, name: string, kind: 'question' | 'compute'];

/** Every method that is a step of some component, by its declaration. */
const stepsOf = ({ components }: Scene): ReadonlyMap<ts.Node, Step> =>
  new Map(
    components.flatMap((component) =>
      component.methods.flatMap(({ name, role, node }) =>
        role === 'question' || role === 'compute'
          ? [[node, [component.name, name, role]] as const]
          : [],
      ),
    ),
  );

function stepTaken(node: ts.Node, steps: ReadonlyMap<ts.Node, Step>, box: Box): Step | undefined {
  const { ts, checker } = box;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    if (node.expression.kind === ts.SyntaxKind.SuperKeyword || isMadeHere(node.expression, box))
      return;
    const name = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
    return ofMethod(checker.getSymbolAtLocation(name), steps, box);
  }
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return;
  const name = box.nameOf(
    node.propertyName ?? (ts.isIdentifier(node.name) ? node.name : undefined),
  );
  if (name === undefined) return;
  const of = checker.getTypeAtLocation(node.parent);
  return ofMethod(checker.getPropertyOfType(of, name), steps, box);
}

/** Answers have the step's name too, and its declaration: but they are properties. */
function ofMethod(
  symbol: ts.Symbol | undefined,
  steps: ReadonlyMap<ts.Node, Step>,
  { ts }: Box,
): Step | undefined {
  if (symbol?.valueDeclaration === undefined || (symbol.flags & ts.SymbolFlags.Method) === 0)
    return;
  return steps.get(symbol.valueDeclaration);
}

/** An instance of one's own, as a test makes it, serves no call, and neither does the prototype. */
function isMadeHere(node: ts.Expression, box: Box): boolean {
  const { ts } = box;
  const bare = box.bare(node);
  if (ts.isNewExpression(bare)) return true;
  if (ts.isPropertyAccessExpression(bare) && bare.name.text === 'prototype') return true;
  const declared = ts.isIdentifier(bare) ? box.symbolOf(bare)?.valueDeclaration : undefined;
  return (
    declared !== undefined &&
    ts.isVariableDeclaration(declared) &&
    declared.initializer !== undefined &&
    ts.isNewExpression(box.bare(declared.initializer))
  );
}
