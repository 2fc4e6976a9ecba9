#!/usr/bin/env node
// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';
import ts from 'typescript';
import { ROOT, say } from './steps.mjs';

const HELP = `Usage: node scripts/reference.mjs [--check]

  Writes the API reference of every public entry point into docs/api/, from the docstrings in the sources: nothing needs to be
  built. It fails where an export has no docstring or a link leads nowhere.
  With --check nothing is written: that is part of npm test.
`;

const OUTPUT = join(ROOT, 'docs/api');

/** Parts of types that have a docstring of their own. */
const NO_DOCSTRING = [
  '@countersign/core.CompleteDecorator.__type.F',
  '@countersign/core.Jsonify.__type.toJSON',
  '@countersign/core.Provider.__type.useFactory',
  '@countersign/testing.Effects.F',
  '@countersign/testing.effects.F',
];

const packages = readdirSync(join(ROOT, 'packages')).map((folder) => {
  const { name, exports } = JSON.parse(
    readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'),
  );
  /** @type {[name: string, source: string][]} */
  const entries = Object.entries(exports).map(([path, { default: built }]) => [
    `${name}${path.slice(1)}`,
    join(ROOT, 'packages', folder, built.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')),
  ]);
  return { name, entries };
});
const entries = packages.flatMap((each) => each.entries);
/** `internal` is for siblings only. */
const entryPoints = entries
  .filter(([name]) => !name.endsWith('/internal'))
  .map(([, source]) => source);

/** Those of the packages, for all their sources in one program: what a sibling imports of core are core's sources, not its declarations. */
function compilerOptions() {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  return {
    ...options,
    composite: false,
    noEmit: true,
    paths: Object.fromEntries(entries.map(([name, source]) => [name, [source]])),
  };
}

/** @param {boolean} isCheck */
async function reference(isCheck) {
  const app = await Application.bootstrap({
    name: 'Countersign',
    readme: 'none',
    entryPoints,
    skipErrorChecking: true, // the build's part
    excludeExternals: true,
    disableSources: true,
    hideGenerator: true,
    validation: { notDocumented: true, notExported: false }, // types may be made with helpers that nobody writes
    requiredToBeDocumented: ['Class', 'Function', 'Interface', 'TypeAlias', 'Variable'],
    packagesRequiringDocumentation: packages.map(({ name }) => name),
    intentionallyNotDocumented: NO_DOCSTRING,
  });
  app.options.setCompilerOptions(entryPoints, compilerOptions(), []);
  const project = await app.convert();
  if (project === undefined) return 1;
  app.validate(project);
  if (!isCheck) await app.generateDocs(project, OUTPUT);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) return 1;
  if (!isCheck) say(`the reference is at ${join(OUTPUT, 'index.html')}`);
  return 0;
}

const [flag, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (flag !== undefined && flag !== '--check')) {
  process.stdout.write(HELP);
  process.exitCode = flag === '--help' || flag === '-h' ? 0 : 2;
} else {
  process.exitCode = await reference(flag === '--check');
}
