import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { COMPUTING, imports, nodes, type Source, sources } from './sources.js';

/**
 * The rooms of core, and which rooms each imports from; `barrel` is index, codec and internal, `ground` every other file at the
 * top. In this order no room knows one that stands after it; `(types)` marks an import of which nothing is left at run time.
 */
const ROOMS_OF_CORE: Readonly<Record<string, readonly string[]>> = {
  metadata: [],
  schema: ['ground'],
  state: ['ground'],
  ledger: ['ground'],
  asks: ['ground', 'schema'],
  decorators: ['asks (types)', 'ground', 'metadata'],
  blueprint: ['ground', 'metadata', 'schema'],
  rounds: ['asks', 'blueprint', 'ground'],
  di: ['blueprint', 'ground', 'metadata', 'rounds'],
  serving: ['asks', 'blueprint', 'di', 'ground', 'ledger', 'rounds', 'schema', 'state'],
  cli: ['serving (types)'],
  barrel: [
    'asks',
    'blueprint',
    'decorators',
    'di',
    'ground',
    'ledger',
    'rounds',
    'schema',
    'serving',
    'state',
  ],
};

/**
 * The rooms of serving, likewise; `roof` is what puts them together, `floor` every other file at the top of serving. At run time no
 * room knows one that stands after it. Of types it may: the rooms share the words for a request, a call and what is shown.
 */
const ROOMS_OF_SERVING: Readonly<Record<string, readonly string[]>> = {
  floor: ['auth (types)', 'calls (types)', 'results (types)'],
  // who calls, by which token, and what exists for him
  auth: ['floor', 'options (types)', 'surface (types)'],
  // what a call ends in, and how that is worded on the wire
  results: ['calls (types)', 'floor'],
  // tools of single use, as the ledger decides about them
  once: ['calls (types)', 'options (types)', 'results'],
  // one request for a component, from what was received to an outcome
  calls: ['auth', 'floor', 'once', 'options (types)', 'results', 'telemetry (types)'],
  // traces, counters and numbers for the operator
  telemetry: [
    'calls (types)',
    'floor (types)',
    'http (types)',
    'results (types)',
    'surface (types)',
  ],
  // what a server shows of itself: lists and what changes in them, completions, its own description
  surface: ['auth', 'calls', 'floor', 'options (types)', 'protocol (types)', 'results'],
  // what createServer takes, its checks and defaults
  options: ['auth', 'floor', 'surface'],
  // the SDK’s servers, for a request or a connection; stdio, and the way in of the legacy bridge
  protocol: ['calls (types)', 'floor', 'options (types)', 'results', 'surface'],
  // the front and the listener, and the short path past the SDK
  http: ['auth', 'calls (types)', 'floor', 'options (types)', 'protocol', 'results', 'surface'],
  roof: ['auth', 'calls', 'floor', 'http', 'options', 'protocol', 'surface', 'telemetry'],
};

/** What each package imports from outside itself; core by room, because its rooms keep the outside apart. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  'codec-aead': ['@countersign/core/codec', '@noble/ciphers'],
  'codec-hmac': ['@countersign/core/codec', '@noble/hashes'],
  'core/ground': ['@noble/hashes', 'canonicalize'],
  'core/schema': ['zod'],
  'core/state': ['@noble/hashes'],
  'core/asks': ['zod (types)'],
  'core/decorators': ['zod (types)'],
  'core/di': ['reflect-metadata', 'tsyringe'],
  'core/serving': [
    '@modelcontextprotocol/node',
    '@modelcontextprotocol/server',
    '@opentelemetry/api',
    'node:events',
    'node:http',
    'node:net (types)',
    'node:stream',
    'node:util',
  ],
  'core/cli': [
    'node:fs',
    'node:module',
    'node:path',
    'node:url',
    'node:util',
    'typescript (types)', // loaded by `countersign check` alone, from where its user has it
  ],
  'core/barrel': ['reflect-metadata'],
  'ledger-redis': ['@countersign/core', '@countersign/core/codec', 'node:crypto'],
  'shim-legacy': [
    '@countersign/core',
    '@countersign/core/internal',
    '@modelcontextprotocol/server',
  ],
  testing: [
    '@countersign/codec-aead',
    '@countersign/codec-hmac',
    '@countersign/core',
    '@countersign/core/codec (types)',
    '@countersign/core/internal',
    '@modelcontextprotocol/client',
    'node:assert',
    'node:async_hooks',
    'node:util',
  ],
};

/** The one file of each package that knows the official SDK. */
const SDK_FILES: Readonly<Record<string, readonly string[]>> = {
  core: ['core/src/serving/sdk.ts'],
  'shim-legacy': ['shim-legacy/src/sdk.ts'],
  testing: ['testing/src/sdk.ts'],
};

const BARRELS = new Set(['index.ts', 'codec.ts', 'internal.ts']);
const ROOF = new Set(['assemble.ts', 'create-server.ts']);
const all = sources();

const roomOf = (path: string): string => {
  const [first = '', second] = path.split('/').slice(2);
  if (second !== undefined) return first;
  return BARRELS.has(first) ? 'barrel' : 'ground';
};
const roomInServing = (path: string): string | undefined => {
  const [room, first = '', second] = path.split('/').slice(2);
  if (room !== 'serving') return undefined;
  if (second !== undefined) return first;
  return ROOF.has(first) ? 'roof' : 'floor';
};
const ownerOf = ({ package: name, path }: Source): string =>
  name === 'core' ? `core/${roomOf(path)}` : name;
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@countersign/') ? 3 : specifier.startsWith('@') ? 2 : 1)
    .join('/');

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

