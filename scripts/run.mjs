#!/usr/bin/env node
// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, turbo } from './bootstrap.mjs';
import { closing, tally } from './closing.mjs';
import { ROOT, run, StepError, say, step } from './steps.mjs';

const HELP = `Usage: node scripts/run.mjs <command> [arguments]

  demo   installs, builds and runs the demo; arguments go to it
  test   installs, builds, lints, type-checks, checks the packages, runs every test and the official conformance suite; closes with
         "N passed, N failed". Arguments go to vitest, and the suite is left out then, for example: npm test -- packages/core

Both need Node, npm and git only, and skip what is up to date.
`;

/** @param {readonly string[]} args */
async function demo(args) {
  await bootstrap();
  if ((await step('build', () => turbo(['build']))).code !== 0)
    throw new StepError('The build failed: see its messages above.');
  const main = 'examples/deploy/dist/main.js';
  if (!existsSync(join(ROOT, main)))
    throw new StepError(`There is no demo: the build made no ${main}.`);
  return (await run(process.execPath, ['--enable-source-maps', main, ...args])).code;
}

const CONFORMANCE = 'examples/everything/dist/conformance/main.js';

/** @param {readonly string[]} args */
async function test(args) {
  const failures = [];
  let tests = { passed: 0, failed: 0, skipped: 0 };
  try {
    await bootstrap();
    // Building is type-checking too: the test folders are projects of the same `tsc -b`.
    if ((await step('build and type-check', () => turbo(['build']))).code !== 0) {
      throw new StepError('The build failed, so no test was run: see its messages above.');
    }
    if (
      (
        await step('lint, docstrings and package checks', () =>
          turbo(['lint', 'check:docs', 'check:pack']),
        )
      ).code !== 0
    )
      failures.push('lint, docstrings or package checks');
    const { code, output } = await step('tests', () =>
      turbo(['test:unit'], { capture: 'shown', args }),
    );
    tests = tally(output) ?? tests;
    if (code !== 0 && tests.failed === 0) failures.push('tests');
    // Alone, when the tests are done: some of its scenarios allow a server half a second.
    const judged =
      args.length > 0 ||
      (await step('conformance', () => run(process.execPath, [CONFORMANCE]))).code === 0;
    if (!judged) failures.push('conformance');
  } catch (error) {
    report(error);
    failures.push('build');
  }
  if (failures.length > 0) say(`not counted among the tests, failed: ${failures.join(', ')}`);
  // A step that failed is one failure more, so that the closing line never reads better than the run was.
  const all = { ...tests, failed: tests.failed + failures.length };
  process.stdout.write(`${closing(all)}\n`);
  return all.failed > 0 ? 1 : 0;
}

/** @param {unknown} error */
function report(error) {
  process.stdout.write(
    `\n${error instanceof StepError ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`,
  );
}

const [command, ...args] = process.argv.slice(2);
const commands = new Map([
  ['demo', demo],
  ['test', test],
]);
const chosen = commands.get(command ?? '');
if (chosen) {
  process.exitCode = await chosen(args).catch((error) => {
    report(error);
    return 1;
  });
} else {
  process.stdout.write(HELP);
  process.exitCode = command === '--help' || command === '-h' ? 0 : 2;
}
