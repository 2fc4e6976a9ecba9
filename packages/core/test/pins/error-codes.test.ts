import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodes, PACKAGES, sources } from './sources.js';

/** Every error class of the project with its codes. Users branch on these: a code that goes or is renamed is a breaking change. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  ConfigError: [
    'duplicate',
    'invalid_ask',
    'invalid_component',
    'invalid_option',
    'invalid_schema',
    'invalid_step',
    'missing_metadata',
    'standard_decorators',
    'state_codec',
    'unsafe_serving',
  ],
  LedgerError: ['full', 'lost', 'running', 'too_large', 'unavailable', 'unreadable'],
  RequestStateError: [
    'audience',
    'expired',
    'malformed',
    'principal',
    'redeemed',
    'request',
    'too_large',
    'unauthentic',
    'unknown_key',
  ],
  ToolError: ['tool_error'],
};

/** Reads the codes off the source: of each class that extends CountersignError, the literal or union that `code` is declared as. */
function codesInSource(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { tree } of sources()) {
    const unions = new Map<string, ts.TypeNode>();
    for (const node of nodes(tree))
      if (ts.isTypeAliasDeclaration(node)) unions.set(node.name.text, node.type);

    for (const node of nodes(tree)) {
      if (!ts.isClassDeclaration(node) || node.name === undefined) continue;
      const base = node.heritageClauses
        ?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
        ?.types[0]?.getText();
      if (base === 'CountersignError') found[node.name.text] = codesOf(node, unions);
    }
  }
  return found;
}

function codesOf(node: ts.ClassDeclaration, unions: ReadonlyMap<string, ts.TypeNode>): string[] {
  for (const member of node.members.flatMap((member) => [
    member,
    ...(ts.isConstructorDeclaration(member) ? member.parameters : []),
  ])) {
    if (
      !(ts.isPropertyDeclaration(member) || ts.isParameter(member)) ||
      member.name.getText() !== 'code'
    )
      continue;
    const declared =
      member.type && ts.isTypeReferenceNode(member.type)
        ? unions.get(member.type.getText())
        : (member.type ?? member.initializer);
    if (declared)
      return [...nodes(declared)]
        .filter((part) => ts.isStringLiteral(part))
        .map((part) => part.text)
        .sort();
  }
  throw new Error(`${node.name?.text ?? 'a class'} declares no code that could be read`);
}

/** Reads docs/errors.md: under each `## Class`, the first column of its table. */
function codesInDocs(): Record<string, string[]> {
  const text = readFileSync(join(PACKAGES, '../docs/errors.md'), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  const documented = sections.filter((section) => /^\w+Error$/m.test(section.split('\n')[0] ?? ''));
  return Object.fromEntries(
    documented.map((section) => [
      section.split('\n')[0] ?? '',
      [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code = '']) => code).sort(),
    ]),
  );
}

describe('error codes', () => {
  it('are the pinned ones in the source', () => {
    expect(codesInSource()).toEqual(CODES);
  });

  it('are documented in docs/errors.md, which documents no other', () => {
    expect(codesInDocs()).toEqual(CODES);
  });
});
