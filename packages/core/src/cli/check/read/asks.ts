import type ts from 'typescript';
import { type Box, CORE } from './box.js';

/** Whether a type is an `Ask` of ours, by itself or among others. */
export const holdsAsk = (type: ts.Type, box: Box): boolean => asksIn(type, box).length > 0;

/** The asks among the members of a type. */
const asksIn = (type: ts.Type, box: Box): ts.Type[] =>
  box.parts(type).filter((part) => box.isFrom(part.getSymbol(), CORE, 'Ask'));

/** The types of the answers that a function's asks settle to. */
export function answersOf(declaration: ts.SignatureDeclaration, box: Box): ts.Type[] {
  const result = box.resultOf(declaration);
  if (result === undefined) return [];
  return asksIn(result, box).flatMap((ask) => {
    const [answer] = box.checker.getTypeArguments(ask as ts.TypeReference);
    return answer === undefined ? [] : [answer];
  });
}

/** Calls that make an ask, `ask.form(…)` say, in and below a node. */
export const askCalls = (node: ts.Node, box: Box): ts.CallExpression[] =>
  [node, ...box.nodes(node)]
    .filter((below) => box.ts.isCallExpression(below))
    .filter((call) => isAskCall(call, box));

/** Whether a call is one of ours that makes an ask. */
export function isAskCall(call: ts.CallExpression, box: Box): boolean {
  const callee = box.calleeOf(call);
  return (
    callee !== undefined &&
    box.packageOf(callee) === CORE &&
    holdsAsk(box.checker.getTypeAtLocation(call), box)
  );
}

/** The name by which an ask was made: `form`, `confirm`, … */
export function askName(call: ts.CallExpression, box: Box): string {
  const { expression } = call;
  return box.ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : expression.getText();
}

/**
 * The type of a form's answer, where it is one object; without the `undefined` of an optional
 * question.
 */
export function formAnswer(call: ts.CallExpression, box: Box): ts.Type | undefined {
  const [ask] = asksIn(box.checker.getTypeAtLocation(call), box);
  const [answer] = ask === undefined ? [] : box.checker.getTypeArguments(ask as ts.TypeReference);
  if (answer === undefined) return undefined;
  const [only, ...more] = box.parts(box.checker.getNonNullableType(answer));
  return more.length === 0 ? only : undefined;
}
