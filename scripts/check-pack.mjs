#!/usr/bin/env node
// @ts-check
// Checks what npm users would get: packs every published package, holds the tarballs against publint and attw, then installs
// them into an empty TypeScript project and compiles and runs the examples of README, docs/auth.md and docs/operations.md there.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkExamples } from './examples.mjs';
import { ROOT, run, StepError, say } from './steps.mjs';

const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name);

function published() {
  return readdirSync(join(ROOT, 'packages'))
    .map((name) => join(ROOT, 'packages', name))
    .filter((folder) => !JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private);
}

/**
 * Runs a tool silently; what it printed matters only if it failed.
 * @param {string} what
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [cwd]
 */
async function must(what, command, args, cwd) {
  const { code, output } = await run(command, args, { capture: 'silent', ...(cwd && { cwd }) });
  if (code !== 0) throw new StepError(`${what} failed:\n${output}`);
  return output;
}

/**
 * @param {string} folder
 * @param {string} into
 * @returns {Promise<string>} the tarball
 */
async function pack(folder, into) {
  const output = await must(
    `pnpm pack of ${folder}`,
    'pnpm',
    ['pack', '--json', '--pack-destination', into],
    folder,
  );
  const packed = JSON.parse(output);
  const stray = packed.files
    .map((/** @type {{ path: string }} */ file) => file.path)
    .filter(isStray);
  if (stray.length > 0) throw new StepError(`${packed.name} would publish ${stray.join(', ')}`);
  await must(`publint of ${packed.name}`, bin('publint'), ['run', packed.filename, '--strict']);
  await must(`attw of ${packed.name}`, bin('attw'), [
    packed.filename,
    '--profile',
    'esm-only',
    '--no-definitely-typed',
  ]);
  return packed.filename;
}

/** @param {string} path */
const isStray = (path) =>
  !/^(package\.json|README\.md|LICENSE|bin\/countersign\.js|src\/.*\.ts|dist\/.*\.(js|d\.ts)(\.map)?)$/.test(
    path,
  );

const work = mkdtempSync(join(tmpdir(), 'countersign-pack-'));
try {
  const tarballs = await Promise.all(published().map((folder) => pack(folder, work)));
  say(`packed, publint and attw: ${tarballs.length} packages`);
  await checkExamples(join(work, 'empty-project'), tarballs, must);
  say(
    'the examples of README, docs/auth.md and docs/operations.md compile and run from the tarballs',
  );
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
