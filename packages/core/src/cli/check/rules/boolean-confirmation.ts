import type ts from 'typescript';
import { askCalls, askName, formAnswer, isAskCall } from '../read/asks.js';
import type { Box } from '../read/box.js';
import type { Rule } from '../rule.js';

const ASK = 'ask with ask.confirm, whose no ends the call';

/** Names by which a field says that it is a yes. */
const YES =
  /^(?:is|are|i)?_?(?:confirm|ok(?:ay)?|sure|yes|agree|accept|approve|proceed|allow)(?:e?d|s)?$/i;

/**
 * A boolean in a form is data: hosts preselect it, clear it or hide it, and nobody notices that it
 * was never looked at.
 */
export const booleanConfirmation: Rule = {
  name: 'boolean-confirmation',
  level: 'warning',
  about: 'a form with a boolean that stands for a yes',
  component({ name: owner, methods }, { box }, report) {
    for (const { name, role, node } of methods) {
      if (role !== 'question') continue;
      for (const call of askCalls(node, box)) {
        const field = confirmingField(call, box);
        if (field === undefined) continue;
        report(call, `${owner}.${name} asks for a yes by the boolean "${field}" of a form`, ASK);
        for (const preset of defaultsToYes(call, field, box))
          report(
            preset,
            `the boolean "${field}" is true where nobody answers: an empty form is a yes`,
            ASK,
            'error',
          );
      }
    }
  },
};

function confirmingField(call: ts.CallExpression, box: Box): string | undefined {
  const answer = askName(call, box) === 'form' ? formAnswer(call, box) : undefined;
  if (answer === undefined) return undefined;
  const fields = box.checker.getPropertiesOfType(answer);
  const booleans = fields.filter((field) => isBoolean(box.checker.getTypeOfSymbol(field), box));
  const named = booleans.find(({ name }) => YES.test(name));
  const alone = fields.length === 1 && !isOneOfMany(call, box) ? booleans[0] : undefined;
  return (named ?? alone)?.name;
}

/** One of an ask.all or ask.each: a no there leaves one thing out, and does not end the call. */
function isOneOfMany(call: ts.CallExpression, box: Box): boolean {
  for (let at = call.parent; at !== undefined && !box.ts.isStatement(at); at = at.parent)
    if (box.ts.isCallExpression(at) && isAskCall(at, box)) return true;
  return false;
}

const isBoolean = (type: ts.Type, box: Box): boolean => {
  const { BooleanLike, Undefined } = box.ts.TypeFlags;
  const parts = box.parts(type);
  return (
    parts.some(({ flags }) => (flags & BooleanLike) !== 0) &&
    parts.every(({ flags }) => (flags & (BooleanLike | Undefined)) !== 0)
  );
};

/** `confirm: z.boolean().default(true)`, where the form is written down in the program. */
function defaultsToYes(call: ts.CallExpression, field: string, box: Box): ts.Node[] {
  const { ts } = box;
  return [...schemaNodes(call.arguments[1], box)].filter((node) => {
    if (!ts.isPropertyAssignment(node) || box.nameOf(node.name) !== field) return false;
    return [node.initializer, ...box.nodes(node.initializer)].some(
      (below) =>
        ts.isCallExpression(below) &&
        ts.isPropertyAccessExpression(below.expression) &&
        /^(?:_?default|prefault|catch)$/.test(below.expression.name.text) &&
        below.arguments[0]?.kind === ts.SyntaxKind.TrueKeyword,
    );
  });
}

function* schemaNodes(node: ts.Node | undefined, box: Box, depth = 0): Generator<ts.Node> {
  if (node === undefined || depth > 8) return;
  for (const below of [node, ...box.nodes(node)]) {
    yield below;
    const declared = box.ts.isIdentifier(below) ? box.symbolOf(below)?.valueDeclaration : undefined;
    if (declared && box.ts.isVariableDeclaration(declared) && !box.isBuiltIn(declared))
      yield* schemaNodes(declared.initializer, box, depth + 1);
  }
}
