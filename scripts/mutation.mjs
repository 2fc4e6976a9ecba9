#!/usr/bin/env node
// @ts-check
// Changes the code of the engine, the guard and the codecs in every small way there is, and looks whether a test turns red.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { ENOUGH, isAlive, scoreOf, tableOf } from './mutation/score.mjs';
import { ROOT } from './steps.mjs';

const FOLDERS = [
  'packages/codec-hmac/src',
  'packages/codec-aead/src',
  'packages/core/src/state',
  'packages/core/src/rounds',
];

const HELP = `Usage: pnpm mutation [--force] [--survivors] [PATH ...]

  PATH         one of the folders below, or a file in one; without any, all of them
  --force      forget what earlier runs found
  --survivors  list the changes that no test noticed
  --help       this

Makes one small change after another (${FOLDERS.join(', ')}), in a copy of the tree, and runs the tests that run the changed line:
those of these folders, as vitest.mutation.config.ts lists them. Texts are left alone. Exits with 1 where fewer than ${ENOUGH} % are noticed;
a change that no test runs is not. What was found is kept in .stryker/, and only what changed since, in these folders or in their
tests, is tried again: use --force when anything else did. It takes minutes of two processors.
`;

/** @param {string} text */
const line = (text) => process.stdout.write(`${text}\n`);

/** @param {string} path */
const within = (path) => {
  const to = relative(ROOT, resolve(path));
  return FOLDERS.some((folder) => to === folder || to.startsWith(`${folder}/`)) &&
    existsSync(resolve(path))
    ? to
    : undefined;
};

/**
 * @param {string} of a folder or a file
 * @param {boolean} force
 */
async function mutantsOf(of, force) {
  const began = performance.now();
  line(`${of} ...`);
  const mutate = [of.endsWith('.ts') ? of : `${of}/**/*.ts`];
  const mutants = await new Stryker({ mutate, force }).runMutationTest();
  line(`${of}: ${Math.round((performance.now() - began) / 1000)} s`);
  // What earlier runs found of other folders comes back too.
  const inside = (/** @type {string} */ file) => file === of || file.startsWith(`${of}/`);
  return mutants
    .map((mutant) => ({ ...mutant, fileName: relative(ROOT, resolve(ROOT, mutant.fileName)) }))
    .filter(({ fileName }) => inside(fileName));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: 'boolean' },
    survivors: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
const unknown = positionals.filter((path) => within(path) === undefined);
if (values.help) {
  process.stdout.write(HELP);
} else if (unknown.length > 0) {
  line(`Not one of these folders, nor in one: ${unknown.join(', ')}. See --help.`);
  process.exitCode = 1;
} else {
  const chosen =
    positionals.length > 0 ? positionals.flatMap((path) => within(path) ?? []) : FOLDERS;
  process.chdir(ROOT);
  const rows = [];
  for (const of of chosen) {
    const mutants = await mutantsOf(of, values.force === true);
    if (values.survivors) {
      for (const { fileName, location, mutatorName, replacement, status } of mutants.filter(
        isAlive,
      ))
        line(
          `  ${status === 'NoCoverage' ? 'not run' : 'survived'} ${fileName}:${location.start.line} ${mutatorName}: ${replacement}`,
        );
    }
    rows.push({ of, score: scoreOf(mutants) });
  }
  for (const row of tableOf(rows)) line(row);
  process.exitCode = rows.every(({ score }) => score.enough) ? 0 : 1;
}
