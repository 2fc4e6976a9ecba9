import type ts from 'typescript';
import { type Body, type Box, CORE } from './box.js';

/** What a method is to the toolkit. */
export type Role =
  | 'question'
  | 'compute'
  | 'run'
  | 'declined'
  /**
   * `dispose`, a method marked `@Complete`, one named by a symbol, or one with a foreign decorator.
   */
  | 'other'
  /** `#private`, static, an accessor, a function in a field, or marked `@Helper`. */
  | 'helper'
  /** Nothing marks it. */
  | 'unmarked';

/** A function of a component, or of a class that it extends. */
export interface Method {
  readonly name: string;
  readonly role: Role;
  readonly node: Body;
}

/** A class marked `@Tool`, `@Prompt` or `@Resource`. */
export interface Component {
  readonly name: string;
  readonly node: ts.ClassLikeDeclaration;
  /**
   * The class and the classes that it extends, itself first; those of packages are not among them.
   */
  readonly lineage: readonly ts.ClassLikeDeclaration[];
  /** It extends a class whose source is not here, so that it may have members that nobody sees. */
  readonly open: boolean;
  /** Those with a body, of the whole lineage, overridden ones included. Constructors are none. */
  readonly methods: readonly Method[];
  /** What each step is, by the name of its method. */
  readonly steps: ReadonlyMap<string, 'question' | 'compute'>;
}

const KINDS = ['Tool', 'Prompt', 'Resource'];
const MARKS: Readonly<Record<string, Role>> = {
  Elicit: 'question',
  Sample: 'question',
  Roots: 'question',
  Compute: 'compute',
  Complete: 'other',
  Helper: 'helper',
};
const HOOKS: Readonly<Record<string, Role>> = {
  run: 'run',
  declined: 'declined',
  dispose: 'other',
};

/** Finds the components that are declared in a file. */
export const componentsIn = (source: ts.SourceFile, box: Box): Component[] =>
  [...box.nodes(source)]
    .filter((node) => box.ts.isClassLike(node))
    .filter((node) => marksOf(node, box).some((mark) => KINDS.includes(mark)))
    .map((node) => componentOf(node, box));

function componentOf(node: ts.ClassLikeDeclaration, box: Box): Component {
  const lineage: ts.ClassLikeDeclaration[] = [];
  let at: ts.ClassLikeDeclaration | 'elsewhere' | undefined = node;
  for (; typeof at === 'object' && !lineage.includes(at); at = baseOf(at, box)) lineage.push(at);
  const marked = new Map<string, Role>();
  // Base first: an override without a decorator stays what it overrides.
  for (const member of lineage.toReversed().flatMap((part) => [...part.members])) {
    const role = roleByMark(member, box);
    const name = box.nameOf(member.name);
    if (name !== undefined && role !== undefined) marked.set(name, role);
  }
  const methods = lineage
    .flatMap((part) => [...part.members])
    .flatMap((member): Method[] => {
      const body = bodyOf(member, box);
      const name = box.nameOf(member.name) ?? member.name?.getText() ?? '';
      return body === undefined ? [] : [{ name, role: roleOf(member, marked, box), node: body }];
    });
  const steps = new Map(
    [...marked].flatMap(([key, role]) =>
      role === 'question' || role === 'compute' ? [[key, role] as const] : [],
    ),
  );
  const name = node.name?.text ?? '(anonymous class)';
  return { name, node, lineage, open: at === 'elsewhere', methods, steps };
}

function roleOf(member: ts.ClassElement, marked: ReadonlyMap<string, Role>, box: Box): Role {
  const { ts } = box;
  if (!ts.isMethodDeclaration(member) || ts.isPrivateIdentifier(member.name)) return 'helper';
  if (isStatic(member, box)) return 'helper';
  const name = box.nameOf(member.name);
  if (name === undefined) return 'other';
  return (
    roleByMark(member, box) ??
    (Object.hasOwn(HOOKS, name) ? HOOKS[name] : undefined) ??
    marked.get(name) ??
    ((ts.getDecorators(member) ?? []).length > 0 ? 'other' : 'unmarked')
  );
}

function roleByMark(member: ts.ClassElement, box: Box): Role | undefined {
  if (!box.ts.isMethodDeclaration(member) || isStatic(member, box)) return undefined;
  const [role] = marksOf(member, box).flatMap((mark) => MARKS[mark] ?? []);
  return role;
}

/**
 * Names of our decorators on a class or method; `Elicit` or `Compute` for one that an author's own
 * function made of ours.
 */
function marksOf(node: ts.Node, box: Box): string[] {
  const { ts, checker } = box;
  if (!ts.canHaveDecorators(node)) return [];
  return (ts.getDecorators(node) ?? []).flatMap(({ expression }) => {
    const made = ts.isCallExpression(expression) ? expression.expression : expression;
    const symbol = box.symbolOf(made);
    if (symbol !== undefined && box.isFrom(symbol, CORE)) return [symbol.name];
    const { aliasSymbol, aliasTypeArguments = [] } = checker.getTypeAtLocation(expression);
    if (!box.isFrom(aliasSymbol, CORE, 'StepDecorator')) return [];
    const isAny = ((aliasTypeArguments[0]?.flags ?? 0) & ts.TypeFlags.Unknown) !== 0;
    return [isAny ? 'Compute' : 'Elicit'];
  });
}

/** The class that a class extends, if its source is here. */
function baseOf(
  node: ts.ClassLikeDeclaration,
  box: Box,
): ts.ClassLikeDeclaration | 'elsewhere' | undefined {
  const { ts } = box;
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const [base] = clause?.types ?? [];
  if (base === undefined) return undefined;
  const declared = box.symbolOf(base.expression)?.valueDeclaration;
  if (declared === undefined || !ts.isClassLike(declared)) return 'elsewhere';
  return declared.getSourceFile().isDeclarationFile ? 'elsewhere' : declared;
}

/** The function of a member: a method, an accessor, or a function in a field. */
function bodyOf(member: ts.ClassElement, box: Box): Body | undefined {
  const { ts } = box;
  if (ts.isMethodDeclaration(member) || ts.isAccessor(member))
    return member.body === undefined ? undefined : (member as Body);
  if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) return undefined;
  const value = box.bare(member.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

export const isStatic = (member: ts.ClassElement, { ts }: Box): boolean =>
  ts.canHaveModifiers(member) &&
  (ts.getModifiers(member) ?? []).some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);

/** Whether a method asks. */
export const isQuestion = ({ role }: Method): boolean => role === 'question';
