import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));

/** One source file of a package, parsed. Paths are relative to `packages/` and use `/`. */
export interface Source {
  readonly path: string;
  readonly package: string;
  readonly tree: ts.SourceFile;
}

export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly default: string }>>;
}

export const manifest = (name: string): Manifest =>
  JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')) as Manifest;

/** Folder names of the packages that are published. */
export const published = (): string[] =>
  readdirSync(PACKAGES).filter((name) => manifest(name).private !== true);

/** Parses every source file of the published packages. */
export function sources(): Source[] {
  return published().flatMap((name) =>
    readdirSync(join(PACKAGES, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => parse(name, join(PACKAGES, name, 'src', file))),
  );
}

export function parse(name: string, file: string): Source {
  const path = relative(PACKAGES, file).replaceAll('\\', '/');
  return {
    path,
    package: name,
    tree: ts.createSourceFile(path, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
  };
}

/** Every node of a file, depth first. */
export function* nodes(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* nodes(child);
}

export interface Import {
  readonly specifier: string;
  /** Whether nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/** The one file that imports what its user names: the module that `countersign describe` is given. */
export const COMPUTING = 'core/src/cli/load.ts';

/** All that a file imports, in whatever form: `import`, `import type`, `export … from`, `import('…')` as a call and as a type. */
export function imports({ tree, path }: Source): Import[] {
  const computed = path === COMPUTING;
  const found: Import[] = [];
  const take = (specifier: ts.Node | undefined, typeOnly: boolean): void => {
    if (specifier === undefined || (computed && !ts.isStringLiteralLike(specifier))) return;
    if (!ts.isStringLiteralLike(specifier))
      throw new Error(`${path} imports by a computed name, which no layering can check`);
    found.push({ specifier: specifier.text, typeOnly });
  };
  for (const node of nodes(tree)) {
    if (ts.isImportDeclaration(node))
      take(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    else if (ts.isExportDeclaration(node)) take(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      take(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, true);
    else if (ts.isExternalModuleReference(node)) take(node.expression, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      take(node.arguments[0], false);
  }
  return found;
}
