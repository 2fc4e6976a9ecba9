import type ts from 'typescript';
import { stepsReadBy } from '../read/answers.js';
import { answersOf, askCalls, askName } from '../read/asks.js';
import type { Box } from '../read/box.js';
import type { Method } from '../read/component.js';
import type { Rule } from '../rule.js';

/**
 * A question that is put to people and whose answer changes nothing: also a yes that nobody looks
 * at.
 */
export const unreadAnswer: Rule = {
  name: 'unread-answer',
  level: 'error',
  about: 'a question whose answer nobody reads',
  component(component, { box }, report) {
    // What is not here may read them.
    if (component.open && !component.methods.some(({ role }) => role === 'run')) return;
    const read = new Set(component.methods.flatMap((method) => [...stepsReadBy(method, box)]));
    if (read.has('all')) return;
    for (const method of component.methods) {
      if (method.role !== 'question' || read.has(method.name) || !matters(method, box)) continue;
      report(
        nameNode(method.node),
        `nobody reads the answer to ${component.name}.${method.name}, whatever people say`,
        `read "${method.name}" in run; if a yes is all that is wanted, ask it with ask.confirm`,
      );
    }
  },
};

/**
 * Whether an answer can say more than that it came: one of a confirmation cannot, since a no ends
 * the call.
 */
function matters({ node }: Method, box: Box): boolean {
  if (!answersOf(node, box).some((answer) => saysSomething(answer, box))) return false;
  const calls = askCalls(node, box).map((call) => askName(call, box));
  return (
    calls.length === 0 ||
    calls.some((name) => name !== 'confirm' && name !== 'all' && name !== 'each')
  );
}

function saysSomething(answer: ts.Type, box: Box): boolean {
  const { ts, checker } = box;
  const parts = box.parts(answer);
  if (parts.length !== 1) return parts.length > 0;
  const [only = answer] = parts;
  if (only.isLiteral() || (only.flags & ts.TypeFlags.BooleanLiteral) !== 0) return false;
  if ((only.flags & ts.TypeFlags.Never) !== 0) return false;
  if ((only.flags & ts.TypeFlags.Object) === 0) return true;
  if (checker.isArrayType(only) || checker.isTupleType(only)) return true;
  if (checker.getIndexInfosOfType(only).length > 0) {
    return checker.getIndexInfosOfType(only).some(({ type }) => saysSomething(type, box));
  }
  return checker
    .getPropertiesOfType(only)
    .some((member) => saysSomething(checker.getTypeOfSymbol(member), box));
}

const nameNode = (node: ts.FunctionLikeDeclaration): ts.Node => node.name ?? node;
