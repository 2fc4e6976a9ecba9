import type ts from 'typescript';
import type { Body, Box } from './box.js';
import type { Component, Method } from './component.js';

/**
 * Every node that entering a method may come to: its own, and those of the helpers of its class
 * that it calls.
 */
export function reachOf(method: Method, { methods }: Component, box: Box): ts.Node[] {
  const helpers = new Set<ts.Node>(
    methods.filter(({ role }) => role === 'helper' || role === 'unmarked').map(({ node }) => node),
  );
  const entered = new Set<ts.Node>();
  const found: ts.Node[] = [];
  const enter = (node: Body) => {
    entered.add(node);
    for (const below of box.nodes(node.body)) {
      found.push(below);
      const callee = box.ts.isCallExpression(below) ? box.calleeOf(below) : undefined;
      if (callee !== undefined && helpers.has(callee) && !entered.has(callee))
        enter(callee as Body);
    }
  };
  enter(method.node);
  return found;
}
