import type ts from 'typescript';
import type { Report } from '../finding.js';
import { isAskCall } from '../read/asks.js';
import { type Box, CORE, SDK } from '../read/box.js';
import { shownOf } from '../read/shown.js';
import { valuesInTexts } from '../read/texts.js';
import type { Rule } from '../rule.js';

/** People decide by what they read, and "[object Object]" or "undefined" tells them nothing. */
export const unreadableText: Rule = {
  name: 'unreadable-text',
  level: 'error',
  about: 'a promise, a bare object or what may be absent in a text',
  file(source, { box }, report) {
    for (const node of box.nodes(source)) {
      if (!box.ts.isCallExpression(node)) continue;
      const isQuestion = isAskCall(node, box) || isHandWritten(node, box);
      if (isQuestion) tellOf(node.arguments, 'the text of a question', false, box, report);
      else if (isFailure(node, box))
        tellOf(node.arguments, 'the text of a failure', true, box, report);
    }
  },
  component({ methods }, { box }, report) {
    for (const { role, node } of methods)
      if (role === 'run' || role === 'declined')
        tellOf(returned(node.body, box), 'the text of a result', true, box, report);
  },
};

/** `absentToo`: in a result it may be meant, and what may be absent is let pass. */
function tellOf(
  nodes: readonly ts.Node[],
  where: string,
  mayBeAbsent: boolean,
  box: Box,
  report: Report,
): void {
  for (const node of nodes)
    for (const value of valuesInTexts(node, box)) {
      const shown = shownOf(box.checker.getTypeAtLocation(value), box);
      if (shown === undefined || (mayBeAbsent && shown.kind === 'absent')) continue;
      report(value, `${where} shows ${shown.what}`, shown.cure);
    }
}

/** `inputRequired.elicit({ message })` of the SDK. */
function isHandWritten({ expression }: ts.CallExpression, box: Box): boolean {
  if (!box.ts.isPropertyAccessExpression(expression)) return false;
  const symbol = box.symbolOf(expression.expression);
  return box.isFrom(symbol, SDK, 'inputRequired');
}

/** `ctx.fail(message)`. */
const isFailure = ({ expression }: ts.CallExpression, box: Box): boolean =>
  box.ts.isPropertyAccessExpression(expression) &&
  box.isFrom(box.symbolOf(expression.name), CORE, 'fail');

function returned(body: ts.Node, box: Box): ts.Expression[] {
  if (box.ts.isExpression(body)) return [body];
  return [...box.nodes(body)].flatMap((node) =>
    box.ts.isReturnStatement(node) && node.expression !== undefined ? [node.expression] : [],
  );
}
