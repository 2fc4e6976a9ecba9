import type ts from 'typescript';
import { type Box, CORE, SDK } from './box.js';
import type { Component, Method } from './component.js';
import { reachOf } from './reach.js';

/**
 * A call of something that is not the toolkit's and not the class's own: a service, or a function
 * of another module.
 */
export interface OutsideCall {
  readonly node: ts.CallExpression;
  /** As it is written, without its arguments: `this.bank.charge`. */
  readonly written: string;
  /** Its name says that it changes something. */
  readonly changes: boolean;
  /** It gives a promise. */
  readonly waits: boolean;
}

const PURE_PACKAGES: readonly (string | undefined)[] = [CORE, SDK, 'zod'];

/**
 * First words of names that change something in the world. What reads are named by too (`open`,
 * `run`) is left out.
 */
const CHANGES = words(
  `add append apply approve archive assign ban cancel charge clear close commit create debit
  decrement delete deploy destroy disable drop emit enable enqueue erase expire grant increment
  insert invite kill mark merge mkdir move notify overwrite patch pay persist post provision publish
  purge push put refund register remove rename replace reserve reset restart restore revoke rm rmdir
  rollback save send set shutdown start stop submit subscribe terminate transfer trigger truncate
  unlink unsubscribe update upload upsert wipe withdraw write`,
);

/**
 * The same for names of more than one word: `releaseLock` changes something, and `release(id)` may
 * read one.
 */
const CHANGES_BEFORE_MORE = words('block book issue order release schedule ship store');

/** What a method calls outside of its class, and what its helpers call for it. */
export const outsideCalls = (method: Method, component: Component, box: Box): OutsideCall[] =>
  reachOf(method, component, box).flatMap((node) => {
    if (!box.ts.isCallExpression(node)) return [];
    const callee = box.calleeOf(node);
    if (callee === undefined || PURE_PACKAGES.includes(box.packageOf(callee))) return [];
    if (isOwn(callee, component)) return [];
    return outsideCall(node, callee, box);
  });

function outsideCall(node: ts.CallExpression, callee: ts.Node, box: Box): OutsideCall[] {
  const { expression } = node;
  const name = box.ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : expression.getText();
  const waits = box.isPromise(box.checker.getTypeAtLocation(node));
  const call = { node, written: expression.getText().replaceAll(/\s+/g, ''), waits };
  if (box.isBuiltIn(callee) && name === 'fetch')
    return [{ ...call, changes: fetchChanges(node, box) }];
  // The language's own promises (Promise.all, a body's json()) bring nothing from outside by
  // themselves.
  if (box.isOfLanguage(callee)) return [];
  const isService = startsAtThis(expression, box) && !box.isBuiltIn(callee);
  const changes = saysChange(name) && (waits || isService);
  return changes || waits ? [{ ...call, changes }] : [];
}

function saysChange(name: string): boolean {
  const [verb = '', ...more] = name.split(/(?=[A-Z_\d])/);
  return CHANGES.has(verb) || (more.length > 0 && CHANGES_BEFORE_MORE.has(verb));
}

/** A function that is written in the class: what it does is found in it. */
const isOwn = (callee: ts.Node, { lineage }: Component): boolean => {
  for (let at = callee; at !== undefined; at = at.parent)
    if (lineage.some((part) => part === at)) return true;
  return false;
};

function fetchChanges({ arguments: [, init] }: ts.CallExpression, box: Box): boolean {
  if (init === undefined || !box.ts.isObjectLiteralExpression(init)) return false;
  const method = init.properties.find((property) => box.nameOf(property.name) === 'method');
  if (method === undefined || !box.ts.isPropertyAssignment(method)) return false;
  return !['GET', 'HEAD'].includes(box.textOf(method.initializer)?.toUpperCase() ?? '');
}

function startsAtThis(node: ts.Expression, box: Box): boolean {
  const { ts } = box;
  const bare = box.bare(node);
  if (bare.kind === ts.SyntaxKind.ThisKeyword) return true;
  return (
    (ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare)) &&
    startsAtThis(bare.expression, box)
  );
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
