#!/usr/bin/env node
// @ts-check
// Proves that tests see what they are for: breaks the code in one place, in a work tree of its own, and looks whether the test of
// the rule that is broken turns red. docs/cases.md says which rule belongs to which case.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutated, originalOf } from './prove/mutate.mjs';
import { MUTATIONS } from './prove/mutations.mjs';
import { greenBefore, seconds, verdictOn } from './prove/verdict.mjs';
import { workTree } from './prove/work-tree.mjs';
import { StepError } from './steps.mjs';

const HELP = `Usage: pnpm prove [--only ID] [--list]

  --only ID   the mutations of one case, such as B07; may be given several times
  --list      say what would be broken, and run nothing
  --help      this

Breaks the code in one place after another, as scripts/prove/mutations.mjs lists them, and runs the one test that has to notice:
green before, red afterwards. It works in a temporary git work tree of the last commit, with whatever of it is changed; new files
count once they were added (git add). Install and build first. Exits with 1 when a test stays green, or a text is not there any more.
`;

/** @import { Mutation } from './prove/mutate.mjs' */

/** @param {string} text */
const line = (text) => process.stdout.write(`${text}\n`);

/**
 * @param {readonly Mutation[]} chosen
 * @returns {Promise<number>} how many prove nothing
 */
async function prove(chosen) {
  const root = await workTree();
  process.once('SIGINT', () => {
    root.remove();
    process.exit(130);
  });
  let unproven = 0;
  try {
    line('The tests as they are:');
    const before = await greenBefore(root.path, chosen, line);
    line('And each with its rule broken:');
    for (const [at, mutation] of chosen.entries()) {
      const began = performance.now();
      const problem = before(mutation) ?? (await broken(root.path, mutation));
      if (problem !== undefined) unproven++;
      const said = problem === undefined ? 'red, as it must be' : `NOT PROVEN: ${problem}`;
      line(
        `${at + 1}/${chosen.length} ${mutation.id} ${mutation.what}: ${said} (${seconds(began)})`,
      );
      if (problem !== undefined)
        line(`    ${mutation.file}\n    ${mutation.test.file}: ${mutation.test.title}`);
    }
  } finally {
    root.remove();
  }
  return unproven;
}

/**
 * @param {string} root
 * @param {Mutation} mutation
 * @returns {Promise<string | undefined>} why it proves nothing
 */
async function broken(root, mutation) {
  const found = originalOf(root, mutation);
  if ('problem' in found) return found.problem;
  return mutated(join(root, mutation.file), found, mutation, () => verdictOn(root, mutation));
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
const chosen = MUTATIONS.filter(({ id }) => values.only === undefined || values.only.includes(id));
if (values.help) {
  process.stdout.write(HELP);
} else if (chosen.length === 0) {
  line(`There is no mutation of ${values.only?.join(', ')}.`);
  process.exitCode = 1;
} else if (values.list) {
  for (const { id, what, file } of chosen) line(`${id} ${file}: ${what}`);
} else {
  try {
    const unproven = await prove(chosen);
    line(`${chosen.length - unproven} proven, ${unproven} not`);
    process.exitCode = unproven > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    line(error.message);
    process.exitCode = 1;
  }
}
