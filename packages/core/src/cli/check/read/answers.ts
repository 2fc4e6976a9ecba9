import type ts from 'typescript';
import { type Box, CORE } from './box.js';
import type { Method } from './component.js';

/** A place where a method reads answers. */
export interface Use {
  /** The step whose answer it is; `all` where the answers are handed on as a whole. */
  readonly step: string | 'all';
  /**
   * The expression whose value is the answer; none for an outcome, or where the answer is taken
   * apart.
   */
  readonly at?: ts.Expression;
}

/** Where a method reads which answers. One that it takes and never uses is not among them. */
export function answerUses({ role, node }: Method, box: Box): Use[] {
  const [first, second] = node.parameters;
  const outcomes = [...box.nodes(node.body)].flatMap((below) => outcomeRead(below, box));
  if (role === 'declined' && first !== undefined) {
    const answers = valuesOf(first.name, node, box).filter(
      ({ key }) => key === 'answers' || key === undefined,
    );
    return [
      ...outcomes,
      ...answers.flatMap(({ at }) => stepsOf(valuesOf(at, node, box), node, box)),
    ];
  }
  const entered = role === 'run' || role === 'question' || role === 'compute';
  if (!entered || second === undefined) return outcomes;
  return [...outcomes, ...stepsOf(valuesOf(second.name, node, box), node, box)];
}

/** Names of the steps that a method reads; `all` is among them if it hands its answers on. */
export const stepsReadBy = (method: Method, box: Box): ReadonlySet<string> =>
  new Set(answerUses(method, box).map(({ step }) => step));

/** `ctx.outcome('confirm')` is a read like any other. */
function outcomeRead(node: ts.Node, box: Box): Use[] {
  const { ts } = box;
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'outcome') return [];
  if (!box.isFrom(box.symbolOf(node.name), CORE, 'outcome')) return [];
  const called = ts.isCallExpression(node.parent) && node.parent.expression === node;
  return [{ step: (called ? box.textOf(node.parent.arguments[0]) : undefined) ?? 'all' }];
}

/** Where the value of a member is: in a name that it is bound to, or in an expression. */
interface Value {
  /** The member's name; undefined where it could be any. */
  readonly key: string | undefined;
  readonly at: ts.BindingName | ts.Expression;
}

/**
 * The members that are read of an object, which is bound to a name or is what an expression gives.
 */
function valuesOf(of: ts.BindingName | ts.Expression, scope: ts.Node, box: Box): Value[] {
  const { ts } = box;
  if (ts.isObjectBindingPattern(of))
    return of.elements.flatMap(({ propertyName, dotDotDotToken, name }) =>
      dotDotDotToken !== undefined
        ? valuesOf(name, scope, box)
        : [
            {
              key: box.nameOf(propertyName ?? (ts.isIdentifier(name) ? name : undefined)),
              at: name,
            },
          ],
    );
  if (ts.isArrayBindingPattern(of)) return [{ key: undefined, at: of }];
  if (isBound(of, box))
    return referencesTo(of, scope, box).flatMap((at) => valuesOf(at, scope, box));
  const { parent } = of;
  if (isWrapper(parent, box)) return valuesOf(parent, scope, box);
  if (ts.isPropertyAccessExpression(parent) && parent.expression === of)
    return [{ key: parent.name.text, at: parent }];
  if (ts.isElementAccessExpression(parent) && parent.expression === of)
    return [{ key: box.textOf(parent.argumentExpression), at: parent }];
  if (ts.isVariableDeclaration(parent)) return valuesOf(parent.name, scope, box);
  return [{ key: undefined, at: of }];
}

/** The uses of answers, from the members that are read of the object that holds them. */
const stepsOf = (values: readonly Value[], scope: ts.Node, box: Box): Use[] =>
  values.flatMap(({ key, at }): Use[] => {
    if (key === undefined) return [{ step: 'all' }];
    if (!isBinding(at, box)) return [{ step: key, at }];
    return usesOf(at, scope, box).map((use) => ({
      step: key,
      ...(use !== undefined && { at: use }),
    }));
  });

/** Where a bound value is used; `undefined` for a use without an expression of its own. */
function usesOf(name: ts.BindingName, scope: ts.Node, box: Box): (ts.Expression | undefined)[] {
  const { ts } = box;
  if (ts.isIdentifier(name))
    // By the usual sign it is taken on purpose: to wait for it.
    return name.text.startsWith('_') ? [undefined] : referencesTo(name, scope, box);
  const parts = name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : usesOf(element.name, scope, box),
  );
  return parts.length > 0 ? [undefined] : [];
}

/** Every use of a name that is bound in a function. */
const referencesTo = (name: ts.Identifier, scope: ts.Node, box: Box): ts.Identifier[] => {
  const symbol = box.checker.getSymbolAtLocation(name);
  return [...box.nodes(scope)].filter(
    (node): node is ts.Identifier =>
      box.ts.isIdentifier(node) &&
      node !== name &&
      node.text === name.text &&
      box.symbolOf(node) === symbol,
  );
};

/** A name where it is bound, and not where it is used. */
const isBound = (node: ts.BindingName | ts.Expression, box: Box): node is ts.Identifier =>
  box.ts.isIdentifier(node) && isDeclared(node, box);

const isBinding = (node: ts.BindingName | ts.Expression, box: Box): node is ts.BindingName =>
  box.ts.isObjectBindingPattern(node) || box.ts.isArrayBindingPattern(node) || isBound(node, box);

const isDeclared = (node: ts.Identifier, { ts }: Box): boolean =>
  (ts.isParameter(node.parent) ||
    ts.isVariableDeclaration(node.parent) ||
    ts.isBindingElement(node.parent)) &&
  node.parent.name === node;

const isWrapper = (node: ts.Node, { ts }: Box): node is ts.Expression =>
  ts.isParenthesizedExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node);
