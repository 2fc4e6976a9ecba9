import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PACKAGES, sources } from './sources.js';

/** Whether a pattern of `sideEffects`, in the one form that is used here, names a file. */
const names = (pattern: string, file: string): boolean =>
  new RegExp(
    `^${pattern.replace(/^\.\//, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`,
  ).test(file);

const kept = (name: string, file: string): boolean => {
  const { sideEffects } = JSON.parse(
    readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'),
  ) as { sideEffects?: boolean | string[] };
  return Array.isArray(sideEffects)
    ? sideEffects.some((pattern) => names(pattern, file))
    : sideEffects !== false;
};

/** Files with an import that is there for what it does, such as the Reflect polyfill. */
const doing = sources().filter(({ tree }) =>
  tree.statements.some(
    (statement) => ts.isImportDeclaration(statement) && statement.importClause === undefined,
  ),
);

describe('side effects', () => {
  it('are declared for every file that imports something for what it does, so that no bundler drops it', () => {
    expect(doing.length).toBeGreaterThan(0);
    const dropped = doing.filter(({ path, package: name }) => {
      const file = path.slice(`${name}/src/`.length).replace(/\.ts$/, '.js');
      return !kept(name, `dist/${file}`);
    });
    expect(dropped.map(({ path }) => path)).toEqual([]);
  });

  it('come first: no file imports tsyringe before the polyfill that it needs', () => {
    const late = sources().flatMap(({ path, tree }) => {
      const specifiers = tree.statements
        .filter(ts.isImportDeclaration)
        .filter(({ importClause }) => importClause?.isTypeOnly !== true)
        .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text);
      const at = specifiers.indexOf('tsyringe');
      return at >= 0 && !specifiers.slice(0, at).includes('reflect-metadata') ? [path] : [];
    });
    expect(sources().some(({ path }) => path === 'core/src/di/inject.ts')).toBe(true);
    expect(late).toEqual([]);
  });

  it('are declared for no file that has none', () => {
    expect(kept('core', 'dist/clock.js')).toBe(false);
    expect(kept('core', 'dist/index.js')).toBe(true);
  });
});