/** Who imports from whom, sorted; an edge is of types only when every import that makes it is. */
function table(edges: readonly Edge[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { from, to } of edges) {
    const typeOnly = edges
      .filter((edge) => edge.from === from && edge.to === to)
      .every((edge) => edge.typeOnly);
    found[from] = [...new Set([...(found[from] ?? []), typeOnly ? `${to} (types)` : to])].sort();
  }
  return found;
}

/** Who imports from whom within core, where both ends are in a room. */
function known(rooms: (path: string) => string | undefined): Record<string, string[]> {
  return table(
    all
      .filter((source) => source.package === 'core')
      .flatMap((source) =>
        imports(source)
          .filter(({ specifier }) => isInside(specifier))
          .flatMap(({ specifier, typeOnly }) => {
            const [from, to] = [rooms(source.path), rooms(targetOf(source, specifier))];
            return from === undefined || to === undefined || from === to
              ? []
              : [{ from, to, typeOnly }];
          }),
      ),
  );
}

/** What of a table goes against its order. */
const backwards = (
  rooms: Readonly<Record<string, readonly string[]>>,
  order = Object.keys(rooms),
): string[] =>
  Object.entries(rooms).flatMap(([from, targets]) =>
    targets
      .filter((to) => order.indexOf(to.replace(' (types)', '')) >= order.indexOf(from))
      .map((to) => `${from} knows ${to}`),
  );

const isInside = (specifier: string): boolean => specifier.startsWith('.');
const targetOf = (source: Source, specifier: string): string =>
  posix.join(posix.dirname(source.path), specifier.replace(/\.js$/, '.ts'));

const withNode = (test: (node: ts.Node) => boolean) =>
  all.filter(({ tree }) => [...nodes(tree)].some(test)).map(({ path }) => path);

describe('layering', () => {
  it('lets the rooms of core know each other as pinned', () => {
    expect({ metadata: [], ...known(roomOf) }).toEqual(ROOMS_OF_CORE);
  });

  it('lets no room of core know one that stands after it', () => {
    expect(backwards(ROOMS_OF_CORE, ['ground', ...Object.keys(ROOMS_OF_CORE)])).toEqual([]);
  });

  it('lets the rooms of serving know each other as pinned', () => {
    expect(known(roomInServing)).toEqual(ROOMS_OF_SERVING);
  });

  it('lets no room of serving know one that stands after it, but for its types', () => {
    expect(backwards(ROOMS_OF_SERVING).filter((line) => !line.endsWith(' (types)'))).toEqual([]);
  });

  it('keeps what each package takes from outside to the pinned list', () => {
    const edges = all.flatMap((source) =>
      imports(source)
        .filter(({ specifier }) => !isInside(specifier))
        .map(({ specifier, typeOnly }) => ({
          from: ownerOf(source),
          to: packageOf(specifier),
          typeOnly,
        })),
    );
    expect(table(edges)).toEqual(OUTSIDE);
  });

  it('lets no file reach into another package', () => {
    const reached = all.flatMap((source) =>
      imports(source)
        .filter(({ specifier }) => isInside(specifier))
        .map(({ specifier }) => ({
          own: `${source.package}/src/`,
          target: targetOf(source, specifier),
        })),
    );
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.filter(({ own, target }) => !target.startsWith(own))).toEqual([]);
  });

  it('has one file a package that imports the official SDK', () => {
    const files: Record<string, string[]> = {};
    for (const source of all) {
      if (!imports(source).some(({ specifier }) => specifier.startsWith('@modelcontextprotocol/')))
        continue;
      files[source.package] = [...(files[source.package] ?? []), source.path];
    }
    expect(files).toEqual(SDK_FILES);
    expect(Object.values(SDK_FILES).filter((paths) => paths.length > 1)).toEqual([]);
  });

  it('has one file that imports OpenTelemetry, which may be absent: at run time not before it is looked for', () => {
    const importing = all.flatMap((source) =>
      imports(source)
        .filter(({ specifier }) => specifier.startsWith('@opentelemetry/'))
        .map(({ typeOnly }) => [source.path, typeOnly]),
    );
    expect(importing.filter(([, typeOnly]) => !typeOnly)).toEqual([
      ['core/src/serving/telemetry/otel.ts', false],
    ]);
    expect(new Set(importing.map(([path]) => path))).toEqual(
      new Set(['core/src/serving/telemetry/otel.ts']),
    );
    const called = withNode(
      (node) => ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword,
    );
    expect(called.filter((path) => path !== COMPUTING)).toEqual([
      'core/src/serving/telemetry/otel.ts',
    ]);
    expect(called).toContain(COMPUTING);
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
      (node) =>
        (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) &&
        node.type.kind === ts.SyntaxKind.AnyKeyword,
    );
    expect(casts).toEqual([]);
  });

  it('have no file of more than 300 lines', () => {
    expect(all.length).toBeGreaterThan(0);
    expect(
      all.filter(({ tree }) => tree.getLineStarts().length - 1 > 300).map(({ path }) => path),
    ).toEqual([]);
  });

  it('read the clock and the random source in one place', () => {
    const reading = withNode(
      (node) =>
        ts.isPropertyAccessExpression(node) &&
        [
          'Date.now',
          'performance.now',
          'Math.random',
          'crypto.getRandomValues',
          'crypto.randomUUID',
        ].includes(node.getText()),
    );
    expect(reading).toEqual(['core/src/clock.ts']);
  });
});
