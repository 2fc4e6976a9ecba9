import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from '../typescript.js';

export const CORE = '@countersign/core';
export const SDK = '@modelcontextprotocol/server';

/** A function of the program whose body can be read. */
export type Body = ts.FunctionLikeDeclaration & { readonly body: ts.Node };

/** A program with what the rules ask of it. One for each program. */
export class Box {
  readonly checker: ts.TypeChecker;
  readonly #packages = new Map<string, string | undefined>();

  constructor(
    readonly ts: TypeScript,
    readonly program: ts.Program,
  ) {
    this.checker = program.getTypeChecker();
  }

  /** Every node below one, depth first, without the one itself. */
  *nodes(node: ts.Node): Generator<ts.Node> {
    const children: ts.Node[] = [];
    this.ts.forEachChild(node, (child) => void children.push(child));
    for (const child of children) {
      yield child;
      yield* this.nodes(child);
    }
  }

  /** What a name means: through imports, and through `{ name }` in an object. */
  symbolOf(node: ts.Node): ts.Symbol | undefined {
    const { ts, checker } = this;
    const symbol =
      node.parent !== undefined &&
      ts.isShorthandPropertyAssignment(node.parent) &&
      node.parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
    if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol;
    return checker.getAliasedSymbol(symbol);
  }

  /** The function that a call enters, as it was declared. */
  calleeOf(call: ts.CallLikeExpression): ts.Declaration | undefined {
    return this.checker.getResolvedSignature(call)?.declaration;
  }

  /**
   * Whether a symbol is declared by a package under one of these names; under any, if there are
   * none.
   */
  isFrom(symbol: ts.Symbol | undefined, name: string, ...names: readonly string[]): boolean {
    if (symbol === undefined || (names.length > 0 && !names.includes(symbol.name))) return false;
    return symbol.declarations?.some((at) => this.packageOf(at) === name) ?? false;
  }

  /** The name of the package that a declaration belongs to. */
  packageOf(declaration: ts.Node): string | undefined {
    return this.#packageAt(dirname(declaration.getSourceFile().fileName));
  }

  /** Whether it is declared by the language, the browser or Node itself. */
  isBuiltIn(declaration: ts.Node): boolean {
    return this.isOfLanguage(declaration) || this.packageOf(declaration) === '@types/node';
  }

  /** Whether it is declared by the language or the browser, or by Node in their stead. */
  isOfLanguage(declaration: ts.Node): boolean {
    return (
      this.program.isSourceFileDefaultLibrary(declaration.getSourceFile()) ||
      this.packageOf(declaration) === 'undici-types'
    );
  }

  /** Members of a union, or the type by itself; a type parameter by its constraint. */
  parts(type: ts.Type): readonly ts.Type[] {
    const constrained = this.checker.getBaseConstraintOfType(type) ?? type;
    return constrained.isUnion() ? constrained.types : [constrained];
  }

  isPromise(type: ts.Type): boolean {
    return this.parts(type).some((part) => {
      const then = this.checker.getPropertyOfType(part, 'then');
      if (then === undefined || (part.flags & this.ts.TypeFlags.Any) !== 0) return false;
      return this.checker.getTypeOfSymbol(then).getCallSignatures().length > 0;
    });
  }

  /** What a function hands out once it is awaited. */
  resultOf(declaration: ts.SignatureDeclaration): ts.Type | undefined {
    const signature = this.checker.getSignatureFromDeclaration(declaration);
    if (signature === undefined) return undefined;
    const type = this.checker.getReturnTypeOfSignature(signature);
    return this.checker.getAwaitedType(type) ?? type;
  }

  /** Whether an expression assigns: `=`, `+=`, `??=` and their like. */
  isAssignment(node: ts.Node): node is ts.BinaryExpression {
    const { FirstAssignment, LastAssignment } = this.ts.SyntaxKind;
    if (!this.ts.isBinaryExpression(node)) return false;
    const { kind } = node.operatorToken;
    return FirstAssignment <= kind && kind <= LastAssignment;
  }

  /**
   * The innermost node that holds a place of a file; the file itself in a comment between
   * statements.
   */
  nodeAt(position: number, source: ts.SourceFile): ts.Node {
    let found: ts.Node = source;
    for (const node of this.nodes(source))
      if (node.getStart(source) <= position && position < node.end) found = node;
    return found;
  }

  /** The expression without parentheses, casts and `!`. */
  bare(node: ts.Expression): ts.Expression {
    const { ts } = this;
    return ts.isParenthesizedExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node)
      ? this.bare(node.expression)
      : node;
  }

  /** A property's name, where it can be known; not that of a `#private` one. */
  nameOf(name: ts.PropertyName | ts.BindingName | undefined): string | undefined {
    const { ts } = this;
    if (name === undefined) return undefined;
    if (ts.isComputedPropertyName(name)) return this.textOf(name.expression);
    return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
  }

  /** The text of a string that is written down. */
  textOf(node: ts.Expression | undefined): string | undefined {
    return node !== undefined && this.ts.isStringLiteralLike(node) ? node.text : undefined;
  }

  #packageAt(folder: string): string | undefined {
    if (this.#packages.has(folder)) return this.#packages.get(folder);
    const above = dirname(folder);
    const name = nameIn(folder) ?? (above === folder ? undefined : this.#packageAt(above));
    this.#packages.set(folder, name);
    return name;
  }
}

/**
 * A package.json without a name, such as `{ "type": "module" }` in a dist folder, makes no package.
 */
function nameIn(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
