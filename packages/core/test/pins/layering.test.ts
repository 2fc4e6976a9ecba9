import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { imports, nodes, type Source, sources } from './sources.js';

/**
 * The rooms of core, and which rooms each imports from; `barrel` is index, codec and internal. Left to right: no room knows
 * one that stands after it.
 */
const ROOMS_OF_CORE = {};

/** What each package imports from outside itself; core by room, because its rooms keep the outside apart. */
const OUTSIDE = {};

/** The one file of each package that knows the official SDK. */
const SDK_FILES: Readonly<Record<string, readonly string[]>> = {};

const BARRELS = new Set(['index.ts', 'codec.ts', 'internal.ts']);
const all = sources();

const roomOf = (path: string): string => {
  const [first = '', second] = path.split('/').slice(2);
  if (second !== undefined) return first;
  return BARRELS.has(first) ? 'barrel' : 'ground';
};
const ownerOf = ({ package: name, path }: Source): string => (name === 'core' ? `core/${roomOf(path)}` : name);
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@countersign/') ? 3 : specifier.startsWith('@') ? 2 : 1)
    .join('/');

const table = (edges: Iterable<readonly [from: string, to: string]>): Record<string, string[]> => {
  const sets = new Map<string, Set<string>>();
  for (const [from, to] of edges) sets.set(from, (sets.get(from) ?? new Set()).add(to));
  return Object.fromEntries([...sets].map(([from, to]) => [from, [...to].sort()]));
};
const withNode = (test: (node: ts.Node) => boolean) => all.filter(({ tree }) => [...nodes(tree)].some(test)).map(({ path }) => path);

describe('layering', () => {
  it('lets the rooms of core know each other in one direction only', () => {
    const edges = all
      .filter((source) => source.package === 'core')
      .flatMap((source) => {
        const inside = imports(source).filter((specifier) => specifier.startsWith('.'));
        const rooms = inside.map((specifier) => roomOf(posix.join(posix.dirname(source.path), specifier.replace(/\.js$/, '.ts'))));
        return rooms.filter((room) => room !== roomOf(source.path)).map((room) => [roomOf(source.path), room] as const);
      });
    expect(table(edges)).toEqual(ROOMS_OF_CORE);
  });

  it('keeps what each package takes from outside to a list', () => {
    const edges = all.flatMap((source) =>
      imports(source)
        .filter((specifier) => !specifier.startsWith('.'))
        .map((specifier) => [ownerOf(source), packageOf(specifier)] as const),
    );
    expect(table(edges)).toEqual(OUTSIDE);
  });

  it('lets no file reach into another package', () => {
    const reaching = all.flatMap((source) =>
      imports(source)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(source.path), specifier))
        .filter((target) => !target.startsWith(`${source.package}/src/`)),
    );
    expect(reaching).toEqual([]);
  });

  it('has one file a package that imports the official SDK', () => {
    const files = all.filter((source) => imports(source).some((specifier) => specifier.startsWith('@modelcontextprotocol/')));
    expect(table(files.map((source) => [source.package, source.path] as const))).toEqual(SDK_FILES);
    expect(Object.values(SDK_FILES).filter((paths) => paths.length > 1)).toEqual([]);
  });

  it('touches Reflect in the metadata room only', () => {
    const touching = withNode((node) => ts.isIdentifier(node) && node.text === 'Reflect');
    expect(touching.length).toBeGreaterThan(0);
    expect(touching.filter((path) => !path.startsWith('core/src/metadata/'))).toEqual([]);
  });
});

describe('sources', () => {
  it('cast nothing to any', () => {
    const casts = withNode(
      (node) => (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && node.type.kind === ts.SyntaxKind.AnyKeyword,
    );
    expect(casts).toEqual([]);
  });

  it('have no file of more than 300 lines', () => {
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ tree }) => tree.getLineStarts().length - 1 > 300).map(({ path }) => path)).toEqual([]);
  });

  it('read the clock and the random source in one place', () => {
    const reading = withNode(
      (node) =>
        ts.isPropertyAccessExpression(node) &&
        ['Date.now', 'performance.now', 'Math.random', 'crypto.getRandomValues', 'crypto.randomUUID'].includes(node.getText()),
    );
    expect(reading).toEqual(['core/src/clock.ts']);
  });
});
